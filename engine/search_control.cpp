// SearchControl: clock and orders.
#include "engine/search_control.hpp"

namespace meerslag {

void SearchControl::prepare() {
    stop_ = false;
    ponder_hit_ = false;
}

void SearchControl::start(const SearchLimits& limits, SearchMode mode,
                          std::chrono::milliseconds overhead, MoveChoice choice) {
    start_ = clock_start_ = now_();
    time_.emplace(limits, overhead, params_);
    choice_ = mode == SearchMode::Analyze ? MoveChoice::Free : choice;
    pondering_ = mode == SearchMode::Ponder;
    enough_ = false;
    nodes_ = 0;
}

bool SearchControl::must_stop() {
    if (is_stopped()) return true;
    look_for_hit();
    if (pondering_) return false;
    const auto spent = std::chrono::duration_cast<TimeManager::Duration>(now_() - clock_start_);
    if (enough_ || time_->must_stop(spent)) stop();
    return is_stopped();
}

bool SearchControl::is_enough(const Stability& stability) {
    look_for_hit();
    // What was thought while pondering counts
    enough_ = choice_ == MoveChoice::Forced || time_->is_enough(spent(), stability);
    return enough_ && !pondering_;
}

SearchControl::Duration SearchControl::spent() const {
    return std::chrono::duration_cast<Duration>(now_() - start_);
}

void SearchControl::look_for_hit() {
    if (!pondering_ || !ponder_hit_.load(std::memory_order_relaxed)) return;
    pondering_ = false;
    clock_start_ = now_();
}

}  // namespace meerslag

// TimeManager: sharing out the clock.
#include "engine/time_manager.hpp"

#include <algorithm>

namespace meerslag {

TimeManager::TimeManager(const SearchLimits& limits, std::chrono::milliseconds overhead,
                         const SearchParams& params)
    : params_(params) {
    if (limits.move_time) latest_ = std::max(Duration{0}, Duration{*limits.move_time});
    if (!limits.clock) return;
    const Clock& clock = *limits.clock;
    // The increment is added before the move is thought about, `left` is without it
    const Duration usable =
        std::max(Duration{0}, Duration{clock.left + clock.increment - overhead});
    const int moves_left = clock.moves_to_control > 0
                               ? std::min(clock.moves_to_control, params_.time_moves_to_go)
                               : params_.time_moves_to_go;
    // On a busy machine some moves take longer than they should. What is missing of the reserve for
    // them comes back by and by
    const Duration reserve = Duration{overhead} * std::min(params_.time_reserve, moves_left - 1);
    const Duration saved = usable - Duration{clock.increment} - reserve;
    const Duration share =
        std::max(Duration{0}, saved / moves_left + Duration{clock.increment} * 9 / 10);
    // With several moves to go, one may take only a part of the time; the last one takes all
    const Duration most = moves_left == 1 ? usable : usable * params_.time_most_of_clock / 1000;
    target_ = std::min(share * params_.time_target_share / 1000, most);
    const Duration at_most = std::min(share * params_.time_longest_think, most);
    latest_ = latest_ ? std::min(*latest_, at_most) : at_most;
}

bool TimeManager::is_enough(Duration spent, const Stability& stability) const {
    if (!target_) return false;
    int permille = 1000;
    permille -= std::min(stability.iterations_unchanged, params_.time_stable_iterations) *
                params_.time_stable_iteration_saves;
    permille += std::min(std::max(stability.score_drop, 0), params_.time_largest_drop) *
                params_.time_drop_costs;
    // Another iteration takes about as long as all before it, and is useless when cut off early
    return spent * 1000 >= *target_ * permille;
}

}  // namespace meerslag

// The counting behind the draws of articles 6.2-6.4.
#include "core/draw_rules.hpp"

#include <algorithm>
#include <cassert>

namespace meerslag {
namespace {

/// The ending if `lone` is the side with the single king.
LimitedEnding ending_against(const Position& position, Color lone) {
    const Color strong = opposite(lone);
    if (position.pieces(lone).count() != 1 || position.kings(lone).is_empty()) {
        return LimitedEnding::None;
    }
    if (position.kings(strong).is_empty()) return LimitedEnding::None;
    const int pieces = position.pieces(strong).count();
    if (pieces > 3) return LimitedEnding::None;
    return pieces == 3 ? LimitedEnding::ThreeAgainstOne : LimitedEnding::UpToTwoAgainstOne;
}

}  // namespace

LimitedEnding limited_ending(const Position& position) {
    if (position.occupied().count() > kLimitedEndingPieces) return LimitedEnding::None;
    const LimitedEnding ending = ending_against(position, Color::Black);
    return ending != LimitedEnding::None ? ending : ending_against(position, Color::White);
}

DrawCounters DrawCounters::at_start(const Position& start, int kings_only_plies) {
    assert(kings_only_plies >= 0);
    DrawCounters counters;
    counters.kings_only_plies_ = kings_only_plies;
    counters.ending_ = limited_ending(start);
    return counters;
}

std::optional<int> DrawCounters::endgame_limit_plies() const {
    if (ending_ == LimitedEnding::None) return std::nullopt;
    return limit_plies_of(ending_);
}

int DrawCounters::plies_left() const {
    const int left = kKingsOnlyLimit - kings_only_plies_;
    return ending_ == LimitedEnding::None ? left
                                          : std::min(left, limit_plies_of(ending_) - ending_plies_);
}

}  // namespace meerslag

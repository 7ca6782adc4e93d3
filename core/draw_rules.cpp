// The counting behind the draws of articles 6.2-6.4.
#include "core/draw_rules.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace meerslag {
namespace {

int limit_of(LimitedEnding ending) {
    switch (ending) {
        case LimitedEnding::ThreeAgainstOne: return kThreeAgainstOneLimit;
        case LimitedEnding::UpToTwoAgainstOne: return kUpToTwoAgainstOneLimit;
        case LimitedEnding::None: break;
    }
    std::abort();
}

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
    if (position.occupied().count() > 4) return LimitedEnding::None;
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

DrawCounters DrawCounters::after(const Position& before, const Move& move) const {
    DrawCounters next = *this;
    const bool is_man = before.men(before.side_to_move()).contains(move.from());
    next.kings_only_plies_ = is_man || move.is_capture() ? 0 : kings_only_plies_ + 1;
    // Only these two change which pieces are on the board
    if (move.is_capture() || move.promotes()) next.ending_ = limited_ending(before.play(move));
    const bool goes_on = next.ending_ == ending_ && ending_ != LimitedEnding::None;
    next.ending_plies_ = goes_on ? ending_plies_ + 1 : 0;
    return next;
}

std::optional<int> DrawCounters::endgame_plies() const {
    if (ending_ == LimitedEnding::None) return std::nullopt;
    return ending_plies_;
}

std::optional<int> DrawCounters::endgame_limit_plies() const {
    if (ending_ == LimitedEnding::None) return std::nullopt;
    return limit_of(ending_);
}

int DrawCounters::plies_left() const {
    const int left = kKingsOnlyLimit - kings_only_plies_;
    return ending_ == LimitedEnding::None ? left
                                          : std::min(left, limit_of(ending_) - ending_plies_);
}

std::optional<CountedDraw> DrawCounters::draw() const {
    if (ending_ != LimitedEnding::None && ending_plies_ >= limit_of(ending_)) {
        return ending_ == LimitedEnding::ThreeAgainstOne ? CountedDraw::SixteenMoves
                                                         : CountedDraw::FiveMoves;
    }
    if (kings_only_plies_ >= kKingsOnlyLimit) return CountedDraw::TwentyFiveMoves;
    return std::nullopt;
}

}  // namespace meerslag

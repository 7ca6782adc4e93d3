// MovePicker and HistoryTable: credit, blame and choice.
#include "engine/move_ordering.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "engine/search_params.hpp"

namespace meerslag {

void HistoryTable::update(Color color, Depth depth, const Move& cutoff,
                          std::span<const Move> tried) {
    const int bonus =
        std::min(depth.value() * depth.value() * params::kHistoryBonus, params::kHistoryMostBonus);
    add(color, cutoff, bonus);
    for (const Move& move : tried) add(color, move, -bonus);
}

void HistoryTable::add(Color color, const Move& move, int bonus) {
    // The nearer to the end of the range, the less it adds: so it never leaves the range
    std::int16_t& entry = table_[index(color, move)];
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / kMost);
}

void HistoryTable::age() {
    for (std::int16_t& entry : table_) entry = static_cast<std::int16_t>(entry / 2);
}

MovePicker::MovePicker(MoveList& moves, const Position& position, MoveHint hint,
                       const HistoryTable& history)
    : moves_(moves), scored_(std::min(moves.size(), kScored)) {
    const Color us = position.side_to_move();
    const Bitboard enemy_kings = position.kings(opposite(us));
    const bool is_capture = moves[0].is_capture();
    bool hint_found = hint.is_none();
    for (std::size_t i = 0; i < scored_; ++i) {
        const Move& move = moves[i];
        scores_[i] = is_capture ? (move.captured() & enemy_kings).count() : history.of(us, move);
        if (!hint_found && hint.fits(move)) {
            scores_[i] = std::numeric_limits<int>::max();
            hint_found = true;
        }
    }
}

const Move& MovePicker::next() {
    const std::size_t i = next_++;
    if (i < scored_) {
        const auto begin = scores_.begin();
        const auto best = static_cast<std::size_t>(
            std::max_element(begin + static_cast<std::ptrdiff_t>(i),
                             begin + static_cast<std::ptrdiff_t>(scored_)) -
            begin);
        std::swap(scores_[i], scores_[best]);
        std::swap(moves_[i], moves_[best]);
    }
    return moves_[i];
}

}  // namespace meerslag

// MovePicker and HistoryTable: credit, blame and choice.
#include "engine/move_ordering.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace meerslag {

void HistoryTable::update(const Context& context, int bonus, const Move& cutoff,
                          std::span<const Move> tried) {
    add(context, cutoff, bonus);
    for (const Move& move : tried) add(context, move, -bonus);
}

void HistoryTable::add(const Context& context, const Move& move, int bonus) {
    // The nearer to the end of the range, the less it adds: so it never leaves the range
    const auto add_to = [bonus](std::int16_t& entry) {
        entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / kMost);
    };
    add_to(moves_[move_index(context, move)]);
    add_to(answers_[answer_index(context, move)]);
}

void HistoryTable::clear() {
    moves_.assign(kMoves, 0);
    answers_.assign(kBits * kMoves, 0);
}

void HistoryTable::age() {
    for (std::int16_t& entry : moves_) entry = static_cast<std::int16_t>(entry / 2);
    for (std::int16_t& entry : answers_) entry = static_cast<std::int16_t>(entry / 2);
}

MovePicker::MovePicker(MoveList& moves, const Position& position, MoveHint hint,
                       const HistoryTable& history, std::optional<Square> last_to)
    : moves_(moves), scored_(std::min(moves.size(), kScored)) {
    const Color us = position.side_to_move();
    const HistoryTable::Context context{us, last_to};
    const Bitboard enemy_kings = position.kings(opposite(us));
    const bool is_capture = moves[0].is_capture();
    bool hint_found = hint.is_none();
    for (std::size_t i = 0; i < scored_; ++i) {
        const Move& move = moves[i];
        scores_[i] =
            is_capture ? (move.captured() & enemy_kings).count() : history.of(context, move);
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

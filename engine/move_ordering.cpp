// MovePicker and HistoryTable: credit, blame and choice.
#include "engine/move_ordering.hpp"

#include <algorithm>
#include <cstdlib>

namespace meerslag {

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

MovePicker::MovePicker(const MoveList& moves, const Position& position, MoveHint hint,
                       const HistoryTable& history, std::optional<Square> last_to)
    // Where there is no choice nothing is ranked
    : moves_(moves), ranked_(moves.size() > 1 ? std::min(moves.size(), kRanked) : 0) {
    const Color us = position.side_to_move();
    const HistoryTable::Context context{us, last_to};
    const Bitboard enemy_kings = position.kings(opposite(us));
    const bool is_capture = moves[0].is_capture();
    bool hint_found = hint.is_none();
    for (std::size_t i = 0; i < ranked_; ++i) {
        const Move& move = moves[i];
        int score =
            is_capture ? (move.captured() & enemy_kings).count() : history.of(context, move);
        if (!hint_found && hint.fits(move)) {
            score = kHintScore;
            hint_found = true;
        }
        ranks_[i] = rank_of(score, i);
    }
    for (std::size_t i = ranked_; i % kStep != 0; ++i) ranks_[i] = kTaken;
}

const Move& MovePicker::next() {
    const std::size_t i = next_++;
    if (i < ranked_) {
        std::array<std::int32_t, kStep> highest;
        std::copy_n(ranks_.begin(), kStep, highest.begin());
        for (std::size_t begin = kStep; begin < ranked_; begin += kStep) {
            for (std::size_t k = 0; k < kStep; ++k) {
                highest[k] = std::max(highest[k], ranks_[begin + k]);
            }
        }
        for (std::size_t half = kStep / 2; half > 0; half /= 2) {
            for (std::size_t k = 0; k < half; ++k) {
                highest[k] = std::max(highest[k], highest[k + half]);
            }
        }
        const std::size_t best = index_of(highest[0]);
        order_[i] = static_cast<std::uint8_t>(best);
        ranks_[best] = kTaken;
    }
    return handed_out(i);
}

}  // namespace meerslag

// MovePicker and HistoryTable: which move to try first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/move_list.hpp"
#include "core/position.hpp"
#include "engine/transposition_table.hpp"

namespace meerslag {

/// Credit of quiet moves that caused cutoffs, blame of those tried before them in vain: of a move
/// as such, and as an answer to the move before it.
class HistoryTable {
public:
    /// Range of every entry: -kMost..kMost.
    static constexpr int kMost = 8192;

    /// What the credit of a move depends on.
    struct Context {
        Color color;
        /// Where the opponent's last move ended; none at the root of a game.
        std::optional<Square> last_to;
    };

    HistoryTable() { clear(); }

    /// Range: -2 * kMost..2 * kMost.
    [[nodiscard]] int of(const Context& context, const Move& move) const {
        return moves_[move_index(context, move)] + answers_[answer_index(context, move)];
    }
    /// Credit for `move`, or blame if `bonus` is negative. Range: -kMost..kMost.
    void add(const Context& context, const Move& move, int bonus);
    void clear();
    /// Keeps a part of what was learned, for the next search.
    void age();

private:
    // By bit, with its few unused rows, since that needs no division.
    static constexpr std::size_t kBits = 54;
    static constexpr std::size_t kMoves = 2 * kBits * kBits;

    [[nodiscard]] static std::size_t move_index(const Context& context, const Move& move) {
        return (static_cast<std::size_t>(context.color) * kBits +
                static_cast<std::size_t>(move.from().bit())) *
                   kBits +
               static_cast<std::size_t>(move.to().bit());
    }
    [[nodiscard]] static std::size_t answer_index(const Context& context, const Move& move) {
        // Bit 10 is no square: it stands for "no last move"
        const auto last = static_cast<std::size_t>(context.last_to ? context.last_to->bit() : 10);
        return last * kMoves + move_index(context, move);
    }

    std::vector<std::int16_t> moves_;    ///< Shape: [color][bit of from][bit of to]
    std::vector<std::int16_t> answers_;  ///< Shape: [bit of the last move's to][as above]
};

/// Hands out the moves of a list, best guess first: the table's move, captures of most kings, then
/// by history; among equals the first in the list.
class MovePicker {
public:
    MovePicker(const MoveList& moves, const Position& position, MoveHint hint,
               const HistoryTable& history, std::optional<Square> last_to);

    /// Requires: called no more often than there are moves.
    [[nodiscard]] const Move& next();
    /// The move handed out as number `i`, from 0. Requires: it was.
    [[nodiscard]] const Move& handed_out(std::size_t i) const {
        return moves_[i < ranked_ ? order_[i] : i];
    }

private:
    /// Lists longer than that are compositions; what lies beyond comes last, in the list's order.
    static constexpr std::size_t kRanked = 128;
    /// Above every credit.
    static constexpr int kHintScore = 1 << 20;
    /// The rank of no move.
    static constexpr std::int32_t kTaken = std::numeric_limits<std::int32_t>::min();

    /// So many ranks are compared at a time; those beyond the last move are never the highest.
    static constexpr std::size_t kStep = 8;

    // A rank is a score and the place in the list, in one number. So the highest tells its place,
    // and to find it takes no jumps.
    [[nodiscard]] static constexpr std::int32_t rank_of(int score, std::size_t index) {
        return score * static_cast<int>(kRanked) + static_cast<int>(kRanked - 1 - index);
    }
    [[nodiscard]] static constexpr std::size_t index_of(std::int32_t rank) {
        return kRanked - 1 - (static_cast<std::uint32_t>(rank) & (kRanked - 1));
    }

    const MoveList& moves_;
    std::size_t ranked_;
    std::size_t next_ = 0;
    std::array<std::int32_t, kRanked> ranks_;  // set: the first `ranked_`, rounded up to kStep
    std::array<std::uint8_t, kRanked> order_;  // set: the first `next_`
};

}  // namespace meerslag

// MovePicker and HistoryTable: which move to try first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
    /// `cutoff` was good enough, the moves `tried` before it were not.
    /// Credit and blame: `bonus`. Range: 0..kMost.
    void update(const Context& context, int bonus, const Move& cutoff, std::span<const Move> tried);
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
    void add(const Context& context, const Move& move, int bonus);

    std::vector<std::int16_t> moves_;    ///< Shape: [color][bit of from][bit of to]
    std::vector<std::int16_t> answers_;  ///< Shape: [bit of the last move's to][as above]
};

/// Hands out the moves of a list, best guess first: the table's move, captures of most kings, then
/// by history. Rearranges the list.
class MovePicker {
public:
    MovePicker(MoveList& moves, const Position& position, MoveHint hint,
               const HistoryTable& history, std::optional<Square> last_to);

    /// Requires: called no more often than there are moves.
    [[nodiscard]] const Move& next();
    /// The moves handed out before the last one.
    [[nodiscard]] std::span<const Move> tried() const {
        return {moves_.begin(), static_cast<std::size_t>(next_ - 1)};
    }

private:
    /// Lists longer than that are compositions; what lies beyond comes last, in the list's order.
    static constexpr std::size_t kScored = 128;

    MoveList& moves_;
    std::size_t scored_;
    std::size_t next_ = 0;
    std::array<int, kScored> scores_;  // only the first `scored_` are set
};

}  // namespace meerslag

// MovePicker and HistoryTable: which move to try first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/move_list.hpp"
#include "core/position.hpp"
#include "engine/depth.hpp"
#include "engine/transposition_table.hpp"

namespace meerslag {

/// Credit of quiet moves that caused cutoffs, blame of those tried before them in vain.
class HistoryTable {
public:
    /// Range of every entry: -kMost..kMost.
    static constexpr int kMost = 8192;

    [[nodiscard]] int of(Color color, const Move& move) const { return table_[index(color, move)]; }
    /// `cutoff` was good enough at that depth, the moves `tried` before it were not.
    void update(Color color, Depth depth, const Move& cutoff, std::span<const Move> tried);
    void clear() { table_.fill(0); }
    /// Keeps a part of what was learned, for the next search.
    void age();

private:
    // By bit, with its few unused rows, since that needs no division.
    static constexpr std::size_t kBits = 54;

    [[nodiscard]] static std::size_t index(Color color, const Move& move) {
        return (static_cast<std::size_t>(color) * kBits +
                static_cast<std::size_t>(move.from().bit())) *
                   kBits +
               static_cast<std::size_t>(move.to().bit());
    }
    void add(Color color, const Move& move, int bonus);

    /// Shape: [color][bit of from][bit of to].
    std::array<std::int16_t, 2 * kBits * kBits> table_{};
};

/// Hands out the moves of a list, best guess first: the table's move, captures of most kings, then
/// by history. Rearranges the list.
class MovePicker {
public:
    MovePicker(MoveList& moves, const Position& position, MoveHint hint,
               const HistoryTable& history);

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

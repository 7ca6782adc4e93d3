// The rules once more, slow and plain: an array of 50 squares, rows and columns, and recursion.
// Written from the rules alone; it shares nothing with core but the types it is compared through.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <vector>

#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag::test {

/// A board as an array. [0] is unused: squares are numbered from 1 (article 2.6).
struct SlowPosition {
    std::array<std::optional<Piece>, kSquareCount + 1> pieces;
    Color side_to_move = Color::White;

    friend bool operator==(const SlowPosition&, const SlowPosition&) = default;
};

/// A move in the numbers of the squares; `captured` in ascending order.
struct SlowMove {
    int from = 0;
    int to = 0;
    std::vector<int> captured;

    friend auto operator<=>(const SlowMove&, const SlowMove&) = default;
};

[[nodiscard]] SlowPosition to_slow(const Position& position);
[[nodiscard]] SlowMove to_slow(const Move& move);

/// The legal moves in ascending order, each once.
[[nodiscard]] std::vector<SlowMove> slow_legal_moves(const SlowPosition& position);

/// Whether `color` could capture if it were to move.
[[nodiscard]] bool slow_has_capture(const SlowPosition& position, Color color);

/// The position after `move`. Requires: `move` is legal.
[[nodiscard]] SlowPosition slow_play(const SlowPosition& position, const SlowMove& move);

}  // namespace meerslag::test

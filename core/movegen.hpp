// Legal moves, with the quantity rule.
#pragma once

#include <cstdint>

#include "core/move_list.hpp"
#include "core/position.hpp"

namespace meerslag {

/// All legal moves of the side to move, in a fixed order: captures only where one is possible (FMJD
/// 4.13: only those that take most), each distinct (from, to, captured set) once. Empty: the side
/// to move has lost (7.2).
[[nodiscard]] MoveList legal_moves(const Position& position);

/// The same, into a list that is emptied first.
void generate_moves(const Position& position, MoveList& moves);

/// The legal captures only; empty when there is none.
void generate_captures(const Position& position, MoveList& moves);

/// The moves that take nothing, appended to `moves`. Requires: no capture is possible.
void append_quiet_moves(const Position& position, MoveList& moves);

/// Whether the side to move can, and so must, capture (4.13). Cost: a few shifts.
[[nodiscard]] bool has_capture(const Position& position);

/// Whether `color` could capture if it were to move.
[[nodiscard]] bool has_capture(const Position& position, Color color);

/// Whether the side to move has a legal move; if not, it has lost (7.2).
[[nodiscard]] bool has_move(const Position& position);

/// How many legal moves there are, without building them where that can be avoided.
[[nodiscard]] std::uint64_t count_moves(const Position& position);

}  // namespace meerslag

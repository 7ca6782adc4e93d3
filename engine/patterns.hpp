// Patterns: what the men on parts of the board look like, as numbers for tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bitboard.hpp"
#include "core/piece.hpp"

namespace meerslag {

/// The areas, as one player sees the board (own men come from row 10): 4 rows by 3 columns each.
///
///     0: rows 1-4, left    1: rows 1-4, right    2: rows 3-6, left    3: rows 3-6, right
///
/// Left and right share the middle column of a row's five squares. Seen by both players, the four
/// areas cover the board in eight places, so they take four tables only.
inline constexpr std::size_t kAreaCount = 4;
inline constexpr std::size_t kAreaSquares = 12;
/// 3 to the power of 12: each square is empty (0), own (1) or the enemy's (2); kings count as
/// empty.
inline constexpr std::size_t kAreaStates = 531441;
/// 3 to the power of 3: the states of one row of an area.
inline constexpr std::size_t kRowStates = 27;

/// The state of each area, 0..kAreaStates-1: the sum of row k's state times kRowStates to the k.
using AreaStates = std::array<std::uint32_t, kAreaCount>;

/// The windows: two rows next to each other by three columns, left and right as with areas, so
/// nine of each. Shape of WindowStates: the left one of rows 1-2, the right one, those of 2-3, ...
inline constexpr std::size_t kWindowCount = 18;
/// 3 to the power of 6, as with areas.
inline constexpr std::size_t kWindowStates = 729;
using WindowStates = std::array<std::uint16_t, kWindowCount>;

/// What the men of a board look like.
struct MenStates {
    PerColor<AreaStates> areas;  ///< as White and as Black see them
    WindowStates windows;        ///< as one player sees them
};
[[nodiscard]] MenStates states_of(const PerColor<Bitboard>& men, Color viewer);

/// How many men stand on one wing (columns 1-5, 6-10) more than on the other, beyond one.
[[nodiscard]] int wing_imbalance(Bitboard men);

}  // namespace meerslag

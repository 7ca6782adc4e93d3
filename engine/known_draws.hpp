// Known draws: endings in which a lead is worth less than it looks.
#pragma once

#include "core/geometry.hpp"
#include "core/position.hpp"
#include "core/square.hpp"

namespace meerslag {

/// The squares from 46 to 5.
inline constexpr Bitboard kLongDiagonal =
    ray<Direction::NorthEast>(Square::from_number(46)) | Bitboard{Square::from_number(46)};
static_assert(kLongDiagonal.count() == 10);

/// The whole of a score. Unit of share_of_score.
inline constexpr int kWholeShare = 8;

/// How much of a score in favour of `strong` is left, since the weaker side will hardly lose: a
/// king against few pieces, or against few more. Range: 0..kWholeShare.
[[nodiscard]] int share_of_score(const Position& position, Color strong);

}  // namespace meerslag

// Rays over the board and the shifts along them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/bitboard.hpp"
#include "core/square.hpp"

namespace meerslag {

/// The square one step from `square`, if there is one on the board.
template <Direction D>
[[nodiscard]] constexpr Bitboard neighbour(Square square) {
    return Bitboard{square}.shifted<D>() & kAllSquares;
}

/// Every square moved `Steps` steps. Ghosts and lost bits as with Bitboard::shifted.
template <Direction D, int Steps>
[[nodiscard]] constexpr Bitboard shifted(Bitboard squares) {
    constexpr bool kSix = D == Direction::NorthWest || D == Direction::SouthEast;
    constexpr int kBits = (kSix ? 6 : 5) * Steps;
    constexpr bool kNorth = D == Direction::NorthWest || D == Direction::NorthEast;
    return Bitboard{kNorth ? squares.bits() >> kBits : squares.bits() << kBits};
}

namespace detail {

template <Direction D>
constexpr std::array<Bitboard, 64> make_rays() {
    std::array<Bitboard, 64> rays{};
    for (const Square square : kAllSquares) {
        Bitboard ray;
        for (Bitboard next = neighbour<D>(square); next.any(); next = neighbour<D>(next.first())) {
            ray |= next;
        }
        rays[static_cast<std::size_t>(square.bit())] = ray;
    }
    return rays;
}

/// Shape: [direction][bit of the square]: the squares from there to the edge, without the square.
inline constexpr std::array<std::array<Bitboard, 64>, 4> kRays{
    make_rays<Direction::NorthWest>(), make_rays<Direction::NorthEast>(),
    make_rays<Direction::SouthWest>(), make_rays<Direction::SouthEast>()};

}  // namespace detail

/// All squares from `square` to the edge, without `square` itself.
template <Direction D>
[[nodiscard]] constexpr Bitboard ray(Square square) {
    return detail::kRays[static_cast<std::size_t>(D)][static_cast<std::size_t>(square.bit())];
}

[[nodiscard]] constexpr Bitboard ray(Square square, Direction direction) {
    return detail::kRays[static_cast<std::size_t>(direction)]
                        [static_cast<std::size_t>(square.bit())];
}

/// The part of the ray up to and with the first occupied square (all of it when there is none).
template <Direction D>
[[nodiscard]] constexpr Bitboard ray_to_blocker(Square square, Bitboard occupied) {
    const std::uint64_t line = ray<D>(square).bits();
    const std::uint64_t blockers = line & occupied.bits();
    if constexpr (D == Direction::SouthWest || D == Direction::SouthEast) {
        return Bitboard{line & (blockers ^ (blockers - 1))};  // up to the lowest blocker
    } else {
        // Down to the highest blocker; bit 0 stands in when there is none.
        return Bitboard{line & (~std::uint64_t{0} << (63 - std::countl_zero(blockers | 1)))};
    }
}

/// What a king on `square` sees: all four rays up to and with the first piece.
[[nodiscard]] constexpr Bitboard seen_from(Square square, Bitboard occupied) {
    return ray_to_blocker<Direction::NorthWest>(square, occupied) |
           ray_to_blocker<Direction::NorthEast>(square, occupied) |
           ray_to_blocker<Direction::SouthWest>(square, occupied) |
           ray_to_blocker<Direction::SouthEast>(square, occupied);
}

/// The squares strictly between two squares of one diagonal, nothing if they share none.
[[nodiscard]] constexpr Bitboard between(Square a, Square b) {
    for (const Direction direction : kDirections) {
        if (ray(a, direction).contains(b)) return ray(a, direction) & ray(b, opposite(direction));
    }
    return {};
}

static_assert(ray<Direction::NorthEast>(Square::from_number(46)).count() == 9);
static_assert(ray<Direction::NorthWest>(Square::from_number(46)).is_empty());
static_assert(between(Square::from_number(46), Square::from_number(5)).count() == 8);
static_assert(between(Square::from_number(46), Square::from_number(6)).is_empty());

}  // namespace meerslag

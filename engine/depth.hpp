// Depth and Ply: how far still to search, and how far from the root.
#pragma once

#include <cassert>
#include <compare>

namespace meerslag {

/// Plies still to search. May be negative: spent all the same.
class Depth {
public:
    constexpr explicit Depth(int value) : value_(value) {}
    [[nodiscard]] constexpr int value() const { return value_; }
    [[nodiscard]] constexpr bool is_spent() const { return value_ <= 0; }

    friend constexpr Depth operator+(Depth depth, int plies) { return Depth{depth.value_ + plies}; }
    friend constexpr Depth operator-(Depth depth, int plies) { return Depth{depth.value_ - plies}; }
    friend constexpr auto operator<=>(Depth, Depth) = default;

private:
    int value_;
};

/// Plies from the root of a search.
class Ply {
public:
    constexpr explicit Ply(int value) : value_(value) { assert(value >= 0); }
    [[nodiscard]] constexpr int value() const { return value_; }
    [[nodiscard]] constexpr Ply next() const { return Ply{value_ + 1}; }

    friend constexpr auto operator<=>(Ply, Ply) = default;

private:
    int value_;
};

/// The deepest iteration. Extensions and captures may look beyond, up to kMaxPly.
inline constexpr Depth kMaxDepth{127};

/// No line is searched further than this from the root.
inline constexpr Ply kMaxPly{255};

}  // namespace meerslag

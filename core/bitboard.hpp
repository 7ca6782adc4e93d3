// Bitboard: a set of squares.
#pragma once

#include <bit>
#include <cstdint>

#include "core/piece.hpp"
#include "core/square.hpp"

namespace meerslag {

/// A set of squares, one bit each. The bits that are no square (the ghosts, see Square) may be set
/// by a shift; every user masks with pieces or empty squares, which never hold them.
class Bitboard {
public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
    constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << square.bit()) {}

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool contains(Square square) const { return bits_ >> square.bit() & 1; }

    /// The square of the lowest number. Requires: not empty.
    [[nodiscard]] constexpr Square first() const {
        return Square::from_bit(std::countr_zero(bits_));
    }

    constexpr void add(Square square) { *this |= Bitboard{square}; }
    constexpr void remove(Square square) { bits_ &= ~(std::uint64_t{1} << square.bit()); }

    /// Every square moved one step; what leaves the board falls on a ghost or off the word.
    template <Direction D>
    [[nodiscard]] constexpr Bitboard shifted() const {
        if constexpr (D == Direction::NorthWest) return Bitboard{bits_ >> 6};
        if constexpr (D == Direction::NorthEast) return Bitboard{bits_ >> 5};
        if constexpr (D == Direction::SouthWest) return Bitboard{bits_ << 5};
        if constexpr (D == Direction::SouthEast) return Bitboard{bits_ << 6};
    }

    constexpr Bitboard& operator|=(Bitboard other) {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr Bitboard& operator&=(Bitboard other) {
        bits_ &= other.bits_;
        return *this;
    }
    constexpr Bitboard& operator^=(Bitboard other) {
        bits_ ^= other.bits_;
        return *this;
    }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return a |= b; }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return a &= b; }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return a ^= b; }
    /// The squares of `a` that are not in `b`.
    friend constexpr Bitboard operator-(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ & ~b.bits_};
    }
    friend constexpr bool operator==(Bitboard, Bitboard) = default;

    /// Squares in ascending order: `for (Square s : board)`.
    class Iterator {
    public:
        constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
        [[nodiscard]] constexpr Square operator*() const {
            return Square::from_bit(std::countr_zero(bits_));
        }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

    private:
        std::uint64_t bits_;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator{bits_}; }
    [[nodiscard]] constexpr Iterator end() const { return Iterator{0}; }

    /// The board turned half round: square n becomes 51 - n. Requires: no ghost is set.
    [[nodiscard]] constexpr Bitboard turned() const {
        std::uint64_t b = bits_;  // reverse all 64 bits, then drop the 10 that are above the board
        b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
        b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
        b = (b >> 4 & 0x0F0F0F0F0F0F0F0F) | (b & 0x0F0F0F0F0F0F0F0F) << 4;
        b = (b >> 8 & 0x00FF00FF00FF00FF) | (b & 0x00FF00FF00FF00FF) << 8;
        b = (b >> 16 & 0x0000FFFF0000FFFF) | (b & 0x0000FFFF0000FFFF) << 16;
        return Bitboard{(b >> 32 | b << 32) >> 10};
    }

private:
    std::uint64_t bits_ = 0;
};

/// All 50 squares.
inline constexpr Bitboard kAllSquares{0x3FF7FEFFDFFBFF};

/// Where a man of that colour becomes a king (articles 2.1, 3.5): 1-5 for White, 46-50 for Black.
inline constexpr PerColor<Bitboard> kPromotionRow{Bitboard{0x1F}, Bitboard{0x3E000000000000}};

static_assert(kAllSquares.count() == kSquareCount && kAllSquares.turned() == kAllSquares);
static_assert(kPromotionRow.white.turned() == kPromotionRow.black);

}  // namespace meerslag

// The 50 playing squares, their rows and columns, and the four diagonal directions.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>

namespace meerslag {

inline constexpr int kSquareCount = 50;

/// The four directions of play, as seen from White: north is where White's men go.
enum class Direction : std::uint8_t { NorthWest, NorthEast, SouthWest, SouthEast };

inline constexpr std::array kDirections{Direction::NorthWest, Direction::NorthEast,
                                        Direction::SouthWest, Direction::SouthEast};

[[nodiscard]] constexpr Direction opposite(Direction direction) {
    return static_cast<Direction>(3 - static_cast<int>(direction));
}

/// One of the 50 dark squares (article 2.6: numbered from the top left, row by row, seen from
/// White).
///
/// Inside, a square is its bit in a Bitboard. Behind every second row lies one bit that is never a
/// square, so that the neighbours of every square are 5 and 6 bits away and a shift never wraps:
///
///         0   1   2   3   4          row 1
///       5   6   7   8   9   (10)     row 2, and the ghost behind it
///        11  12  13  14  15          row 3
class Square {
public:
    /// Requires: 1 <= number <= 50.
    [[nodiscard]] static constexpr Square from_number(int number) {
        assert(number >= 1 && number <= kSquareCount);
        const int index = number - 1;
        return Square{static_cast<std::uint8_t>(index + index / 10)};
    }
    /// The square of that number, or nothing when there is none.
    [[nodiscard]] static constexpr std::optional<Square> try_from_number(int number) {
        if (number < 1 || number > kSquareCount) return std::nullopt;
        return from_number(number);
    }
    /// Requires: 0 <= index < 50.
    [[nodiscard]] static constexpr Square from_index(int index) { return from_number(index + 1); }
    /// Requires: `bit` belongs to a square. The bit layout is private to core.
    [[nodiscard]] static constexpr Square from_bit(int bit) {
        assert(bit >= 0 && bit < 54 && bit % 11 != 10);
        return Square{static_cast<std::uint8_t>(bit)};
    }

    /// Range: 1..50.
    [[nodiscard]] constexpr int number() const { return bit_ - bit_ / 11 + 1; }
    /// Range: 0..49, for tables.
    [[nodiscard]] constexpr int index() const { return number() - 1; }
    [[nodiscard]] constexpr int bit() const { return bit_; }

    /// Range: 1..10, from Black's side of the board (article 2.6) to White's.
    [[nodiscard]] constexpr int row() const { return index() / 5 + 1; }
    /// Range: 1..10, from White's left to right.
    [[nodiscard]] constexpr int column() const {
        return index() % 5 * 2 + (row() % 2 == 1 ? 2 : 1);
    }

    /// The square after turning the board half round: n becomes 51 - n.
    [[nodiscard]] constexpr Square turned() const {
        return Square{static_cast<std::uint8_t>(53 - bit_)};
    }

    /// By number.
    friend constexpr auto operator<=>(Square, Square) = default;

private:
    constexpr explicit Square(std::uint8_t bit) : bit_(bit) {}
    std::uint8_t bit_;
};

static_assert(Square::from_number(1).bit() == 0 && Square::from_number(50).bit() == 53);
static_assert(Square::from_number(10).bit() == 9 && Square::from_number(11).bit() == 11);
static_assert(Square::from_bit(53).number() == 50 && Square::from_bit(44).number() == 41);
static_assert(Square::from_number(1).turned() == Square::from_number(50));
static_assert(Square::from_number(46).row() == 10 && Square::from_number(46).column() == 1);
static_assert(Square::from_number(5).row() == 1 && Square::from_number(5).column() == 10);

}  // namespace meerslag

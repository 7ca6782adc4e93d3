// Patterns: the states of areas, put together from the states of rows.
#include "engine/patterns.hpp"

#include <algorithm>
#include <cstdlib>

namespace meerslag {
namespace {

// Four states of up to 16 bits in one number, so that one operation works on all of them: those of
// the left and the right of a row as White sees it, and as Black does, from the other side.
constexpr int kLeft = 0;  // where each begins; unit: bits
constexpr int kRight = 16;
constexpr int kTurnedLeft = 32;
constexpr int kTurnedRight = 48;

/// The states of both halves of a row, for both players. Shape of the table: [white men * 32 +
/// black men], five bits each, the lowest the leftmost square as White sees it.
constexpr std::array<std::uint64_t, 1024> kRowTable = [] {
    std::array<std::uint64_t, 1024> table{};
    for (std::size_t white = 0; white < 32; ++white) {
        for (std::size_t black = 0; black < 32; ++black) {
            std::array<std::uint64_t, 5> digit{};  // as White sees it
            std::array<std::uint64_t, 5> turned{};
            for (std::size_t i = 0; i < 5; ++i) {
                const bool is_white = (white >> i & 1) != 0;
                const bool is_black = (black >> i & 1) != 0;
                digit[i] = is_white ? 1 : is_black ? 2 : 0;
                turned[4 - i] = is_black ? 1 : is_white ? 2 : 0;
            }
            const auto state = [](const std::array<std::uint64_t, 5>& d, std::size_t first) {
                return d[first] + 3 * d[first + 1] + 9 * d[first + 2];
            };
            table[white * 32 + black] = state(digit, 0) << kLeft | state(digit, 2) << kRight |
                                        state(turned, 0) << kTurnedLeft |
                                        state(turned, 2) << kTurnedRight;
        }
    }
    return table;
}();

constexpr Bitboard kWestWing = [] {
    Bitboard wing;
    for (const Square square : kAllSquares) {
        if (square.column() <= 5) wing.add(square);
    }
    return wing;
}();

}  // namespace

PerColor<AreaStates> area_states(const PerColor<Bitboard>& men) {
    std::array<std::uint64_t, 10> rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t shift = 11 * (r / 2) + 5 * (r % 2);
        rows[r] =
            kRowTable[(men.white.bits() >> shift & 31) * 32 + (men.black.bits() >> shift & 31)];
    }
    const auto pair = [&rows](std::size_t first, std::size_t second) {
        return rows[first] + kRowStates * rows[second];
    };
    constexpr std::uint64_t kPairStates = kRowStates * kRowStates;
    const auto area = [](std::uint64_t first, std::uint64_t second, int at) {
        return static_cast<std::uint32_t>((first >> at & 0xFFFF) +
                                          kPairStates * (second >> at & 0xFFFF));
    };
    const std::uint64_t white12 = pair(0, 1), white34 = pair(2, 3), white56 = pair(4, 5);
    const std::uint64_t black12 = pair(9, 8), black34 = pair(7, 6), black56 = pair(5, 4);
    return {{area(white12, white34, kLeft), area(white12, white34, kRight),
             area(white34, white56, kLeft), area(white34, white56, kRight)},
            {area(black12, black34, kTurnedLeft), area(black12, black34, kTurnedRight),
             area(black34, black56, kTurnedLeft), area(black34, black56, kTurnedRight)}};
}

int wing_imbalance(Bitboard men) {
    const int west = (men & kWestWing).count();
    return std::max(0, std::abs(2 * west - men.count()) - 1);
}

}  // namespace meerslag

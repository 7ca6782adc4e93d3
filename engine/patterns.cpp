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

MenStates states_of(const PerColor<Bitboard>& men, Color viewer) {
    std::array<std::uint64_t, 10> rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t shift = 11 * (r / 2) + 5 * (r % 2);
        rows[r] =
            kRowTable[(men.white.bits() >> shift & 31) * 32 + (men.black.bits() >> shift & 31)];
    }
    // Rows r and r + 1, as White and as Black see them
    PerColor<std::array<std::uint64_t, 9>> pairs;
    for (std::size_t r = 0; r < 9; ++r) {
        pairs.white[r] = rows[r] + kRowStates * rows[r + 1];
        pairs.black[r] = rows[9 - r] + kRowStates * rows[8 - r];
    }
    const auto half = [](std::uint64_t states, int at) {
        return static_cast<std::uint32_t>(states >> at & 0xFFFF);
    };
    const auto areas = [&half](const std::array<std::uint64_t, 9>& pair, int left, int right) {
        const auto area = [&half](std::uint64_t first, std::uint64_t second, int at) {
            return half(first, at) + static_cast<std::uint32_t>(kWindowStates) * half(second, at);
        };
        return AreaStates{area(pair[0], pair[2], left), area(pair[0], pair[2], right),
                          area(pair[2], pair[4], left), area(pair[2], pair[4], right)};
    };
    MenStates states;
    states.areas = {areas(pairs.white, kLeft, kRight),
                    areas(pairs.black, kTurnedLeft, kTurnedRight)};
    const int left = viewer == Color::White ? kLeft : kTurnedLeft;
    for (std::size_t r = 0; r < 9; ++r) {
        states.windows[2 * r] = half(pairs[viewer][r], left);
        states.windows[2 * r + 1] = half(pairs[viewer][r], left + kRight);
    }
    return states;
}

int wing_imbalance(Bitboard men) {
    const int west = (men & kWestWing).count();
    return std::max(0, std::abs(2 * west - men.count()) - 1);
}

}  // namespace meerslag

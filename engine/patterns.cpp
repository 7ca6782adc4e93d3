// Patterns: the states of areas, put together from the states of rows.
#include "engine/patterns.hpp"

#include <algorithm>
#include <cstdlib>

namespace meerslag {
namespace {

/// The states of both halves of a row, for both players. Shape of the table: [white men * 32 +
/// black men], five bits each, the lowest the leftmost square as White sees it.
struct RowState {
    std::uint8_t left, right;                ///< as White sees it
    std::uint8_t turned_left, turned_right;  ///< as Black sees it, from the other side
};

constexpr std::array<RowState, 1024> kRowTable = [] {
    std::array<RowState, 1024> table{};
    for (std::size_t white = 0; white < 32; ++white) {
        for (std::size_t black = 0; black < 32; ++black) {
            std::array<int, 5> digit{};  // as White sees it
            std::array<int, 5> turned{};
            for (std::size_t i = 0; i < 5; ++i) {
                const bool is_white = (white >> i & 1) != 0;
                const bool is_black = (black >> i & 1) != 0;
                digit[i] = is_white ? 1 : is_black ? 2 : 0;
                turned[4 - i] = is_black ? 1 : is_white ? 2 : 0;
            }
            const auto state = [](const std::array<int, 5>& d, std::size_t first) {
                return static_cast<std::uint8_t>(d[first] + 3 * d[first + 1] + 9 * d[first + 2]);
            };
            table[white * 32 + black] = {state(digit, 0), state(digit, 2), state(turned, 0),
                                         state(turned, 2)};
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
    std::array<RowState, 10> rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t shift = 11 * (r / 2) + 5 * (r % 2);
        rows[r] =
            kRowTable[(men.white.bits() >> shift & 31) * 32 + (men.black.bits() >> shift & 31)];
    }
    const auto combined = [](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        return a + 27 * (b + 27 * (c + 27 * d));
    };
    return {{combined(rows[0].left, rows[1].left, rows[2].left, rows[3].left),
             combined(rows[0].right, rows[1].right, rows[2].right, rows[3].right),
             combined(rows[2].left, rows[3].left, rows[4].left, rows[5].left),
             combined(rows[2].right, rows[3].right, rows[4].right, rows[5].right)},
            {combined(rows[9].turned_left, rows[8].turned_left, rows[7].turned_left,
                      rows[6].turned_left),
             combined(rows[9].turned_right, rows[8].turned_right, rows[7].turned_right,
                      rows[6].turned_right),
             combined(rows[7].turned_left, rows[6].turned_left, rows[5].turned_left,
                      rows[4].turned_left),
             combined(rows[7].turned_right, rows[6].turned_right, rows[5].turned_right,
                      rows[4].turned_right)}};
}

int wing_imbalance(Bitboard men) {
    const int west = (men & kWestWing).count();
    return std::max(0, std::abs(2 * west - men.count()) - 1);
}

}  // namespace meerslag

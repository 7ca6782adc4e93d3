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
static_assert(kRight - kLeft == kTurnedRight - kTurnedLeft);

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

std::uint16_t half(std::uint64_t states, int at) {
    return static_cast<std::uint16_t>(states >> at & 0xFFFF);
}

/// Of rows r and r + 1 as seen, two by two from row 1 on.
AreaStates areas_of(std::uint64_t rows12, std::uint64_t rows34, std::uint64_t rows56, int left) {
    const auto area = [](std::uint64_t first, std::uint64_t second, int at) {
        return std::uint32_t{half(first, at)} +
               static_cast<std::uint32_t>(kWindowStates) * half(second, at);
    };
    const int right = left + kRight;
    return {area(rows12, rows34, left), area(rows12, rows34, right), area(rows34, rows56, left),
            area(rows34, rows56, right)};
}

template <Color Viewer>
MenStates states_seen_by(const PerColor<Bitboard>& men) {
    std::array<std::uint64_t, 10> rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::size_t shift = 11 * (r / 2) + 5 * (r % 2);
        rows[r] =
            kRowTable[(men.white.bits() >> shift & 31) * 32 + (men.black.bits() >> shift & 31)];
    }
    // Rows r and r + 1 as White and as Black see them, one in front of the other
    const auto white = [&rows](std::size_t r) { return rows[r] + kRowStates * rows[r + 1]; };
    const auto black = [&rows](std::size_t r) { return rows[9 - r] + kRowStates * rows[8 - r]; };
    MenStates states;
    states.areas = {areas_of(white(0), white(2), white(4), kLeft),
                    areas_of(black(0), black(2), black(4), kTurnedLeft)};
    for (std::size_t r = 0; r < 9; ++r) {
        const std::uint64_t pair = Viewer == Color::White ? white(r) : black(r);
        constexpr int kViewersLeft = Viewer == Color::White ? kLeft : kTurnedLeft;
        states.windows[2 * r] = half(pair, kViewersLeft);
        states.windows[2 * r + 1] = half(pair, kViewersLeft + kRight);
    }
    return states;
}

}  // namespace

MenStates states_of(const PerColor<Bitboard>& men, Color viewer) {
    return viewer == Color::White ? states_seen_by<Color::White>(men)
                                  : states_seen_by<Color::Black>(men);
}

int wing_imbalance(Bitboard men) {
    const int west = (men & kWestWing).count();
    return std::max(0, std::abs(2 * west - men.count()) - 1);
}

}  // namespace meerslag

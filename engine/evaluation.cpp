// Evaluation: material, placement, balance, kings, and endings known to be drawn.
#include "engine/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/geometry.hpp"
#include "engine/known_draws.hpp"
#include "engine/patterns.hpp"

namespace meerslag {
namespace {

// Values. Unit: 1/100 man. Source: the field's rules of thumb, see engine/SEARCH.md.
constexpr int kMan = 100;
constexpr int kKing = 280;
constexpr int kTempo = 3;          // the turn to move
constexpr int kImbalance = 4;      // a man more on one wing than on the other, beyond one
constexpr int kFreeRun = 40;       // a man that no enemy can catch before its promotion
constexpr int kMainDiagonal = 30;  // the only side with a king there

/// Worth of a man by square for White, early and late in the game.
struct Placement {
    int early;
    int late;
};

constexpr Placement placement_of_man(Square square) {
    const int row = square.row();                      // 1: Black's back row
    const int advance = 10 - row;                      // 0..9
    const int column = square.column();                // 1..10
    const int centre = std::min(column, 11 - column);  // 1 at the edge .. 5
    Placement value{};
    value.early = 2 * advance + (centre - 3) * (row >= 4 && row <= 7 ? 3 : 1);
    value.late = 5 * advance + (centre == 1 ? -2 : 0);
    if (row == 10) value.early += 4;  // the back row keeps the enemy from promoting
    if (row == 10) value.late += 2;
    return value;
}

/// The rows two by two: five 11-bit parts of a Bitboard, the ghost included.
constexpr int kParts = 5;
constexpr std::size_t kPartStates = 1 << 11;
using PlacementTable = std::array<std::array<std::int32_t, kPartStates>, kParts>;

/// Early in the low half, late in the high half, so that one addition sums both.
constexpr std::int32_t packed(Placement placement) {
    return placement.late * 65536 + placement.early;
}

constexpr PlacementTable make_table(Color color) {
    PlacementTable table{};
    for (std::size_t part = 0; part < kParts; ++part) {
        for (std::size_t state = 1; state < kPartStates; ++state) {
            const int low = std::countr_zero(state);
            const int bit = static_cast<int>(part) * 11 + low;
            std::int32_t value = table[part][state & (state - 1)];
            if (low < 10 && bit < 54) {
                const Square square = Square::from_bit(bit);
                value += packed(placement_of_man(color == Color::White ? square : square.turned()));
            }
            table[part][state] = value;
        }
    }
    return table;
}

constexpr PerColor<PlacementTable> kPlacement{make_table(Color::White), make_table(Color::Black)};

std::int32_t placement_of(const PlacementTable& table, Bitboard men) {
    std::int32_t sum = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
        sum += table[part][men.bits() >> (11 * part) & (kPartStates - 1)];
    }
    return sum;
}

/// Men two steps from promotion at most with the way free. Of White's men only the three rows in
/// front of the promotion row are looked at.
template <Color Us>
int free_runs(const Position& position) {
    constexpr Direction kWest = Us == Color::White ? Direction::NorthWest : Direction::SouthWest;
    constexpr Direction kEast = Us == Color::White ? Direction::NorthEast : Direction::SouthEast;
    const Bitboard empty = position.empty();
    const Bitboard enemies = position.pieces(opposite(Us));
    // Squares of the promotion row a man can step on, and those one row before from which it can
    const Bitboard goal = kPromotionRow[Us] & empty;
    const Bitboard before =
        (goal.shifted<opposite(kWest)>() | goal.shifted<opposite(kEast)>()) & kAllSquares;
    int runs = (position.men(Us) & before).count();
    const Bitboard next_to_enemy = enemies.shifted<kWest>() | enemies.shifted<kEast>() |
                                   enemies.shifted<opposite(kWest)>() |
                                   enemies.shifted<opposite(kEast)>();
    const Bitboard safe = before & empty & (kAllSquares - next_to_enemy);
    const Bitboard two_before =
        (safe.shifted<opposite(kWest)>() | safe.shifted<opposite(kEast)>()) & kAllSquares;
    runs += (position.men(Us) & two_before).count();
    return runs;
}

}  // namespace

Score evaluate(const Position& position) {
    const Color us = position.side_to_move();
    const Color them = opposite(us);
    const int men = position.men(us).count() - position.men(them).count();
    const int kings = position.kings(us).count() - position.kings(them).count();
    const std::int32_t placement = placement_of(kPlacement[us], position.men(us)) -
                                   placement_of(kPlacement[them], position.men(them));
    const int early = static_cast<std::int16_t>(placement & 0xFFFF);
    const int late = (placement - early) / 65536;
    const int pieces = std::min(40, position.occupied().count());
    int score = kMan * men + kKing * kings + kTempo;
    score += (early * pieces + late * (40 - pieces)) / 40;
    score -= kImbalance * (wing_imbalance(position.men(us)) - wing_imbalance(position.men(them)));
    const int white_runs = free_runs<Color::White>(position);
    const int black_runs = free_runs<Color::Black>(position);
    score += kFreeRun * (us == Color::White ? white_runs - black_runs : black_runs - white_runs);
    if (position.kings(us).any() || position.kings(them).any()) {
        const bool ours = (position.kings(us) & kLongDiagonal).any();
        const bool theirs = (position.kings(them) & kLongDiagonal).any();
        if (ours && !theirs) score += kMainDiagonal;
        if (theirs && !ours) score -= kMainDiagonal;
        score = score * share_of_score(position, score > 0 ? us : them) / kWholeShare;
    }
    return Score::clamped(score);
}

}  // namespace meerslag

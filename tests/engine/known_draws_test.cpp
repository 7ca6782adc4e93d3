// Known draws: each case with its edges, and how often such leads are really won.
#include "engine/known_draws.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "core/movegen.hpp"
#include "engine/weights.hpp"
#include "protocol/user_bitbases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

int share_of_white(std::string_view fen) { return share_of_score(position_of(fen), Color::White); }

}  // namespace

TEST_CASE("the main line is the ten squares from 46 to 5", "[engine][known-draws]") {
    Bitboard squares{};
    for (const int number : {46, 41, 37, 32, 28, 23, 19, 14, 10, 5}) {
        squares |= Bitboard{Square::from_number(number)};
    }
    CHECK(kLongDiagonal == squares);
    CHECK(kLongDiagonal.turned() == kLongDiagonal);
}

TEST_CASE("a lead against men alone counts whole", "[engine][known-draws]") {
    CHECK(share_of_white("W:WK1:B2") == kWholeShare);
    CHECK(share_of_white("W:WK1,K2:B28") == kWholeShare);  // a man on the main line is no king
    CHECK(share_of_white("W:WK1,K2,K3:B28") == kWholeShare);
    CHECK(share_of_white("W:WK1,K2,K3,31:B8,9,28") == kWholeShare);
}

TEST_CASE("a lead with two pieces or one against a king is next to nothing",
          "[engine][known-draws]") {
    CHECK(share_of_white("W:WK1:BK28") == 1);
    CHECK(share_of_white("W:WK1,K2:BK28") == 1);
    CHECK(share_of_white("W:WK1,K2:BK27") == 1);
    CHECK(share_of_white("W:W31,K2:BK27") == 1);
    CHECK(share_of_white("W:W31,36:BK27") == 1);
    CHECK(share_of_white("W:WK1,K2:BK27,8") == 1);
    // A third piece
    CHECK(share_of_white("W:WK1,K2,36:BK27") == 4);
}

TEST_CASE("with three pieces the king's line decides", "[engine][known-draws]") {
    for (const Square square : kLongDiagonal) {
        CHECK(share_of_white(fmt::format("W:WK1,K2,31:BK{}", square.number())) == 1);
    }
    for (const int beside : {4, 47, 40, 33, 22, 27}) {
        CHECK(share_of_white(fmt::format("W:WK1,K2,31:BK{}", beside)) == 4);
    }
    CHECK(share_of_white("W:W31,32,33:BK28") == 1);
    CHECK(share_of_white("W:WK1,K2,31:BK28,8") == 1);
    CHECK(share_of_white("W:WK1,K2,31:BK27,8") == 4);
    CHECK(share_of_white("W:WK1,K2,31:BK27,28") == 4);  // only a man stands there
    CHECK(share_of_white("W:WK1,K2,31:BK27,K28") == 1);
    // The stronger side's own king there changes nothing
    CHECK(share_of_white("W:WK5,K2,31:BK27") == 4);
}

TEST_CASE("with four pieces and more a lead of three counts whole", "[engine][known-draws]") {
    CHECK(share_of_white("W:WK1,K2,K3,31:BK28") == kWholeShare);
    CHECK(share_of_white("W:WK1,K2,K3,31:BK27") == kWholeShare);
    CHECK(share_of_white("W:WK1,K2,K3,31:BK28,8") == 2);
    CHECK(share_of_white("W:WK1,K2,K3,31:BK27,8") == 4);
    CHECK(share_of_white("W:WK1,K2,K3,31,36:BK28,8") == kWholeShare);
    CHECK(share_of_white("W:WK1,K2,K3,31,36:BK28,8,9") == 2);
    CHECK(share_of_white("W:WK1,K2,K3,31,36:BK27,8,9") == 4);
    // So it does not depend on the number of kings, nor when the pieces are equally many
    CHECK(share_of_white("W:W31,32,33,36:BK28,K14,8,9") == 2);
    CHECK(share_of_white("W:W31,32,33,36:BK27,K15,8,9") == 4);
}

TEST_CASE("the turned board with colours swapped has the same share", "[engine][known-draws]") {
    SplitMix64 random{41};
    std::array<int, kWholeShare + 1> seen{};
    for (int i = 0; i < 20'000; ++i) {
        const Position position = random_placement(random, {.most_pieces = 10, .king_percent = 50});
        for (const Color strong : kColors) {
            const int share = share_of_score(position, strong);
            REQUIRE(share >= 0);
            REQUIRE(share <= kWholeShare);
            CHECK(share_of_score(position.turned(), opposite(strong)) == share);
            ++seen[static_cast<std::size_t>(share)];
        }
    }
    for (const std::size_t share : {1U, 2U, 4U, 8U}) CHECK(seen[share] > 100);
}

// ----- measured ----------------------------------------------------------------------------------

namespace {

enum class Strong : bool { KingsAlone, WithMen };

/// Positions of one kind, with the side that the weights see ahead.
struct LeadCounts {
    int positions = 0;
    int won = 0;
    int lost = 0;
    double score = 0;  ///< summed up, before the share. Unit: men.
};

/// The score that stands for the mean result, as learning has it; half a point is added so that it
/// has one also where all are won. Unit: men.
double worth_of_results(const LeadCounts& kind) {
    const double expected = (kind.positions + kind.won - kind.lost + 1) / 2.0;
    return 1.65 * std::log(expected / (kind.positions + 1 - expected));
}

}  // namespace

TEST_CASE("how many leads against a king are won, by the bitbases", "[.measure][known-draws]") {
    constexpr int kPlacements = 20'000;  // of each material
    const auto bitbases = open_user_bitbases("").bitbases;
    const auto weights = embedded_weights();
    SplitMix64 random{42};
    // Pieces of the side ahead and of the other, whether this has a king on the main line, men of
    // the side ahead, and the share
    std::map<std::tuple<int, int, bool, Strong, int>, LeadCounts> kinds;
    for (int pieces = 2; pieces <= bitbases->max_pieces(); ++pieces) {
        for (const Material& material : slices_with(pieces)) {
            if (bitbases->find(material) == nullptr) continue;
            const PerColor<PieceCounts> counts{{material.men.white, material.kings.white},
                                               {material.men.black, material.kings.black}};
            for (int i = 0; i < kPlacements; ++i) {
                const Position position = random_placement(random, counts);
                const Color us = position.side_to_move();
                if (has_capture(position) || has_capture(position, opposite(us))) continue;
                const MenStates states =
                    states_of({position.men(Color::White), position.men(Color::Black)}, us);
                const int sum = weights->linear_sum(position, states) +
                                weights->network.evaluate(position, states.windows);
                if (sum == 0) continue;
                const Color strong = sum > 0 ? us : opposite(us);
                const Color weak = opposite(strong);
                const auto outcome = bitbases->probe(position);
                if (!outcome || position.kings(weak).is_empty()) continue;
                LeadCounts& kind =
                    kinds[{position.pieces(strong).count(), position.pieces(weak).count(),
                           (position.kings(weak) & kLongDiagonal).any(),
                           position.men(strong).any() ? Strong::WithMen : Strong::KingsAlone,
                           share_of_score(position, strong)}];
                ++kind.positions;
                kind.score += std::abs(sum) / static_cast<double>(kWeightUnits);
                if (*outcome == Outcome::Draw) continue;
                ++((*outcome == Outcome::Win) == (strong == us) ? kind.won : kind.lost);
            }
        }
    }
    REQUIRE_FALSE(kinds.empty());
    fmt::print(
        "| pieces | the side ahead | king on the main line | positions | won, % | drawn, % "
        "| lost, % | share | score before it | after it | results are worth |\n");
    for (const auto& [key, kind] : kinds) {
        if (kind.positions < 200) continue;  // too few to tell
        const auto& [strong, weak, is_on_line, men, share] = key;
        const double n = kind.positions;
        const double score = kind.score / n;
        fmt::print(
            "| {} v {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {}/{} | {:+.2f} | {:+.2f} | "
            "{:+.2f} |\n",
            strong, weak, men == Strong::WithMen ? "with men" : "kings alone",
            is_on_line ? "yes" : "no", kind.positions, 100 * kind.won / n,
            100 * (n - kind.won - kind.lost) / n, 100 * kind.lost / n, share, kWholeShare, score,
            score * share / kWholeShare, worth_of_results(kind));
    }
}

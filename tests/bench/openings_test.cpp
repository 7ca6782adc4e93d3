// Openings: where they come from, and that none comes twice.
#include "bench/openings.hpp"

#include <algorithm>
#include <set>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

std::vector<std::string> first_fens(OpeningSettings settings, std::size_t count) {
    Openings openings{std::move(settings)};
    std::vector<std::string> fens;
    for (std::size_t i = 0; i < count; ++i) {
        const auto opening = openings.at(i);
        if (!opening) break;
        fens.push_back(format_fen(opening->position));
    }
    return fens;
}

}  // namespace

TEST_CASE("the seed draws the order of the ballots, each once", "[bench][openings]") {
    const auto first = first_fens({ballot_openings(), std::nullopt, 1}, 100);
    CHECK(first.size() == 79);
    CHECK(std::set<std::string>(first.begin(), first.end()).size() == 79);
    CHECK(first == first_fens({ballot_openings(), std::nullopt, 1}, 100));
    auto second = first_fens({ballot_openings(), std::nullopt, 2}, 100);
    CHECK(second != first);
    CHECK(std::is_permutation(second.begin(), second.end(), first.begin()));
}

TEST_CASE("random openings follow the fixed ones, none twice", "[bench][openings]") {
    const OpeningSettings settings{ballot_openings(), RandomOpenings{6}, 1};
    CHECK_FALSE(Openings{settings}.count());
    const auto fens = first_fens(settings, 99);
    REQUIRE(fens.size() == 99);
    CHECK(std::set<std::string>(fens.begin(), fens.end()).size() == 99);
    CHECK(fens == first_fens(settings, 99));
    for (const std::string& fen : fens) CHECK(has_move(parse_fen(fen)->position));
}

TEST_CASE("random openings come to an end where there are no more", "[bench][openings]") {
    // One ply from the start: nine positions, and a search finds all of them even.
    CHECK(first_fens({{}, RandomOpenings{1}, 1}, 20).size() <= 9);
}

TEST_CASE("the same position is no second opening", "[bench][openings]") {
    const auto openings = fen_openings("# two of three\nW:W31:B20\n\nW:WK31:B20\nW:W31:B20\n", "f");
    REQUIRE(openings);
    REQUIRE(openings->size() == 3);
    CHECK((*openings)[1].name == "f, 2");
    CHECK(Openings{{*openings, std::nullopt, 1}}.count() == 2);
}

TEST_CASE("an opening in which the game is over is an error", "[bench][openings]") {
    CHECK_FALSE(fen_openings("W:W:B20\n", "f"));
    CHECK_FALSE(fen_openings("W:W31:B\n", "f"));
    CHECK_FALSE(fen_openings("W:W31:B20\nnonsense\n", "f"));
}

TEST_CASE("PDN games open with their first moves", "[bench][openings]") {
    constexpr std::string_view text =
        "[Event \"a\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n[Event \"b\"]\n1. 32-27 *\n";
    const auto two = pdn_openings(text, "f", 2);
    REQUIRE(two);
    REQUIRE(two->size() == 2);
    CHECK((*two)[0].name == "f, game 1");
    CHECK(format_fen((*two)[0].position) ==
          "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,"
          "12,13,14,15,16,17,18,20,23");
    CHECK((*two)[1].position.side_to_move() == Color::Black);
    CHECK((*pdn_openings(text, "f", 99))[0].position.occupied().count() == 38);
}

TEST_CASE("a PDN game whose opening cannot be read is an error", "[bench][openings]") {
    constexpr std::string_view text = "1. 32-28 19-23 2. 28x19 20-24 *\n";
    CHECK(pdn_openings(text, "f", 3));
    const auto four = pdn_openings(text, "f", 4);
    REQUIRE_FALSE(four);
    CHECK(four.error().reason.starts_with("line 1: game 1, ply 4: 20-24: a capture is"));
}

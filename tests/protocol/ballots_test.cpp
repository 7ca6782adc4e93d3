#include "protocol/ballots.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("there are 79 two-move ballots, each once", "[protocol][ballots]") {
    const std::vector<Position> ballots = ballot_positions();
    REQUIRE(ballots.size() == 79);
    for (auto it = ballots.begin(); it != ballots.end(); ++it) {
        CHECK(std::find(std::next(it), ballots.end(), *it) == ballots.end());
        CHECK(it->side_to_move() == Color::White);
        CHECK(it->occupied().count() == 40);
    }
}

// The two-move ballots against the project's list.
#include "protocol/ballots.hpp"

#include "core/fen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"

using namespace meerslag;

TEST_CASE("the ballots are the 79 of the match files, in order", "[protocol][ballots]") {
    std::vector<std::string> ballots;
    for (const Position& ballot : ballot_positions()) ballots.push_back(format_fen(ballot));
    std::vector<std::string> expected;
    for (const auto& row : test::read_data_table("ballots.fen")) expected.push_back(row.at(0));
    CHECK(expected.size() == 79);
    CHECK(ballots == expected);
}

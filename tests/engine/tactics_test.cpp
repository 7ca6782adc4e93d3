// Combinations: one move wins material by force, every other does not.
#include <cstdint>
#include <string>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/positions.hpp"

namespace meerslag {
namespace {

struct Tally {
    int tried = 0;
    int solved = 0;
};

/// Every `step`-th position of the table, each with so many nodes.
Tally solve(std::size_t step, std::uint64_t nodes) {
    EngineOptions options;
    options.table_bytes = std::uint64_t{4} << 20;
    Engine engine{options};
    Tally tally;
    const auto rows = test::read_data_table("tactics.tsv");
    for (std::size_t i = 0; i < rows.size(); i += step) {
        const Position position = test::position_of(rows[i].at(1));
        const auto wanted = parse_move(rows[i].at(2), position);
        REQUIRE(wanted.has_value());
        engine.new_game();
        const SearchResult result =
            engine.search(Game{position}, {.nodes = nodes}, SearchMode::Think, {});
        ++tally.tried;
        if (result.best == *wanted) ++tally.solved;
    }
    return tally;
}

TEST_CASE("nine in ten combinations are seen within a few milliseconds' nodes",
          "[engine][tactics]") {
    const Tally tally = solve(4, 20'000);
    CHECK(tally.tried == 40);
    CHECK(tally.solved * 10 >= tally.tried * 9);
}

TEST_CASE("97 in a hundred combinations are seen within a million nodes",
          "[engine][tactics][.slow]") {
    const Tally tally = solve(1, 1'000'000);
    CHECK(tally.tried == 160);
    CHECK(tally.solved * 100 >= tally.tried * 97);
}

}  // namespace
}  // namespace meerslag

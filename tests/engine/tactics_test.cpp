// Combinations: one move wins material by force, every other does not.
#include <cstdint>

#include "core/game.hpp"
#include "engine/embedded_data.hpp"
#include "engine/engine.hpp"
#include "engine/tactics_suite.hpp"
#include "tests/support/catch.hpp"

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
    const auto tasks = parse_tactics(embedded_tactics());
    REQUIRE(tasks.has_value());
    for (std::size_t i = 0; i < tasks->size(); i += step) {
        const TacticsTask& task = (*tasks)[i];
        engine.new_game();
        const SearchResult result =
            engine.search(Game{task.position}, {.nodes = nodes}, SearchMode::Think, {});
        ++tally.tried;
        if (result.best == task.best) ++tally.solved;
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

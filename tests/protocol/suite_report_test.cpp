// Reports of the bench suites.
#include "protocol/suite_report.hpp"

#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

std::vector<SolvedTask> two_tasks() {
    const auto tasks = parse_tactics("one\tW:W28,33,39:B19\t28-23\ntwo\tW:W28,33,39:B19\t39-34\n");
    REQUIRE(tasks);
    const Move best = (*tasks)[0].best;
    TacticsResult solved{TacticsResult::Moment{3, 120, std::chrono::microseconds{1500}}, best, {}};
    TacticsResult unsolved{std::nullopt, best, {}};
    return {{(*tasks)[0], solved}, {(*tasks)[1], unsolved}};
}

}  // namespace

TEST_CASE("a table of tactics ends with the count", "[protocol][bench]") {
    CHECK(format_tactics(two_tasks()) ==
          "task       best chosen  depth        nodes   seconds\n"
          "one       28-23  28-23      3          120     0.002\n"
          "two       39-34  28-23  not solved\n"
          "solved 1 of 2\n");
    const auto json = tactics_json(two_tasks());
    CHECK(json["solved"] == 1);
    CHECK(json["tasks"][0]["nodes"] == 120);
    CHECK_FALSE(json["tasks"][1].contains("nodes"));
}

TEST_CASE("speeds are compared with the first run", "[protocol][bench]") {
    const std::vector<SpeedRun> runs{{1, {2'000'000, std::chrono::seconds{2}}},
                                     {2, {3'000'000, std::chrono::seconds{1}}}};
    CHECK(format_speed(15, runs) ==
          "40 positions to depth 15\n"
          "threads        nodes   seconds M nodes/s   speed  to depth\n"
          "      1      2000000     2.000      1.00    1.00      1.00\n"
          "      2      3000000     1.000      3.00    3.00      2.00\n");
    CHECK(speed_json(15, runs)["runs"][1]["nodes_per_second"] == 3e6);
}

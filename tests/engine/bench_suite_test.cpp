// The bench suite: the same nodes every time.
#include "engine/bench_suite.hpp"

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

TEST_CASE("the bench suite counts the same nodes every time", "[engine][bench]") {
    std::size_t told = 0;
    const BenchResult first = run_bench(5, [&told](std::size_t done) { told = done; });
    CHECK(told == bench_position_count());
    CHECK(first.nodes > 0);
    CHECK(run_bench(5, {}).nodes == first.nodes);
    CHECK(run_bench(6, {}).nodes > first.nodes);
}

}  // namespace
}  // namespace meerslag

// TimeManager: never over the clock, and something sensible below it. No clock is read.
#include "engine/time_manager.hpp"

#include "core/random.hpp"
#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;
using Duration = TimeManager::Duration;

constexpr milliseconds kOverhead{50};
const SearchParams kParams;

TimeManager manager_of(int left, int increment, int moves = 0) {
    return TimeManager{
        {.clock = Clock{milliseconds{left}, milliseconds{increment}, moves}}, kOverhead, kParams};
}

TEST_CASE("without a limit on time a search is never stopped by it", "[engine][time]") {
    const TimeManager manager{{.depth = 5, .nodes = 100}, kOverhead, kParams};
    CHECK_FALSE(manager.must_stop(std::chrono::hours{1000}));
    CHECK_FALSE(manager.is_enough(std::chrono::hours{1000}, {}));
}

TEST_CASE("a fixed time is used in full", "[engine][time]") {
    const TimeManager manager{{.move_time = milliseconds{200}}, kOverhead, kParams};
    CHECK_FALSE(manager.must_stop(milliseconds{199}));
    CHECK(manager.must_stop(milliseconds{200}));
    CHECK_FALSE(manager.is_enough(milliseconds{199}, {.iterations_unchanged = 20}));
}

TEST_CASE("the clock given is without the increment of this move", "[engine][time]") {
    const TimeManager manager = manager_of(-1400, 2000);
    REQUIRE(manager.latest().has_value());
    CHECK(*manager.latest() > Duration{0});
    CHECK(*manager.latest() <= milliseconds{600} - kOverhead);
}

TEST_CASE("a clock at or below 0 means to move at once, not to think for ever", "[engine][time]") {
    for (const int left : {0, -1, -5000}) {
        CAPTURE(left);
        CHECK(manager_of(left, 0).must_stop(Duration{0}));
    }
}

TEST_CASE("no search may take what the clock does not have", "[engine][time]") {
    SplitMix64 random{5};
    for (int i = 0; i < 10000; ++i) {
        const auto left = static_cast<int>(random.below(300000)) - 3000;
        const auto increment = random.below(2) == 0 ? 0 : static_cast<int>(random.below(5000));
        const auto moves = random.below(2) == 0 ? 0 : static_cast<int>(random.below(60));
        CAPTURE(left, increment, moves);
        const TimeManager manager = manager_of(left, increment, moves);
        REQUIRE(manager.latest().has_value());
        const auto available =
            std::max(milliseconds{0}, milliseconds{left + increment} - kOverhead);
        REQUIRE(*manager.latest() <= available);
    }
}

TEST_CASE("a whole game fits into any clock, each move thought about as long as allowed",
          "[engine][time]") {
    struct Control {
        milliseconds time, increment;
        int moves;
    };
    for (const Control& control : {Control{milliseconds{1000}, milliseconds{10}, 0},
                                   {milliseconds{60000}, {}, 0},
                                   {milliseconds{300000}, {}, 50},
                                   {milliseconds{5000}, milliseconds{2000}, 0},
                                   {milliseconds{100}, {}, 0},
                                   {milliseconds{10000}, milliseconds{100}, 10}}) {
        CAPTURE(control.time.count(), control.increment.count(), control.moves);
        Duration left = control.time;
        for (int move = 0; move < 200; ++move) {
            const int to_go = control.moves == 0 ? 0 : control.moves - move % control.moves;
            if (to_go == control.moves && control.moves != 0 && move > 0) left += control.time;
            const TimeManager manager{
                {.clock = Clock{std::chrono::floor<milliseconds>(left), control.increment, to_go}},
                kOverhead,
                kParams};
            left += control.increment;
            left -= *manager.latest();
            REQUIRE(left >= Duration{0});
        }
    }
}

TEST_CASE("a stable move takes less time, a falling score more", "[engine][time]") {
    const TimeManager manager = manager_of(60000, 0);
    const auto needed = [&manager](const Stability& stability) {
        int spent = 0;
        while (!manager.is_enough(milliseconds{spent}, stability)) ++spent;
        return spent;
    };
    CHECK(needed({.iterations_unchanged = 8}) < needed({}));
    CHECK(needed({.score_drop = 40}) > needed({}));
    CHECK(milliseconds{needed({.score_drop = 10000})} <= *manager.latest());
}

TEST_CASE("a best move that keeps changing gets more time than one that stays", "[engine][time]") {
    const TimeManager manager = manager_of(60000, 0);
    int spent = 0;
    while (!manager.is_enough(milliseconds{spent}, {.iterations_unchanged = 3})) ++spent;
    CHECK_FALSE(manager.is_enough(milliseconds{spent}, {.iterations_unchanged = 0}));
}

TEST_CASE("an increment is thought about, also when little time is left", "[engine][time]") {
    const TimeManager manager = manager_of(100, 2000);
    CHECK_FALSE(manager.is_enough(milliseconds{500}, {}));
    CHECK(*manager.latest() <= milliseconds{2100} - kOverhead);
}

TEST_CASE("a clock that has run low fills up again out of the increments", "[engine][time]") {
    // Each move thought about as long as allowed, and 4 ms more on its way
    Duration left = milliseconds{60};
    for (int move = 0; move < 200; ++move) {
        const TimeManager manager{
            {.clock = Clock{std::chrono::floor<milliseconds>(left), milliseconds{100}, 0}},
            kOverhead,
            kParams};
        left += milliseconds{100} - *manager.latest() - milliseconds{4};
        REQUIRE(left > Duration{0});
    }
    CHECK(left > 2 * kOverhead);
}

TEST_CASE("few moves to the control get the time that is there", "[engine][time]") {
    CHECK(*manager_of(10000, 0, 1).latest() > *manager_of(10000, 0, 2).latest());
    CHECK(*manager_of(10000, 0, 1).latest() == milliseconds{9950});
    CHECK(*manager_of(10000, 0, 2).latest() > *manager_of(10000, 0, 40).latest());
}

}  // namespace
}  // namespace meerslag

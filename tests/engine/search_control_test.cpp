// SearchControl: orders and time, by a clock that the test moves.
#include "engine/search_control.hpp"

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr milliseconds kOverhead{50};
constexpr Stability kEasy{.iterations_unchanged = 8};

/// A control and its clock.
struct Watched {
    SearchParams params = {};
    SearchControl::Clock::time_point now = {};
    SearchControl control{params, [this] { return now; }};

    Watched(const SearchLimits& limits, SearchMode mode, MoveChoice choice = MoveChoice::Free) {
        control.prepare();
        control.start(limits, mode, kOverhead, choice);
    }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    void pass(milliseconds time) { now += time; }
    /// How long it goes on from here when no iteration ends.
    milliseconds goes_on() {
        milliseconds time{0};
        for (; !control.must_stop(); time += milliseconds{1}) pass(milliseconds{1});
        return time;
    }
};

SearchLimits clock_of(milliseconds left, milliseconds increment = {}, int moves = 0) {
    return {.clock = Clock{left, increment, moves}};
}

TEST_CASE("a search without limits ends by stop() alone", "[engine][time]") {
    Watched watched{{}, SearchMode::Analyze};
    watched.pass(minutes{100'000});
    CHECK_FALSE(watched.control.is_enough(kEasy));
    CHECK_FALSE(watched.control.must_stop());
    watched.control.stop();
    CHECK(watched.control.must_stop());
}

TEST_CASE("a time for the move is used in full, easy or not", "[engine][time]") {
    Watched watched{{.move_time = milliseconds{300}}, SearchMode::Think};
    watched.pass(milliseconds{299});
    CHECK_FALSE(watched.control.is_enough(kEasy));
    CHECK_FALSE(watched.control.must_stop());
    watched.pass(milliseconds{1});
    CHECK(watched.control.must_stop());
    CHECK(watched.control.is_stopped());
}

TEST_CASE("on a clock an easy move is played before a hard one, and none after all time",
          "[engine][time]") {
    for (const SearchLimits& limits :
         {clock_of(minutes{1}), clock_of(seconds{5}, seconds{2}), clock_of(minutes{5}, {}, 50)}) {
        CAPTURE(limits.clock->left.count());
        Watched watched{limits, SearchMode::Think};
        const milliseconds most = Watched{limits, SearchMode::Think}.goes_on();
        CHECK(most < limits.clock->left + limits.clock->increment - kOverhead);
        int easy_at = 0;
        for (; !watched.control.is_enough(kEasy); ++easy_at) watched.pass(milliseconds{1});
        CHECK_FALSE(watched.control.is_enough({.score_drop = 40}));
        CHECK(milliseconds{easy_at} < most / 2);
    }
}

TEST_CASE("the clock stands still while pondering", "[engine][time]") {
    const milliseconds alone = Watched{clock_of(minutes{1}), SearchMode::Think}.goes_on();
    Watched watched{clock_of(minutes{1}), SearchMode::Ponder};
    watched.pass(minutes{10});
    CHECK_FALSE(watched.control.must_stop());
    watched.control.ponder_hit();
    CHECK(watched.goes_on() == alone);
}

TEST_CASE("time thought while pondering counts for the move", "[engine][time]") {
    Watched watched{clock_of(minutes{1}), SearchMode::Ponder};
    watched.pass(seconds{20});
    CHECK_FALSE(watched.control.is_enough({}));  // the move pondered on may not come
    CHECK_FALSE(watched.control.must_stop());
    watched.control.ponder_hit();
    CHECK(watched.control.must_stop());

    Watched unclear{clock_of(minutes{1}), SearchMode::Ponder};
    unclear.pass(milliseconds{1});
    CHECK_FALSE(unclear.control.is_enough({}));
    unclear.control.ponder_hit();
    CHECK_FALSE(unclear.control.must_stop());
    unclear.pass(seconds{3});
    CHECK(unclear.control.is_enough({}));
}

TEST_CASE("a forced move takes one iteration, unless it is analysed", "[engine][time]") {
    CHECK(
        Watched(clock_of(minutes{1}), SearchMode::Think, MoveChoice::Forced).control.is_enough({}));
    CHECK_FALSE(Watched({}, SearchMode::Analyze, MoveChoice::Forced).control.is_enough({}));
    Watched pondered{clock_of(minutes{1}), SearchMode::Ponder, MoveChoice::Forced};
    CHECK_FALSE(pondered.control.is_enough({}));
    pondered.control.ponder_hit();
    CHECK(pondered.control.must_stop());
}

TEST_CASE("an order to stop that comes before the start is not lost", "[engine][time]") {
    const SearchParams params;
    SearchControl control{params};
    control.prepare();
    control.stop();
    control.start({}, SearchMode::Analyze, kOverhead, MoveChoice::Free);
    CHECK(control.must_stop());
    control.prepare();
    CHECK_FALSE(control.is_stopped());
}

}  // namespace
}  // namespace meerslag

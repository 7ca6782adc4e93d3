// Progress: the bar and the lines.
#include "protocol/progress.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;
using Seconds = std::chrono::duration<double>;

TEST_CASE("durations read like a clock from a minute on", "[protocol][progress]") {
    CHECK(format_duration(Seconds{8.34}) == "8.3 s");
    CHECK(format_duration(Seconds{59.96}) == "1:00");
    CHECK(format_duration(Seconds{125}) == "2:05");
    CHECK(format_duration(Seconds{3725}) == "1:02:05");
    CHECK(format_duration(Seconds{-1}) == "0.0 s");
}

TEST_CASE("counts keep three digits", "[protocol][progress]") {
    CHECK(format_count(0) == "0");
    CHECK(format_count(999) == "999");
    CHECK(format_count(12345) == "12.3 k");
    CHECK(format_count(999'900) == "1.00 M");
    CHECK(format_count(4'560'000) == "4.56 M");
    CHECK(format_count(6.85e9) == "6.85 G");
}

TEST_CASE("progress shows share, rate and time left", "[protocol][progress]") {
    const ProgressState state{"perft suite", "lines", 50, 200, Seconds{10}};
    CHECK(format_progress(state, 0) == "perft suite: 25 %, 50 of 200 lines, 5/s, 30.0 s left");
    CHECK(format_progress(state, 8) ==
          "perft suite: [##......] 25 %, 50 of 200 lines, 5/s, 30.0 s left");
}

TEST_CASE("progress without a total shows count and rate", "[protocol][progress]") {
    const ProgressState state{"reading", "games", 3'000, 0, Seconds{2}};
    CHECK(format_progress(state, 8) == "reading: 3.00 k games, 1.50 k/s");
}

TEST_CASE("slow progress shows the time of one unit", "[protocol][progress]") {
    const ProgressState state{"bitbases", "slices", 2, 3, Seconds{20}};
    CHECK(format_progress(state, 0) == "bitbases: 66 %, 2 of 3 slices, 10.0 s each, 10.0 s left");
}

TEST_CASE("what an earlier run did is counted, but not in the rate", "[protocol][progress]") {
    CHECK(format_progress({"match", "games", 260, 400, Seconds{200}, 220}, 0) ==
          "match: 65 %, 260 of 400 games, 5.0 s each, 11:40 left");
    CHECK(format_progress({"match", "games", 220, 400, Seconds{2}, 220}, 0) ==
          "match: 55 %, 220 of 400 games");
}

TEST_CASE("progress before anything is done names the task", "[protocol][progress]") {
    CHECK(format_progress({"fit", "epochs", 0, 4, Seconds{0}}, 0) == "fit: 0 %, 0 of 4 epochs");
}

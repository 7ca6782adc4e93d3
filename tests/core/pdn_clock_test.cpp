// Clock commands in PDN comments.
#include "core/pdn_clock.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

TEST_CASE("clock commands are taken out of a comment", "[core][pdn]") {
    PdnClocks clocks;
    CHECK(take_clocks("[%clk 1:55:21] good [%emt 0:00:03]  move", clocks) == "good move");
    CHECK(clocks.remaining == 1h + 55min + 21s);
    CHECK(clocks.elapsed_move == 3s);
    CHECK_FALSE(clocks.running);
}

TEST_CASE("both clocks are read, the running one by its upper case", "[core][pdn]") {
    PdnClocks clocks;
    CHECK(take_clocks("[%clock w0:00:20 B0:00:25]", clocks).empty());
    CHECK(clocks.both == PerColor<std::optional<std::chrono::seconds>>{20s, 25s});
    CHECK(clocks.running == Color::Black);
    PdnClocks plain;
    CHECK(take_clocks("[%clock 0:10 0:20]", plain).empty());
    CHECK(plain.both.white == 10min);
    CHECK(plain.both.black == 20min);
}

TEST_CASE("what is no clock command stays in the comment", "[core][pdn]") {
    PdnClocks clocks;
    for (const auto* text :
         {"[%eval 1.2] x", "[%clk soon]", "[%clock]", "[%clk 1:99]", "[%clk", "[%", "[%clk -1:00]",
          "[%clock x0:10]", "[%clock 0:1 0:1 0:1]", "[%clk 0:00:00:00]", "[%clk :]", "[%clk 1:]"}) {
        CAPTURE(text);
        CHECK(take_clocks(text, clocks) == text);
    }
    CHECK(clocks.is_empty());
}

TEST_CASE("clocks are written as they are read", "[core][pdn]") {
    PdnClocks clocks;
    const std::string text =
        "[%clk 1:55:21] [%mct 0:01:00] [%egt 2:00:00] [%emt 0:00:03] [%clock W0:00:20 b0:00:25]";
    CHECK(take_clocks(text, clocks).empty());
    CHECK(format_clocks(clocks) == text);
    CHECK(format_clocks(PdnClocks{}).empty());
}

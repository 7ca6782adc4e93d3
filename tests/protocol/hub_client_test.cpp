// The caller's side of Hub, versions 1 and 2.
#include "protocol/hub_client.hpp"

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

using Reason = std::optional<std::string>;

std::vector<HubParam> declared() {
    return {{"threads", "1", "int", "1", "64", {}},
            {"contempt", "0.0", "real", "-1.5", "1.5", {}},
            {"book", "false", "bool", "", "", {}},
            {"variant", "normal", "enum", "", "", {"normal", "killer"}},
            {"eval-file", "", "string", "", "", {}}};
}

/// A king each, and a move by White.
Game short_game() {
    const Position start = parse_fen("W:WK1:BK50").value().position;
    Game game{start};
    game.play(parse_move("1-7", start).value());
    return game;
}

using Lines = std::vector<std::string>;

constexpr std::chrono::milliseconds kSecond{1000};

}  // namespace

TEST_CASE("a parameter can be set to what the engine has declared", "[protocol][hub]") {
    CHECK_FALSE(parameter_obstacle(declared(), "threads", "64"));
    CHECK_FALSE(parameter_obstacle(declared(), "contempt", "-1.5"));
    CHECK_FALSE(parameter_obstacle(declared(), "book", "true"));
    CHECK_FALSE(parameter_obstacle(declared(), "variant", "killer"));
    CHECK_FALSE(parameter_obstacle(declared(), "eval-file", "no matter what"));
}

TEST_CASE("a parameter that is not declared, or not so, is an obstacle", "[protocol][hub]") {
    CHECK(parameter_obstacle(declared(), "thread", "1") ==
          Reason{"it has no parameter thread; it declares threads, contempt, book, variant, "
                 "eval-file"});
    CHECK(parameter_obstacle({}, "threads", "1") ==
          Reason{"it has no parameter threads; it declares none"});
    CHECK(parameter_obstacle(declared(), "threads", "65") ==
          Reason{"its parameter threads takes a whole number from 1 to 64, not '65'"});
    CHECK(parameter_obstacle(declared(), "threads", "two"));
    CHECK(parameter_obstacle(declared(), "contempt", "2"));
    CHECK(parameter_obstacle(declared(), "book", "yes") ==
          Reason{"its parameter book takes true or false, not 'yes'"});
    CHECK(parameter_obstacle(declared(), "variant", "frisian") ==
          Reason{"its parameter variant takes one of normal, killer, not 'frisian'"});
}

TEST_CASE("a search over Hub 2 is asked for by position, level and go", "[protocol][hub]") {
    const std::string position = "WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB";
    const auto lines = [](const SearchLimits& limits, HubGoMode mode) {
        return hub_search_lines(HubVersion::Two, short_game(), limits, mode);
    };
    CHECK(lines({}, HubGoMode::Analyze) ==
          Lines{"pos pos=" + position + " moves=1-7", "level infinite", "go analyze"});
    CHECK(lines({.depth = 7, .nodes = 5}, HubGoMode::Think)[1] == "level depth=7 nodes=5");
    CHECK(lines({.move_time = kSecond}, HubGoMode::Think)[1] == "level move-time=1.000");
    CHECK(lines({.clock = Clock{60 * kSecond, 2 * kSecond, 5}}, HubGoMode::Ponder) ==
          Lines{"pos pos=" + position + " moves=1-7", "level moves=5 time=60.000 inc=2.000",
                "go ponder"});
    CHECK(hub_new_game_line(HubVersion::Two) == "new-game");
    CHECK(hub_parameter_line(HubVersion::Two, "book", "a b") ==
          "set-param name=book value=\"a b\"");
}

TEST_CASE("a search over Hub 1 is asked for in the words of that version", "[protocol][hub]") {
    const std::string position = "wWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB";
    const auto lines = [](const SearchLimits& limits, HubGoMode mode) {
        return hub_search_lines(HubVersion::One, short_game(), limits, mode);
    };
    CHECK(lines({}, HubGoMode::Analyze) == Lines{"pos " + position, "move 1-7", "analyse"});
    CHECK(lines({.depth = 7, .nodes = 5}, HubGoMode::Think) ==
          Lines{"pos " + position, "move 1-7", "depth 7", "go"});
    CHECK(lines({.move_time = kSecond}, HubGoMode::Think)[2] == "time 1000");
    CHECK(lines({.clock = Clock{60 * kSecond, 2 * kSecond, 5}}, HubGoMode::Ponder) ==
          Lines{"pos " + position, "move 1-7", "level 5 60000 2000", "ponder"});
    const Game black{parse_fen("B:WK1:BK50").value().position};
    CHECK(hub_search_lines(HubVersion::One, black, {}, HubGoMode::Think)[0].starts_with("pos bW"));
    CHECK(hub_new_game_line(HubVersion::One) == "new");
    CHECK(hub_parameter_line(HubVersion::One, "book", "none") == "set book none");
}

TEST_CASE("what a Hub 1 engine answers is read", "[protocol][hub]") {
    const auto read = [](std::string_view line) { return read_hub_reply(HubVersion::One, line); };
    CHECK(std::holds_alternative<HubWait>(read("wait")));
    CHECK(std::holds_alternative<HubReady>(read(" ready ")));
    CHECK(std::holds_alternative<HubPong>(read("pong")));
    CHECK(std::get<HubError>(read("error no book")).message == " no book");
    CHECK(std::get<HubOther>(read("hello")).line == "hello");
    CHECK(std::get<HubOther>(read("")).line.empty());

    const auto info = std::get<HubInfo>(read("info 12 8.5 -30 1000 0.25 4.0 32-28 19-23"));
    CHECK(info.depth == 12);
    CHECK(info.mean_depth == 8.5);
    CHECK(info.score == -30);
    CHECK(info.nodes == 1000U);
    CHECK(info.time == std::chrono::milliseconds{250});
    CHECK(info.mega_nps == 4.0);
    CHECK(info.pv == Lines{"32-28", "19-23"});
    const auto odd = std::get<HubInfo>(read("info -1 x 1000000 -5 1e99"));
    CHECK_FALSE(odd.depth);
    CHECK_FALSE(odd.mean_depth);
    CHECK_FALSE(odd.score);
    CHECK_FALSE(odd.nodes);
    CHECK_FALSE(odd.time);
    CHECK(odd.pv.empty());

    const auto done = std::get<HubDone>(read("move 32-28 19-23"));
    CHECK(done.move == std::optional<std::string>{"32-28"});
    CHECK(done.ponder == std::optional<std::string>{"19-23"});
    CHECK_FALSE(std::get<HubDone>(read("move 32-28")).ponder);
    CHECK_FALSE(std::get<HubDone>(read("move 0-0 19-23")).move);
    CHECK(std::holds_alternative<HubOther>(read("move")));
}

// The command line of meerslag-match: words, and what is refused.
#include "bench/match_options.hpp"

#include <fstream>

#include "engine/bitbase_builder.hpp"
#include "protocol/bitbase_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using std::chrono::milliseconds;

namespace {

using WordList = std::vector<std::string>;

std::string clock_text(std::string_view text) {
    const auto rule = parse_clock_rule(text);
    return rule ? format_clock_rule(*rule) : "error: " + rule.error().reason;
}

}  // namespace

TEST_CASE("clocks are read and written", "[bench][options]") {
    CHECK(parse_clock_rule("5+0.05") == ClockRule{milliseconds{5000}, milliseconds{50}, 0});
    CHECK(parse_clock_rule("40/5:00") == ClockRule{milliseconds{300000}, milliseconds{0}, 40});
    CHECK(clock_text("40/1:30.5+2") == "40/90.5+2");
    CHECK(clock_text("0+0.1") == "0+0.1");
    for (const char* const text : {"", "x", "0", "-1", "5+", "5+x", "/5", "0/5", "1:x"}) {
        INFO(text);
        CHECK_FALSE(parse_clock_rule(text));
    }
}

TEST_CASE("a time control has no two kinds of time", "[bench][options]") {
    CHECK(parse_time_control({}) == TimeControl{});
    CHECK_FALSE(parse_time_control({"5+1", 0.1, 0, 0}));
    const auto control = parse_time_control({"", 0.1, 20000, 0});
    REQUIRE(control);
    CHECK(control->move_time == milliseconds{100});
    CHECK(control->nodes == 20000);
    CHECK(describe(*control) == "0.1 s a move, 20000 nodes a move");
    CHECK(describe(*parse_time_control({"1+0", 0, 1, 0})) == "clock 1 s, 1 node a move");
}

TEST_CASE("an engine is described in words", "[bench][options]") {
    const auto engine =
        parse_engine(WordList{"name=A", "cmd=meerslag hub", "param.threads=2", "param.tt-size=20",
                              "dir=/tmp", "stdin=time 100", "nodes=1000"});
    REQUIRE(engine);
    CHECK(engine->name == "A");
    CHECK(engine->command == "meerslag hub");
    CHECK(engine->protocol == EngineProtocol::Hub);
    CHECK(engine->parameters.size() == 2);
    CHECK(engine->parameters[1] == std::pair<std::string, std::string>{"tt-size", "20"});
    CHECK(engine->console_lines == WordList{"time 100"});
    REQUIRE(engine->control);
    CHECK(engine->control->nodes == 1000);
    CHECK(parse_engine(WordList{"cmd=x"})->name == "x");
    CHECK(parse_engine(WordList{"cmd=x", "proto=dxp", "port=28000"})->port == 28000);
}

TEST_CASE("wrong words of an engine are named", "[bench][options]") {
    CHECK_FALSE(parse_engine(WordList{"name=A"}));
    CHECK_FALSE(parse_engine(WordList{"cmd"}));
    CHECK_FALSE(parse_engine(WordList{"cmd=x", "proto=uci"}));
    CHECK_FALSE(parse_engine(WordList{"cmd=x", "nodes=0"}));
    CHECK_FALSE(parse_engine(WordList{"cmd=x", "depth=2.5"}));
    CHECK(parse_engine(WordList{"cmd=x", "thread=1"}).error().reason == "unknown word 'thread'");
}

TEST_CASE("what an engine's protocol does not know are an obstacle", "[bench][options]") {
    TimeControl nodes;
    nodes.nodes = 1000;
    EngineSettings engine;
    CHECK_FALSE(obstacle(engine, nodes));
    engine.protocol = EngineProtocol::Hub1;
    CHECK(obstacle(engine, nodes));
    engine.protocol = EngineProtocol::Dxp;
    CHECK(obstacle(engine, nodes));
    nodes.move_time = milliseconds{100};
    CHECK_FALSE(obstacle(engine, nodes));
    engine.parameters = {{"threads", "2"}};
    CHECK(obstacle(engine, nodes));
}

TEST_CASE("the words of a test have defaults", "[bench][options]") {
    CHECK(parse_sprt(WordList{}) == SprtSettings{0, 3, 0.05, 0.05});
    CHECK(parse_sprt(WordList{""}) == SprtSettings{0, 3, 0.05, 0.05});
    CHECK(parse_sprt(WordList{"elo0=-10", "elo1=0"}) == SprtSettings{-10, 0, 0.05, 0.05});
    CHECK_FALSE(parse_sprt(WordList{"elo0=5"}));
    CHECK_FALSE(parse_sprt(WordList{"alpha=2"}));
    CHECK(parse_agreement(WordList{"score=2.5"}, {400, 4, 0}) == ScoreAgreement{250, 4, 0});
    CHECK_FALSE(parse_agreement(WordList{"moves=0"}, {400, 4, 0}));
}

TEST_CASE("bitbases as judges come from the program or a sound folder", "[bench][options]") {
    const auto own = load_endings("");
    REQUIRE(own);
    CHECK(own->bitbases == embedded_bitbases());

    const test::TemporaryFolder folder{"judges"};
    const std::string path = folder.path().string();
    CHECK(load_endings(path + "-missing").error().reason.ends_with("no such folder"));
    CHECK(load_endings(path).error().reason.ends_with("there are no bitbases in it"));

    BitbaseFolder store{folder.path()};
    REQUIRE(build_bitbases({2, 1, std::uint64_t{1} << 30}, store, {}));
    const auto built = load_endings(path);
    REQUIRE(built);
    CHECK(built->bitbases->slices().size() == 4);
    CHECK(built->source == "up to 2 pieces, " + path);

    std::ofstream{store.path_of("0m2k-0m1k"), std::ios::binary} << "something else";
    CHECK(load_endings(path).error().reason.find("slice 0m2k-0m1k: ") != std::string::npos);
}

TEST_CASE("a clock runs, and is filled up at its control", "[bench][options]") {
    TimeControl control;
    control.clock = ClockRule{milliseconds{1000}, milliseconds{100}, 2};
    PlayerClock clock{control};
    CHECK(clock.allowance() == Microseconds{1'100'000});
    CHECK(clock.limits().clock->left == milliseconds{1000});
    CHECK(clock.limits().clock->moves_to_control == 2);
    clock.spend(Microseconds{600'000});
    CHECK(clock.allowance() == Microseconds{600'000});
    CHECK(clock.limits().clock->moves_to_control == 1);
    clock.spend(Microseconds{600'000});
    CHECK(clock.allowance() == Microseconds{1'100'000});
    CHECK(clock.limits().clock->moves_to_control == 2);

    TimeControl nodes;
    nodes.nodes = 10;
    CHECK_FALSE(PlayerClock{nodes}.allowance());
}

// Hub lines, version 2: both ways, and faults.
#include "protocol/hub_message.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;
using std::chrono::milliseconds;

namespace {

template <class Command>
Command read_as(std::string_view line) {
    CAPTURE(line);
    const auto command = parse_hub_command(line);
    REQUIRE(command);
    REQUIRE(std::holds_alternative<Command>(*command));
    return std::get<Command>(*command);
}

template <class Reply>
Reply reply_as(std::string_view line) {
    CAPTURE(line);
    const HubReply reply = parse_hub_reply(line);
    REQUIRE(std::holds_alternative<Reply>(reply));
    return std::get<Reply>(reply);
}

std::string error_of(std::string_view line) {
    const auto command = parse_hub_command(line);
    return command ? "no error" : command.error().message;
}

}  // namespace

TEST_CASE("commands without arguments are known", "[protocol][hub_message]") {
    read_as<HubNothing>("  ");
    read_as<HubDeclare>("hub");
    read_as<HubInit>("init");
    read_as<HubNewGame>("new-game");
    read_as<HubPonderHit>("ponder-hit");
    read_as<HubStop>("stop");
    read_as<HubPing>("ping x=1");
    read_as<HubQuit>("quit");
}

TEST_CASE("what is no command is answered so", "[protocol][hub_message]") {
    CHECK(error_of("xyzzy") == "bad command");
    CHECK(error_of("Hub") == "bad command");
    CHECK(error_of("=") == "bad command");
    CHECK(error_of("\"hub\"") == "bad command");
}

TEST_CASE("set-param needs a name, not a value", "[protocol][hub_message]") {
    const auto param = read_as<HubSetParam>("set-param value=some name=x words");
    CHECK(param.name == "x");
    CHECK(param.value == "some");
    CHECK(read_as<HubSetParam>("set-param name=x value=").value.empty());
    CHECK(read_as<HubSetParam>("set-param name=x value=\"\"").value.empty());
    CHECK(error_of("set-param value=1") == "missing name");
}

TEST_CASE("pos gives the base position and the moves", "[protocol][hub_message]") {
    const auto pos = read_as<HubPos>("pos pos=Wbe wolf=\"1 2\" moves=\"32-28  19-23\"");
    CHECK(pos.position == "Wbe");
    CHECK(pos.moves == std::vector<std::string>{"32-28", "19-23"});
    CHECK(read_as<HubPos>("pos").position == std::nullopt);
    CHECK(read_as<HubPos>("pos start").position == std::nullopt);
    CHECK(read_as<HubPos>("pos moves=32-28").moves == std::vector<std::string>{"32-28"});
}

TEST_CASE("a base position without a value is bad", "[protocol][hub_message]") {
    CHECK(error_of("pos pos=\"Wbbb") == "bad position");
    CHECK(error_of("pos pos") == "bad position");
}

TEST_CASE("level reads every limit", "[protocol][hub_message]") {
    const auto level = read_as<HubLevel>(
        "level moves=75 time=180,000 inc=2.5 depth=22.0 nodes=1e6 move-time=1e-03 handicap=3 "
        "infinite");
    CHECK(level.moves == 75);
    CHECK(level.time == milliseconds{180'000});
    CHECK(level.increment == milliseconds{2500});
    CHECK(level.depth == 22);
    CHECK(level.nodes == 1'000'000U);
    CHECK(level.move_time == milliseconds{1});
    CHECK(level.infinite);
}

TEST_CASE("a limit that cannot be read is passed over alone", "[protocol][hub_message]") {
    const auto level = read_as<HubLevel>(
        "level depth=x move-time=abc inc=\"\" nodes=5 moves=99999999999999 time=");
    CHECK_FALSE(level.depth);
    CHECK_FALSE(level.move_time);
    CHECK_FALSE(level.time);
    CHECK_FALSE(level.increment);
    CHECK_FALSE(level.moves);
    CHECK(level.nodes == 5U);
}

TEST_CASE("limits below their range are raised, since none would mean no limit",
          "[protocol][hub_message]") {
    const auto level = read_as<HubLevel>("level depth=0 nodes=-4 moves=-1 time=-1.4");
    CHECK(level.depth == 1);
    CHECK(level.nodes == 1U);
    CHECK(level.moves == 0);
    CHECK(level.time == milliseconds{-1400});
}

TEST_CASE("a later level replaces only what it names", "[protocol][hub_message]") {
    auto level = read_as<HubLevel>("level depth=3 move-time=5");
    level.update(read_as<HubLevel>("level depth=4 nodes=50"));
    CHECK(level.depth == 4);
    CHECK(level.nodes == 50U);
    CHECK(level.move_time == milliseconds{5000});
}

TEST_CASE("an unknown mode of go means think", "[protocol][hub_message]") {
    CHECK(read_as<HubGo>("go").mode == HubGoMode::Think);
    CHECK(read_as<HubGo>("go mcts").mode == HubGoMode::Think);
    CHECK(read_as<HubGo>("go think").mode == HubGoMode::Think);
    CHECK(read_as<HubGo>("go ponder").mode == HubGoMode::Ponder);
    CHECK(read_as<HubGo>("go analyze").mode == HubGoMode::Analyze);
}

TEST_CASE("answers are written as clients need them", "[protocol][hub_message]") {
    CHECK(format_hub_line(HubId{"Meerslag", "1.0", "The Meerslag authors", "Netherlands"}) ==
          "id name=Meerslag version=1.0 author=\"The Meerslag authors\" country=Netherlands");
    CHECK(format_hub_line(HubParam{"variant", "normal", "enum", "", "", {"normal"}}) ==
          "param name=variant value=normal type=enum values=normal");
    CHECK(format_hub_line(HubParam{"threads", "1", "int", "1", "16", {}}) ==
          "param name=threads value=1 type=int min=1 max=16");
    CHECK(format_hub_line(HubParam{"path", "", "string", "", "", {}}) ==
          "param name=path value=\"\" type=string");
    CHECK(format_hub_line(HubWait{}) == "wait");
    CHECK(format_hub_line(HubReady{}) == "ready");
    CHECK(format_hub_line(HubPong{}) == "pong");
    CHECK(format_hub_line(HubError{"bad position"}) == "error message=\"bad position\"");
    CHECK(format_hub_line(HubError{"a \"b\""}) == "error message=\"a 'b'\"");
}

TEST_CASE("info has a fixed order and fixed decimals", "[protocol][hub_message]") {
    HubInfo info;
    info.depth = 9;
    info.mean_depth = 9.84;
    info.score = -5;
    info.nodes = 41210;
    info.time = milliseconds{12};
    info.mega_nps = 3.434;
    info.pv = {"32-28", "19-23", "28x19x23"};
    CHECK(format_hub_line(info) ==
          "info depth=9 mean-depth=9.8 score=-0.05 nodes=41210 time=0.012 nps=3.4 "
          "pv=\"32-28 19-23 28x19x23\"");
    info.pv = {"32-28"};
    info.score = 9997;
    CHECK(format_hub_line(info) ==
          "info depth=9 mean-depth=9.8 score=99.97 nodes=41210 time=0.012 nps=3.4 pv=32-28");
}

TEST_CASE("done has the move, then the ponder move, or nothing", "[protocol][hub_message]") {
    CHECK(format_hub_line(HubDone{"32-28", "19-23"}) == "done move=32-28 ponder=19-23");
    CHECK(format_hub_line(HubDone{"32-28", std::nullopt}) == "done move=32-28");
    CHECK(format_hub_line(HubDone{}) == "done");
}

TEST_CASE("a written answer is read back", "[protocol][hub_message]") {
    const std::string line =
        GENERATE("id name=Meerslag version=1.0 author=\"The Meerslag authors\" country=Netherlands",
                 "param name=variant value=normal type=enum values=\"normal killer\"",
                 "param name=threads value=1 type=int min=1 max=16", "wait", "ready", "pong",
                 "info depth=9 mean-depth=9.8 score=-0.05 nodes=41210 time=0.012 nps=3.4 pv=32-28",
                 "info depth=2 pv=\"32-28 19-23\" multipv=2 seldepth=9 hashfull=10",
                 "info depth=0 score=1.29 pv=\"32-28 19-23\"", "done move=28x19x23 ponder=14x23x19",
                 "done move=32-28", "done", "error message=\"bad move\"", "some other line");
    CHECK(format_hub_line(parse_hub_reply(line)) == line);
}

TEST_CASE("what would end a value is quoted", "[protocol][hub_message]") {
    // Another engine's parameter without a type, and control characters, which count as blanks
    CHECK(format_hub_line(HubReply{HubParam{"y",
                                            "a\x01"
                                            "b",
                                            "",
                                            "",
                                            "",
                                            {"c=d", "e"}}}) ==
          "param name=y value=\"a\x01"
          "b\" type=\"\" values=\"c=d e\"");
    CHECK(format_hub_line(HubReply{HubDone{"32-28 x", "19-23"}}) ==
          "done move=\"32-28 x\" ponder=19-23");
}

TEST_CASE("a written command is read back", "[protocol][hub_message]") {
    const std::string line =
        GENERATE("", "hub", "set-param name=book value=false", "set-param name=path value=\"\"",
                 "init", "new-game", "pos", "pos pos=Wbbe moves=\"32-28 19-23\"",
                 "level depth=3 nodes=100 move-time=0.500 moves=40 time=60.000 inc=-1.000 infinite",
                 "go think", "go ponder", "go analyze", "ponder-hit", "stop", "ping", "quit");
    const auto command = parse_hub_command(line);
    REQUIRE(command);
    CHECK(format_hub_line(*command) == line);
}

TEST_CASE("an engine's faulty line loses only what cannot be read", "[protocol][hub_message]") {
    const auto info = reply_as<HubInfo>("info depth=12/20 score=nan nodes=1.5e6 pv=\"32-28\"\r");
    CHECK_FALSE(info.depth);
    CHECK_FALSE(info.score);
    CHECK(info.nodes == 1'500'000U);
    CHECK(info.pv == std::vector<std::string>{"32-28"});
    const auto done = reply_as<HubDone>("done ponder=19-23 move = \"32-28\"");
    CHECK(done.move == "32-28");
    CHECK(done.ponder == "19-23");
    reply_as<HubOther>("init eval");
    reply_as<HubOther>("\"nonsense\"");
}

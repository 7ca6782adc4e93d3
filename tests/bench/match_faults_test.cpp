// What becomes of a match when an engine misbehaves; needs the program of e2e/test_engine.cpp.
#include <algorithm>
#include <string>

#include "bench/match.hpp"
#include "core/fen.hpp"
#include "engine/bitbase_store.hpp"
#include "protocol/platform.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

EngineSettings test_engine(const std::string& name, const std::string& mischief,
                           EngineProtocol protocol = EngineProtocol::Hub) {
    EngineSettings engine;
    engine.name = name;
    engine.command = std::string{"'"} + MEERSLAG_TEST_ENGINE + "' '" + mischief + "'" +
                     (protocol == EngineProtocol::Hub1 ? " hub1" : "");
    engine.protocol = protocol;
    return engine;
}

EngineSettings dxp_engine(const std::string& mischief) {
    EngineSettings engine = test_engine("bad", mischief);
    engine.command += " dxp {port}";
    engine.protocol = EngineProtocol::Dxp;
    engine.console_lines = {"hello"};
    engine.control.emplace();
    engine.control->move_time = std::chrono::milliseconds{100};
    return engine;
}

MatchSettings settings_against(const std::string& mischief) {
    MatchSettings settings;
    settings.engines = {test_engine("bad", mischief), test_engine("good", "")};
    settings.pairs = 2;
    settings.control.depth = 5;
    settings.patience = std::chrono::seconds{20};  // a busy machine is slow to start an engine
    return settings;
}

MatchSettings settings_against_dxp(const std::string& mischief) {
    MatchSettings settings = settings_against("");
    settings.engines[0] = dxp_engine(mischief);
    return settings;
}

struct Played {
    MatchResult result;
    MatchOutcome outcome;
};

Played play(const MatchSettings& settings, const std::vector<Opening>& fixed = ballot_openings()) {
    prepare_standard_streams();  // an engine that is gone must not end the tests by SIGPIPE
    Openings openings{{fixed, std::nullopt, 1}};
    Played played{MatchResult{settings.engines.size()}, {MatchEnd::AllPlayed, ""}};
    played.outcome = run_match(settings, openings, played.result, {}, {});
    return played;
}

/// All four games are lost by the bad engine through the same fault at its third move, so after
/// each of them a fresh process has played on.
void check_all_lost(const Played& played, const std::string& kind) {
    CHECK(played.outcome.end == MatchEnd::AllPlayed);
    REQUIRE(played.result.encounters().size() == 1);
    CHECK(played.result.encounters()[0].games == GameCounts{4, 0, 0});
    CHECK(played.result.encounters()[0].pairs == PairCounts{{2, 0, 0, 0, 0}});
    for (const GameRecord& record : played.result.records()) {
        REQUIRE(record.fault);
        CHECK(record.fault->engine == 0);
        CHECK(record.fault->kind == kind);
        CHECK(record.ending == kind);
        CHECK(record.plies == (record.slot.swapped ? 5U : 4U));
        const auto position = parse_fen(record.fault->position);
        REQUIRE(position);
        CHECK(position->position.side_to_move() ==
              (record.slot.swapped ? Color::Black : Color::White));
    }
}

bool has_line(const GameRecord& record, const std::string& text) {
    return std::any_of(record.fault->last_lines.begin(), record.fault->last_lines.end(),
                       [&](const std::string& line) { return line.find(text) != line.npos; });
}

}  // namespace

TEST_CASE("well-behaved engines play all their games", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.seats = 2;
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::AllPlayed);
    CHECK(played.result.records().size() == 4);
    CHECK(played.result.encounters()[0].pairs.total() == 2);
    for (const GameRecord& record : played.result.records()) {
        CHECK_FALSE(record.fault);
        CHECK(record.plies > 20);
        CHECK(record.usage.white.moves + record.usage.black.moves == record.plies);
        CHECK(record.usage.white.nodes == 1000 * record.usage.white.moves);
    }
}

TEST_CASE("a match ends when there are no more random openings, and says so", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.pairs = 12;  // there are nine first moves, and not all of them are level
    settings.control.depth = 1;
    Openings openings{{{}, RandomOpenings{1}, 1}};
    MatchResult result{settings.engines.size()};
    const MatchOutcome outcome = run_match(settings, openings, result, {}, {});
    CHECK(outcome.end == MatchEnd::NoMoreOpenings);
    CHECK(result.records().size() > 0);
    CHECK(result.records().size() <= 18);
    CHECK(outcome.message.find(" of 24 games") != std::string::npos);
}

TEST_CASE("engines of both Hub versions play each other", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.engines[0] = test_engine("old", "", EngineProtocol::Hub1);
    const Played first = play(settings);
    CHECK(first.outcome.end == MatchEnd::AllPlayed);
    const Played second = play(settings_against(""));
    REQUIRE(first.result.records().size() == second.result.records().size());
    for (std::size_t i = 0; i < first.result.records().size(); ++i) {
        CHECK(first.result.records()[i].plies == second.result.records()[i].plies);
        CHECK(first.result.records()[i].result == second.result.records()[i].result);
    }
}

TEST_CASE("a DXP engine plays the same moves as over Hub", "[bench][match][dxp]") {
    MatchSettings settings = settings_against_dxp("");
    settings.seats = 2;
    const Played dxp = play(settings);
    INFO(dxp.outcome.message);
    CHECK(dxp.outcome.end == MatchEnd::AllPlayed);
    const Played hub = play(settings_against(""));
    REQUIRE(dxp.result.records().size() == hub.result.records().size());
    CHECK(dxp.result.encounters()[0].games == hub.result.encounters()[0].games);
    for (const GameRecord& record : dxp.result.records()) CHECK_FALSE(record.fault);
}

TEST_CASE("a DXP engine that misbehaves loses", "[bench][match][dxp]") {
    MatchSettings settings = settings_against_dxp("leave");
    check_all_lost(play(settings), "crash");
    settings.engines[0] = dxp_engine("illegal");
    const Played played = play(settings);
    check_all_lost(played, "illegal move");
    CHECK(has_line(played.result.records()[0], "M0001015000"));
    settings.engines[0] = dxp_engine("flood");
    check_all_lost(play(settings), "flood of output");
}

TEST_CASE("a DXP engine plays on after games that end early", "[bench][match][dxp]") {
    const TemporaryFolder folder{"match-dxp"};
    // It leaves when told that there are no more games
    MatchSettings settings = settings_against_dxp("once");
    settings.engines[0].folder = folder.path().string();
    const auto check_no_fault = [](const Played& played, std::string_view ending) {
        INFO(played.outcome.message);
        CHECK(played.outcome.end == MatchEnd::AllPlayed);
        REQUIRE(played.result.records().size() == 4);
        for (const GameRecord& record : played.result.records()) {
            CHECK((!record.fault || record.fault->engine == 1));
            CHECK(record.ending == ending);
        }
    };
    SECTION("by the limit of moves") {
        settings.move_limit = 3;
        check_no_fault(play(settings), "move-limit");
    }
    SECTION("by bitbases") {
        settings.adjudication.endings = KnownEndings{"the program", embedded_bitbases()};
        const std::vector<Opening> endings{{position_of("W:WK1,K5,31:B20"), "1"},
                                           {position_of("B:W30:BK50,K46,21"), "2"}};
        check_no_fault(play(settings, endings), kEndedByBitbases);
    }
    SECTION("by the crash of its opponent") {
        settings.engines[1] = test_engine("good", "crash");
        check_no_fault(play(settings), "crash");
    }
}

TEST_CASE("a DXP engine that wants no more games is started again", "[bench][match][dxp]") {
    MatchSettings settings = settings_against_dxp("resign");
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::AllPlayed);
    CHECK(played.result.encounters()[0].games == GameCounts{4, 0, 0});
    for (const GameRecord& record : played.result.records()) {
        CHECK_FALSE(record.fault);
        CHECK(record.ending == "resignation");
    }
}

TEST_CASE("a DXP engine that ends each game for good is asked again", "[bench][match][dxp]") {
    MatchSettings settings = settings_against_dxp("farewells");
    settings.move_limit = 3;
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::AllPlayed);
    CHECK(played.result.encounters()[0].games == GameCounts{0, 4, 0});
    for (const GameRecord& record : played.result.records()) CHECK_FALSE(record.fault);
}

TEST_CASE("a DXP engine that ends before it listens is not waited for", "[bench][match][dxp]") {
    MatchSettings settings = settings_against("");
    settings.patience = std::chrono::hours{1};
    settings.engines[0] = dxp_engine("");
    settings.engines[0].console_lines = {"no greeting"};
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::EngineMissing);
    CHECK(played.outcome.message.find("exit code 1") != std::string::npos);
    CHECK(played.result.records().empty());
}

TEST_CASE("engines that ponder play the same moves", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.ponder = Ponder::On;
    const Played ponder = play(settings);
    settings.ponder = Ponder::Off;
    const Played plain = play(settings);
    CHECK(ponder.outcome.end == MatchEnd::AllPlayed);
    REQUIRE(ponder.result.records().size() == plain.result.records().size());
    for (std::size_t i = 0; i < plain.result.records().size(); ++i) {
        CHECK_FALSE(ponder.result.records()[i].fault);
        CHECK(ponder.result.records()[i].plies == plain.result.records()[i].plies);
    }
}

TEST_CASE("an engine that crashes loses and is started afresh", "[bench][match]") {
    const Played played = play(settings_against("crash"));
    check_all_lost(played, "crash");
    CHECK(has_line(played.result.records()[0], "about to abort"));
}

TEST_CASE("an engine that fails to start anew is started once more", "[bench][match]") {
    const TemporaryFolder folder{"match-stumble"};
    MatchSettings settings = settings_against("stumble");
    settings.engines[0].folder = folder.path().string();
    check_all_lost(play(settings), "crash");
}

TEST_CASE("an engine that leaves loses", "[bench][match]") {
    const Played played = play(settings_against("leave"));
    check_all_lost(played, "crash");
    CHECK(played.result.records()[0].fault->detail == "exit code 3");
}

TEST_CASE("an engine that plays an illegal move loses", "[bench][match]") {
    const Played played = play(settings_against("illegal"));
    check_all_lost(played, "illegal move");
    CHECK(played.result.records()[0].fault->detail == "1-50");
    CHECK(has_line(played.result.records()[0], "done move=1-50"));
}

TEST_CASE("an engine that gives no move where there is one loses", "[bench][match]") {
    check_all_lost(play(settings_against("nothing")), "illegal move");
}

TEST_CASE("an engine that oversteps its time loses", "[bench][match]") {
    MatchSettings settings = settings_against("late");
    settings.control = {};
    settings.control.move_time = std::chrono::milliseconds{200};
    settings.margin = std::chrono::milliseconds{300};
    check_all_lost(play(settings), "time loss");
}

TEST_CASE("an engine that floods its output loses", "[bench][match]") {
    for (const char* const mischief : {"flood", "endless-line"}) {
        check_all_lost(play(settings_against(mischief)), "flood of output");
    }
}

TEST_CASE("an engine that hangs loses", "[bench][match][.slow]") {
    MatchSettings settings = settings_against("hang");
    settings.patience = std::chrono::seconds{2};
    check_all_lost(play(settings), "hang");
}

TEST_CASE("an engine that never gets ready ends the match", "[bench][match]") {
    MatchSettings settings = settings_against("deaf");
    settings.patience = std::chrono::milliseconds{500};
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::EngineMissing);
    CHECK(played.outcome.message.find("bad cannot be started") != std::string::npos);
    CHECK(played.result.records().empty());
}

TEST_CASE("a parameter that an engine has not declared ends the match", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.engines[1].parameters = {{"threds", "2"}};
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::EngineMissing);
    CHECK(played.outcome.message.find("it has no parameter threds") != std::string::npos);
    CHECK(played.result.records().empty());
}

TEST_CASE("an engine that complains about its parameters ends the match", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.engines[0] = test_engine("old", "complain", EngineProtocol::Hub1);
    CHECK(play(settings).outcome.end == MatchEnd::AllPlayed);  // not about any of ours
    settings.engines[0].parameters = {{"weights", "weights.bin"}};
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::EngineMissing);
    CHECK(played.outcome.message.find("cannot open weights.bin") != std::string::npos);
}

TEST_CASE("an engine that does not exist ends the match", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.engines[1].command = "/nowhere/engine hub";
    const Played played = play(settings);
    CHECK(played.outcome.end == MatchEnd::EngineMissing);
    CHECK(played.outcome.message.find("good cannot be started") != std::string::npos);
}

TEST_CASE("a folder that does not exist is what is missing", "[bench][match]") {
    MatchSettings settings = settings_against("");
    settings.engines[1].folder = "/nowhere";
    CHECK(play(settings).outcome.message == "good cannot be started: there is no folder /nowhere");
}

TEST_CASE("a match can be stopped and taken up again", "[bench][match]") {
    const MatchSettings settings = settings_against("");
    Openings openings{{ballot_openings(), std::nullopt, 1}};
    MatchResult result{2};
    std::stop_source stop;
    const MatchOutcome first = run_match(
        settings, openings, result,
        [&stop](const GameRecord&, const PlayedGame&) { stop.request_stop(); }, stop.get_token());
    CHECK(first.end == MatchEnd::Interrupted);
    CHECK(result.records().size() == 1);
    const MatchOutcome second = run_match(settings, openings, result, {}, {});
    CHECK(second.end == MatchEnd::AllPlayed);
    CHECK(result.records().size() == 4);
    CHECK(result.encounters()[0].pairs.total() == 2);
}

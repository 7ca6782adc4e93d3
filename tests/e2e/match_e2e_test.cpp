// The real match runner: what it refuses before a game is played, and where a match is kept.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

std::vector<std::string> match_of(const std::string& first_name, const std::string& second_name,
                                  std::vector<std::string> more) {
    const std::string command = std::string{"cmd='"} + MEERSLAG_TEST_ENGINE + "'";
    std::vector<std::string> arguments{"--engine",
                                       "name=" + first_name,
                                       command,
                                       "--engine",
                                       "name=" + second_name,
                                       command,
                                       "--depth",
                                       "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

bool says(const ProgramRun& run, const std::string& text) {
    return run.errors.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a match is played in pairs and kept in its file", "[e2e][match][threads]") {
    const TemporaryFolder folder{"match-kept"};
    const std::string json = (folder / "match.json").string();
    const ProgramRun run = run_meerslag_match(match_of("a", "b", {"--games", "1", "--json", json}));
    CHECK(run.end == "exit code 0");
    CHECK(says(run, "games come in pairs: 2 instead of 1"));
    CHECK(run.output.find("a v b: 2 games") != std::string::npos);

    const ProgramRun again = run_meerslag_match(match_of("a", "b", {"--json", json}));
    CHECK(again.end == "exit code 1");
    CHECK(says(again, "--resume " + json));

    const ProgramRun more =
        run_meerslag_match(match_of("a", "b", {"--games", "4", "--resume", json}));
    CHECK(more.end == "exit code 0");
    CHECK(more.output.find("a v b: 4 games") != std::string::npos);

    std::ofstream{json, std::ios::binary | std::ios::trunc} << "{\"meerslag_match\": ";
    const ProgramRun broken =
        run_meerslag_match(match_of("a", "b", {"--games", "4", "--resume", json}));
    CHECK(broken.end == "exit code 1");
    CHECK(says(broken, "it is no JSON from byte"));
}

TEST_CASE("games that were not saved are played again and stand in the PDN once", "[e2e][match]") {
    const TemporaryFolder folder{"match-killed"};
    const auto run = [&](const std::string& games, const std::string& option) {
        return run_meerslag_match(
            match_of("a", "b",
                     {"--games", games, "--pdn", (folder / "games.pdn").string(), option,
                      (folder / "match.json").string()}));
    };
    const auto games = [&] {
        return run_meerslag({"pdn", "check", (folder / "games.pdn").string()}, "").output;
    };
    CHECK(run("2", "--json").end == "exit code 0");
    const auto json = folder / "match.json";
    const auto saved = folder / "saved.json";
    std::filesystem::copy_file(json, saved);
    CHECK(run("4", "--resume").end == "exit code 0");
    CHECK(games().find(" 4 games,") != std::string::npos);

    const auto forget = [&] {  // as a run that is killed leaves its files
        std::filesystem::copy_file(saved, json, std::filesystem::copy_options::overwrite_existing);
    };
    forget();
    CHECK(says(run("4", "--resume"), "2 games of "));
    CHECK(games().find(" 4 games,") != std::string::npos);

    forget();
    std::ofstream{folder / "games.pdn", std::ios::app} << "[Event \"of others\"]\n\n*\n";
    CHECK(says(run("4", "--resume"), "some games may come to stand in "));
    CHECK(games().find(" 7 games,") != std::string::npos);
}

TEST_CASE("openings are taken from PDN games whatever the name of their file", "[e2e][match]") {
    const TemporaryFolder folder{"match-openings"};
    const std::string games = (folder / "games.txt").string();
    std::ofstream{games, std::ios::binary} << "\n[Event \"x\"]\n1. 32-28 19-23 *\n";
    const ProgramRun run =
        run_meerslag_match(match_of("a", "b", {"--games", "2", "--openings", games}));
    CHECK(run.end == "exit code 0");
    const ProgramRun more =
        run_meerslag_match(match_of("a", "b", {"--games", "3", "--openings", games}));
    CHECK(more.end == "exit code 1");
    CHECK(says(more, "4 games between two engines need 2 openings and there are 1"));
}

TEST_CASE("what would spoil a match is refused before it begins", "[e2e][match]") {
    const TemporaryFolder folder{"match-refused"};
    const std::string missing = (folder / "missing" / "match.json").string();
    const ProgramRun unwritable = run_meerslag_match(match_of("a", "b", {"--json", missing}));
    CHECK(unwritable.end == "exit code 1");
    CHECK(says(unwritable, "cannot write " + missing));
    CHECK(unwritable.output.empty());

    const std::string both = (folder / "both").string();
    const ProgramRun one_file =
        run_meerslag_match(match_of("a", "b", {"--json", both, "--pdn", both}));
    CHECK(one_file.end == "exit code 1");
    CHECK(says(one_file, "cannot both be in " + both));

    const ProgramRun twins = run_meerslag_match(match_of("a", "a", {}));
    CHECK(twins.end == "exit code 1");
    CHECK(says(twins, "two engines are called 'a'"));

    CHECK(run_meerslag_match(match_of("a", "b", {"--move-limit", "0"})).end != "exit code 0");
    CHECK(run_meerslag_match(match_of("a", "b", {"--margin", "nan"})).end != "exit code 0");
    CHECK(run_meerslag_match(match_of("a", "b", {"--nodes", "0"})).end != "exit code 0");
    for (const char* const seed : {"18446744073709551616", "-1", "1.5", "x"}) {
        CAPTURE(seed);
        const ProgramRun run = run_meerslag_match(match_of("a", "b", {"--seed", seed}));
        CHECK(run.end == "exit code 105");
        CHECK(says(run, "a seed is a whole number"));
    }
}

TEST_CASE("limits of the engines' own are enough for a match", "[e2e][match]") {
    const std::string command = std::string{"cmd='"} + MEERSLAG_TEST_ENGINE + "'";
    const ProgramRun run = run_meerslag_match({"--engine", "name=a", command, "depth=1", "--engine",
                                               "name=b", command, "depth=2", "--games", "2"});
    CHECK(run.end == "exit code 0");
    CHECK(run.output.find("Match: limits of each engine's own, 1 seat") != std::string::npos);
    CHECK(run.output.find("  b: depth 2\n") != std::string::npos);

    const ProgramRun one = run_meerslag_match(
        {"--engine", "name=a", command, "depth=1", "--engine", "name=b", command, "--games", "2"});
    CHECK(one.end == "exit code 1");
    CHECK(says(one, "b: no limit is given"));
}

TEST_CASE("the match runner tells its version", "[e2e][match]") {
    CHECK(run_meerslag_match({"--version"}).output == run_meerslag({"--version"}, "").output);
}

#ifdef __linux__  // Windows ends it by a job, other systems cannot

namespace {

std::string content(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Looks every few milliseconds, for as long as a busy machine may take.
template <class Condition>
bool comes_true(const Condition& condition) {
    for (int i = 0; i < 6000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    return false;
}

}  // namespace

TEST_CASE("no engine outlives a match that is killed", "[e2e][match]") {
    const TemporaryFolder folder{"match-orphan"};
    const std::string script = (folder / "engine").string();
    const std::filesystem::path number = folder / "number";
    // It reads nothing, so that it does not notice by itself that the match is gone
    std::ofstream{script} << "echo $$ > '" << number.string() << "'\nexec sleep 600\n";
    const auto match = ChildProcess::start(match_command(
        {"--engine", "name=a", "proto=dxp", "cmd='/bin/sh' '" + script + "' {port}", "--engine",
         "name=b", std::string{"cmd='"} + MEERSLAG_TEST_ENGINE + "'", "--move-time", "0.1"}));
    REQUIRE(match);
    REQUIRE(comes_true([&] { return content(number).ends_with("\n"); }));
    // The dead have no command line, also before somebody asks how they ended
    const std::filesystem::path command_line =
        std::filesystem::path{"/proc"} / std::to_string(std::stoi(content(number))) / "cmdline";
    REQUIRE(comes_true([&] { return content(command_line).starts_with("sleep"); }));
    (*match)->kill();
    CHECK(comes_true([&] { return content(command_line).empty(); }));
}

#endif

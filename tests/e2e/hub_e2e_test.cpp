// The real program over Hub.
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

using Lines = std::vector<std::string>;

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("the program speaks Hub as written", "[e2e][hub][threads]") {
    const std::string file = GENERATE("handshake.txt", "move-and-history.txt", "bad-input.txt",
                                      "analysis-and-stop.txt", "stacked-levels.txt");
    CAPTURE(file);
    ProcessPeer peer{{"hub"}};
    CHECK(play_transcript(peer, file) == Lines{});
}

TEST_CASE("the program speaks version 1 as written", "[e2e][hub]") {
    ProcessPeer peer{{"hub1"}};
    CHECK(play_transcript(peer, "version-1.txt") == Lines{});
}

TEST_CASE("without a command and a terminal the program speaks Hub", "[e2e][hub]") {
    const ProgramRun run = run_meerslag({}, "hub\n");
    CHECK(run.output.starts_with("id name=Meerslag "));
    CHECK(run.output.ends_with("wait\n"));
}

TEST_CASE("extra words after hub do not stop it", "[e2e][hub]") {
    const ProgramRun run = run_meerslag(
        {"hub", "--variant=normal", "-x", "play", "perft", "--depth=3", "a=b"}, "ping\n");
    CHECK(run.output == "pong\n");
    CHECK(run.errors.empty());
    CHECK(run.end == "exit code 0");
}

TEST_CASE("a log that cannot be written is told, and the game goes on", "[e2e][hub]") {
    const ProgramRun run = run_meerslag({"hub", "--log", "/no such folder/log"}, "ping\n");
    CHECK(run.output == "pong\n");
    CHECK(run.errors.find("cannot write /no such folder/log") != std::string::npos);
    CHECK(run.end == "exit code 0");
}

TEST_CASE("nothing is written to stderr, whatever comes", "[e2e][hub]") {
    const ProgramRun run = run_meerslag(
        {"hub"},
        "xyzzy\r\n=\npos pos=\"W\nset-param\ninit\ngo think\nlevel x\nlevel depth=3\ngo\nquit\n");
    CHECK(run.errors.empty());
    CHECK(count(run.output, "error message=") == 4);
    CHECK(count(run.output, "done move=") == 2);
    CHECK(run.end == "exit code 0");
}

TEST_CASE("the end of the input ends a search without an answer", "[e2e][hub]") {
    const ProgramRun run = run_meerslag({"hub"}, "go analyze\n");
    CHECK(count(run.output, "done") == 0);
    CHECK(run.end == "exit code 0");
}

TEST_CASE("the input may end at any byte", "[e2e][hub]") {
    const auto check_ends = [](const std::string& command, std::string_view conversation) {
        CAPTURE(command);
        for (std::size_t length = 0; length < conversation.size(); length += 17) {
            CAPTURE(length);
            const ProgramRun run = run_meerslag({command}, conversation.substr(0, length));
            CHECK(run.end == "exit code 0");
            CHECK(run.errors.empty());
        }
    };
    check_ends("hub",
               "hub\nset-param name=tt-size value=1\ninit\nnew-game\npos moves=\"32-28 19-23\"\n"
               "level move-time=5\ngo ponder\nponder-hit\nstop\ngo analyze\nping\n");
    check_ends("hub1", "hub\ninit\nlevel 0 1000 0\ngo\nanalyse\nstop\n");
    check_ends("play", "32-28\ngo\nundo\nlevel 1\nhint\n");
}

TEST_CASE("quit answers the running search and ends", "[e2e][hub][threads]") {
    const ProgramRun run = run_meerslag({"hub"}, "go analyze\nquit\nping\n");
    CHECK(count(run.output, "done move=") == 1);
    CHECK(count(run.output, "pong") == 0);
    CHECK(run.end == "exit code 0");
}

TEST_CASE("lines that arrive in one piece are answered in order", "[e2e][hub]") {
    ProcessPeer peer{{"hub"}};
    peer.send("go analyze");
    CHECK(read_until(peer, "info").size() == 1);
    peer.send("stop\nnew-game\npos moves=\"32-28 19-23\"\nlevel depth=3\ngo");
    const Lines first = read_until(peer, "done");
    const Lines second = read_until(peer, "done");
    REQUIRE_FALSE(first.empty());
    REQUIRE_FALSE(second.empty());
    CHECK(first.back().find("move=28x19") == std::string::npos);
    CHECK(second.back().starts_with("done move=28x19x23"));
    CHECK(read_up_to_pong(peer) == Lines{});
}

TEST_CASE("a line of a megabyte is read", "[e2e][hub]") {
    const std::string moves(1'000'000, ' ');
    const ProgramRun run =
        run_meerslag({"hub"}, "pos moves=\"32-28" + moves + "19-23\"\nlevel depth=1\ngo\nquit\n");
    CHECK(count(run.output, "done move=28x19x23") == 1);
}

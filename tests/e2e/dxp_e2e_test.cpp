// The real program over DXP, at both ends.
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bench/child_process.hpp"
#include "core/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

std::string read_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const std::vector<std::string> kListen{"dxp", "--listen", "--port", "0", "--tt-size", "1"};
const std::vector<std::string> kQuickMatch{
    "--initiator", "--games", "4", "--minutes", "0.01", "--moves", "5", "--openings", "ballots"};

std::vector<std::string> connect_to(const std::string& port) {
    return {"dxp", "--connect", "127.0.0.1", "--port", port, "--tt-size", "1"};
}

/// The port in `listening on 127.0.0.1:PORT`, the first line of a listening program.
std::string port_of(ProcessPeer& program) {
    const auto line = program.next();
    REQUIRE(line);
    REQUIRE(line->find("listening on") == 0);
    return line->substr(line->rfind(':') + 1);
}

/// The lines of a program until it ends.
std::string rest_of(ProcessPeer& program) {
    std::string text;
    while (const auto line = program.next()) text += *line + "\n";
    return text;
}

/// A PDN file without the players, which each side sees in its own light.
std::string moves_of(const std::string& pdn) {
    std::string moves;
    for (std::size_t at = 0; at < pdn.size();) {
        const std::size_t end = std::min(pdn.find('\n', at), pdn.size());
        if (pdn[at] != '[') moves += pdn.substr(at, end - at) + '\n';
        at = end + 1;
    }
    for (char& c : moves) c = is_blank(c) ? ' ' : c;
    // The two clocks differ
    for (std::size_t at = moves.find(" {"); at != std::string::npos; at = moves.find(" {")) {
        moves.erase(at, moves.find('}', at) + 1 - at);
    }
    return moves;
}

}  // namespace

TEST_CASE("two programs play a match over DXP, whoever listens and whoever proposes",
          "[e2e][dxp][threads]") {
    const bool server_proposes = GENERATE(false, true);
    const TemporaryFolder folder{server_proposes ? "dxp-match1" : "dxp-match2"};
    const std::string server_pdn = (folder / "server.pdn").string();
    const std::string client_pdn = (folder / "client.pdn").string();
    const std::vector<std::string> none;
    ProcessPeer server{kListen + std::vector<std::string>{"--once", "--pdn", server_pdn} +
                       (server_proposes ? kQuickMatch : none)};
    const ProgramRun client =
        run_meerslag(connect_to(port_of(server)) + std::vector<std::string>{"--pdn", client_pdn} +
                         (server_proposes ? none : kQuickMatch),
                     "");
    const std::string server_output = rest_of(server);
    INFO(client.output << client.errors << server_output);
    CHECK(client.end == "exit code 0");
    CHECK(count(client.output, "\ngame ") == 4);
    CHECK(count(server_output, "\ngame ") == 4);
    const std::string& table = server_proposes ? server_output : client.output;
    CHECK(table.find("\nall            4 ") != std::string::npos);
    const std::string games = read_file(server_pdn);
    CHECK(count(games, "[Termination \"move limit\"]") == 4);
    CHECK(count(games, "[FEN ") == 4);
    CHECK(moves_of(games) == moves_of(read_file(client_pdn)));
}

#ifndef _WIN32
TEST_CASE("an interruption ends the program cleanly with the game saved", "[e2e][dxp]") {
    const TemporaryFolder folder{"dxp-interrupt"};
    const std::string pdn = (folder / "games.pdn").string();
    ProcessPeer server{kListen + std::vector<std::string>{"--pdn", pdn}};
    const std::string port = port_of(server);
    // What the shell itself puts in the background does not hear of Ctrl-C; timeout hands it on
    const std::string saved = (folder / "client.pdn").string();
    const std::string output = (folder / "output").string();
    const ProgramRun client =
        run_in_shell("timeout --preserve-status 60 \"$M\" dxp --connect 127.0.0.1 --port " + port +
                     " --tt-size 1 --initiator --minutes 999 --pdn " + saved + " >" + output +
                     " & p=$!; until grep -q '^games are saved' " + output +
                     "; do sleep 0.1; done; sleep 2; kill -INT $p; wait $p; echo $?");
    CHECK(client.output == "1\n");  // the match is not complete
    CHECK(count(read_file(saved), "[Termination \"broken off here\"]") == 1);
    // The server serves the next, and has saved both
    const ProgramRun next =
        run_meerslag(connect_to(port) + std::vector<std::string>{"--pdn", saved} + kQuickMatch, "");
    CHECK(next.end == "exit code 0");
    CHECK(count(read_file(pdn), "[Termination \"broken off by the peer\"]") == 1);
    CHECK(count(read_file(pdn), "[Termination \"move limit\"]") == 4);
}
#endif

TEST_CASE("what cannot be done is said, with exit code 1", "[e2e][dxp]") {
    const TemporaryFolder folder{"dxp-errors"};
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"--connect", "127.0.0.1", "--port", "1"},
             {"--bind", "nowhere"},
             {"--initiator", "--openings", (folder / "missing.fen").string()},
             {"--port", "0", "--pdn", (folder / "no/such/folder/games.pdn").string()}}) {
        const ProgramRun run = run_meerslag(std::vector<std::string>{"dxp"} + arguments, "");
        CAPTURE(arguments);
        CHECK(run.end == "exit code 1");
        CHECK(run.errors.find("meerslag dxp: ") == 0);
    }
}

// Hub conversations: transcripts, searches, orders at odd moments.
#include "protocol/hub_session.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <clocale>
#include <future>
#include <locale>
#include <thread>

#include "core/movegen.hpp"
#include "core/position_string.hpp"
#include "core/random.hpp"
#include "protocol/line_io.hpp"
#include "protocol/table_size.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hub_peer.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

using Lines = std::vector<std::string>;

/// The answers to one line, apart from the infos.
Lines answers(SessionPeer& peer, const std::string& line) {
    peer.send(line);
    Lines lines = read_up_to_pong(peer);
    std::erase_if(lines, [](const std::string& text) { return text.starts_with("info "); });
    return lines;
}

/// The lines of one search, the last of them its `done`.
Lines search(SessionPeer& peer, const std::string& level, const std::string& go = "go think") {
    peer.send(level);
    peer.send(go);
    return read_until(peer, "done");
}

std::size_t count_done(const Lines& lines) {
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [](const std::string& l) { return l.starts_with("done"); }));
}

}  // namespace

TEST_CASE("the worked conversations of the protocol go as written", "[protocol][hub]") {
    const std::string file =
        GENERATE("handshake.txt", "move-and-history.txt", "ambiguous-captures.txt",
                 "ponder-hit-and-miss.txt", "analysis-and-stop.txt", "won-position.txt",
                 "game-over.txt", "bad-input.txt", "stacked-levels.txt");
    CAPTURE(file);
    SessionPeer peer;
    CHECK(play_transcript(peer, file) == Lines{});
    CHECK(peer.pending() == Lines{});
}

TEST_CASE("version 1 goes as written", "[protocol][hub]") {
    SessionPeer peer{HubVersion::One};
    CHECK(play_transcript(peer, "version-1.txt") == Lines{});
    CHECK(peer.pending() == Lines{});
}

TEST_CASE("a client of version 1 is recognised by its words", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("hub");
    CHECK(read_until(peer, "wait").front().starts_with("id name=Meerslag"));
    const std::string level = GENERATE("depth 3", "time 20", "level 0 2000 0");
    CAPTURE(level);
    for (const char* line : {"set book false", "init"}) peer.send(line);
    CHECK(read_until(peer, "ready") == Lines{"ready"});
    for (const std::string& line :
         {std::string{"new"}, std::string{"start"}, level, std::string{"go"}})
        peer.send(line);
    const Lines lines = read_until(peer, "move ");
    CHECK(lines.front().starts_with("info 1 1.0 "));
    CHECK(lines.back().starts_with("move 3"));
}

TEST_CASE("a client of version 2 that begins like one of version 1 is served", "[protocol][hub]") {
    SessionPeer peer{HubVersion::One};
    CHECK(answers(peer, "hub").size() == 4);
    peer.send("set-param name=ponder value=true");
    CHECK(search(peer, "level depth=1").back().starts_with("done move="));
}

TEST_CASE("limits of version 1 hold until the next position", "[protocol][hub]") {
    SessionPeer peer{HubVersion::One};
    for (const char* line : {"start", "depth 2", "go"}) peer.send(line);
    CHECK(read_until(peer, "move ").back().starts_with("move 3"));
    peer.send("go");
    CHECK(read_until(peer, "move ").back().starts_with("move 3"));
}

TEST_CASE("version 1 says 0-0 when there is no move", "[protocol][hub]") {
    SessionPeer peer{HubVersion::One};
    peer.send("pos wbeeeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    peer.send("move 6-1");
    CHECK(read_up_to_pong(peer) == Lines{"error illegal move"});
    peer.send("go");
    CHECK(read_until(peer, "move ") == Lines{"move 0-0"});
}

TEST_CASE("bad input is answered or passed over, and the session goes on", "[protocol][hub]") {
    struct Row {
        std::string input;
        Lines output;
    };
    const Lines silence;
    const Lines bad_command{"error message=\"bad command\""};
    const Lines bad_position{"error message=\"bad position\""};
    const Lines bad_move{"error message=\"bad move\""};
    const Lines illegal_move{"error message=\"illegal move\""};
    const auto row = GENERATE_COPY(values<Row>({
        {"", silence},
        {" \t\r", silence},
        {"xyzzy", bad_command},
        {"=", bad_command},
        {"\"go\"", bad_command},
        {"pos pos=\"Wbbb", bad_position},
        {"pos pos", bad_position},
        {"pos pos=", bad_position},
        {"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwww", bad_position},
        {"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwww", bad_position},
        {"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeexeeeewwwwwwwwwwwwwwwwwwww", bad_position},
        {"pos pos=Wbwbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", bad_position},
        {"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwbwwww", bad_position},
        {"pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwwwwww", bad_position},
        {"pos pos=wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", silence},
        {"pos pos=W:W31,32:B1,2", silence},
        {"pos pos=W:W1,32:B1,2", bad_position},
        {"pos moves=\"32 28\"", bad_move},
        {"pos moves=zz", bad_move},
        {"pos moves=19-99", bad_move},
        {"pos moves=\"32-28,19-23\"", bad_move},
        {"pos moves=032-28", silence},
        {"pos moves=32x28", silence},
        {"pos moves=28-19", illegal_move},
        {"pos moves=32-27-22", illegal_move},
        {"pos moves=\"32-28 19-23 34-29\"", illegal_move},
        {"pos moves=\"32-28 19-23 28x19\"", silence},
        {"pos pos=WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee moves=4x15", illegal_move},
        {"pos pos=WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee moves=4x31x42x15", silence},
        {"pos pos=WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee moves=4x15x37x32x13x20",
         illegal_move},
        {"level depth=x", silence},
        {"level move-time=abc", silence},
        {"level time=", silence},
        {"level time=\"\"", silence},
        {"level depth=99999999999999", silence},
        {"level time=179,997", silence},
        {"level", silence},
        {"set-param value=1", {"error message=\"missing name\""}},
        {"set-param name=nope value=1", silence},
        {"set-param name=ponder value=maybe", silence},
        {"set-param name=variant value=foo", silence},
        {"set-param name=move-overhead value=abc", silence},
        {"set-param name=ponder value=some words here", silence},
        {"stop", silence},
        {"ponder-hit", silence},
        {"new-game", silence},
    }));
    CAPTURE(row.input);
    SessionPeer peer;
    CHECK(answers(peer, row.input) == row.output);
}

TEST_CASE("a move that is refused leaves those before it played", "[protocol][hub]") {
    SessionPeer peer;
    CHECK(answers(peer, "pos moves=\"32-28 19-23 34-29 1-2\"").size() == 1);
    CHECK(search(peer, "level depth=1").back().starts_with("done move=28x19x23"));
}

TEST_CASE("a position that is refused leaves the game before it", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("pos moves=\"32-28 19-23\"");
    CHECK(answers(peer, "pos pos=Wbbbb").size() == 1);
    CHECK(search(peer, "level depth=1").back().starts_with("done move=28x19x23"));
}

TEST_CASE("ping is answered before anything else was said", "[protocol][hub]") {
    SessionPeer peer;
    CHECK(read_up_to_pong(peer) == Lines{});
}

TEST_CASE("go without init and pos searches the start position", "[protocol][hub]") {
    SessionPeer peer;
    const Lines lines = search(peer, "level depth=2");
    CHECK(lines.front().starts_with("info depth=1 "));
    CHECK(lines.back().starts_with("done move=3"));
}

TEST_CASE("hub is answered again, with the present values", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("hub");
    CHECK(read_until(peer, "wait").front().starts_with("id name=Meerslag version="));
    peer.send("set-param name=ponder value=true");
    peer.send("set-param name=move-overhead value=99999999");
    peer.send("hub");
    const Lines lines = read_until(peer, "wait");
    CHECK(std::count(lines.begin(), lines.end(), "param name=ponder value=true type=bool") == 1);
    CHECK(std::count(lines.begin(), lines.end(),
                     "param name=move-overhead value=10000 type=int min=0 max=10000") == 1);
}

TEST_CASE("init may come again at any time", "[protocol][hub]") {
    SessionPeer peer;
    CHECK(answers(peer, "init") == Lines{"ready"});
    CHECK(count_done(search(peer, "level depth=2")) == 1);
    CHECK(answers(peer, "init") == Lines{"ready"});
}

TEST_CASE("limits hold for one search only", "[protocol][hub]") {
    SessionPeer peer;
    CHECK(count_done(search(peer, "level depth=1")) == 1);
    peer.send("go think");  // without a limit now
    CHECK(answers(peer, "") == Lines{});
    peer.send("stop");
    CHECK(count_done(read_until(peer, "done")) == 1);
    peer.send("level depth=1");
    peer.send("pos");  // forgets the limit
    peer.send("go think");
    CHECK(answers(peer, "") == Lines{});
}

TEST_CASE("a forced move is answered with a score", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("pos moves=\"32-28 19-23\"");
    const Lines lines = search(peer, "level time=1000");  // at once, whatever the clock says
    CHECK(lines.front().starts_with("info depth="));
    CHECK(lines.front().find(" score=") != std::string::npos);
    CHECK(lines.back().starts_with("done move=28x19x23 ponder="));
}

TEST_CASE("no time left still gives a legal move", "[protocol][hub]") {
    const std::string level = GENERATE("level time=-1 inc=2", "level time=0", "level time=-5",
                                       "level move-time=0", "level move-time=-1", "level nodes=1");
    CAPTURE(level);
    SessionPeer peer;
    peer.send("pos moves=\"32-28 18-23\"");
    const Lines lines = search(peer, level);
    CHECK(lines.front().starts_with("info depth="));
    CHECK(lines.back().starts_with("done move="));
}

TEST_CASE("a game drawn by the rules is played on when asked", "[protocol][hub]") {
    std::string moves;
    for (int i = 0; i < 3; ++i) moves += "47-38 4-13 38-47 13-4 ";  // the fourth time this position
    SessionPeer peer;
    peer.send(fmt::format("pos pos=W:WK47:BK4 moves=\"{}\"", moves));
    CHECK(search(peer, "level depth=3").back().starts_with("done move=47-"));
    peer.send("level depth=3");
    peer.send("go analyze");
    CHECK(read_until(peer, "done").front().starts_with("info depth="));
}

TEST_CASE("any other line ends the search before it is dealt with", "[protocol][hub]") {
    const std::string line = GENERATE("hub", "init", "new-game", "pos", "level depth=1", "xyzzy",
                                      "set-param name=ponder value=true", "set-param value=1");
    CAPTURE(line);
    SessionPeer peer;
    peer.send("go analyze");
    CHECK(read_until(peer, "info").size() == 1);
    const Lines lines = answers(peer, line);
    REQUIRE_FALSE(lines.empty());
    CHECK(lines.front().starts_with("done move="));
    CHECK(count_done(lines) == 1);
}

TEST_CASE("a client that does not wait gets one done for each go, in order", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("go think");
    for (const char* line :
         {"stop", "new-game", "pos moves=\"32-28 19-23\"", "level depth=3", "go"})
        peer.send(line);
    const Lines first = read_until(peer, "done");
    const Lines second = read_until(peer, "done");
    CHECK(first.back().find("done move=28x19") == std::string::npos);
    CHECK(second.back().starts_with("done move=28x19x23"));
    CHECK(read_up_to_pong(peer) == Lines{});
}

TEST_CASE("a stop at any moment gives exactly one done", "[protocol][hub]") {
    SplitMix64 random{20261130};
    SessionPeer peer;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t microseconds = random.next() % 400;
        CAPTURE(i, microseconds);
        peer.send(random.next() % 4 == 0 ? "level depth=2" : "level infinite");
        peer.send(random.next() % 2 == 0 ? "go think" : "go ponder");
        std::this_thread::sleep_for(std::chrono::microseconds{microseconds});
        peer.send("stop");
        if (random.next() % 2 == 0) peer.send("stop");
        const Lines lines = read_until(peer, "done");
        REQUIRE(count_done(lines) == 1);
        REQUIRE(lines.front().starts_with("info "));
        REQUIRE(read_up_to_pong(peer) == Lines{});
    }
}

TEST_CASE("a ponder-hit starts the clock", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("level time=0.5");
    peer.send("go ponder");
    CHECK(read_until(peer, "info").size() == 1);
    CHECK(answers(peer, "") == Lines{});  // it ponders on, whatever the clock says
    peer.send("ponder-hit");
    CHECK(read_until(peer, "done").back().starts_with("done move="));
}

TEST_CASE("a forced move is answered at once after a ponder-hit", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("pos moves=\"32-28 19-23\"");
    peer.send("level time=100000");
    peer.send("go ponder");
    CHECK(read_until(peer, "info depth=5").size() >= 5);  // pondering is not cut short
    peer.send("ponder-hit");
    CHECK(read_until(peer, "done").back().starts_with("done move=28x19x23"));
}

TEST_CASE("a table larger than the memory becomes one that fits", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("set-param name=tt-size value=30");
    CHECK(answers(peer, "init") == Lines{"ready"});
    peer.send("hub");
    const Lines lines = read_until(peer, "wait");
    const auto size = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
        return line.starts_with("param name=tt-size ");
    });
    REQUIRE(size != lines.end());
    const auto param = std::get<HubParam>(parse_hub_reply(*size));
    CHECK(std::uint64_t{16} << std::stoi(param.value) <= usable_memory());
}

TEST_CASE("quit answers a running search first", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("go analyze");
    peer.send("quit");
    CHECK(peer.state() == HubSession::State::Closed);
    CHECK(count_done(peer.pending()) == 1);
}

TEST_CASE("nothing is written to a client that is gone", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("go analyze");
    CHECK(read_until(peer, "info").size() == 1);
    peer.session().disconnect();
    CHECK(count_done(peer.pending()) == 0);
}

TEST_CASE("several lines are numbered behind the pv, a single one is not", "[protocol][hub]") {
    SessionPeer peer;
    CHECK(search(peer, "level depth=2").front().find("multipv") == std::string::npos);
    peer.send("set-param name=multi-pv value=3");
    Lines lines = search(peer, "level depth=2");
    REQUIRE(lines.size() == 7);  // two depths and the done
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(lines[i].find(fmt::format(" multipv={} seldepth=", i % 3 + 1)) != std::string::npos);
}

TEST_CASE("what no client needs stands behind the pv", "[protocol][hub]") {
    SessionPeer peer;
    const Lines lines = search(peer, "level depth=8");
    const auto info = std::get<HubInfo>(parse_hub_reply(lines[lines.size() - 2]));
    CHECK(info.selective_depth >= 8);
    CHECK(info.table_permille == 0);  // of 16 million entries
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK((line.starts_with("done") || line.find(" seldepth=") > line.find(" pv=")));
    }
}

TEST_CASE("several threads give one done, and legal moves", "[protocol][hub][threads]") {
    SessionPeer peer;
    peer.send("set-param name=tt-size value=18");
    peer.send("set-param name=threads value=3");
    CHECK(play_transcript(peer, "move-and-history.txt") == Lines{});
    CHECK(play_transcript(peer, "analysis-and-stop.txt") == Lines{});
    peer.send("set-param name=threads value=1");
    CHECK(play_transcript(peer, "ponder-hit-and-miss.txt") == Lines{});
}

TEST_CASE("a weaker level moves without being told to stop", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("set-param name=strength value=3");
    const Lines lines = search(peer, "level infinite");
    CHECK(lines.front().starts_with("info depth="));
    CHECK(lines.back().starts_with("done move=3"));
}

TEST_CASE("malformed lines leave the session alive", "[protocol][hub]") {
    static const std::vector<std::string> kPieces{
        "hub",
        "set-param",
        "init",
        "new-game",
        "pos",
        "level",
        "ponder-hit",
        "stop",
        "ping",
        "wait",
        "name",
        "value",
        "pos=",
        "moves=",
        "depth=",
        "nodes=",
        "move-time=",
        "time=",
        "inc=",
        "start",
        "=",
        "==",
        "\"",
        "\"\"",
        " ",
        "  ",
        "\t",
        "\r",
        "\x01",
        "\xff",
        "32-28",
        "28x19x23",
        "x",
        "-",
        "99999999999999999999",
        "-1",
        "1e999",
        "nan",
        "0,5",
        "W:W31:B1",
        "W:W:B",
        ":",
        "true",
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "variant",
        "threads",
        "tt-size"};
    SplitMix64 random{19};
    SessionPeer peer;
    for (int i = 0; i < 1000; ++i) {
        std::string line;
        for (std::uint64_t words = random.next() % 8 + 1; words > 0; --words) {
            line += kPieces[random.next() % kPieces.size()];
            if (random.next() % 2 == 0) line += ' ';
            if (random.next() % 8 == 0) line += static_cast<char>(random.next() % 256);
        }
        CAPTURE(i, line);
        peer.send(line);
        const Lines lines = read_up_to_pong(peer);
        REQUIRE(lines != Lines{"no pong"});
        REQUIRE(count_done(lines) == 0);
        while (!peer.pending().empty()) {
        }  // of a line that was itself a ping
    }
    CHECK(search(peer, "level depth=1 nodes=100").back().starts_with("done"));
}

TEST_CASE("mutated lines of a session leave one done for each go", "[protocol][hub]") {
    static const Lines kLines{"hub",
                              "set-param name=tt-size value=16",
                              "set-param name=multi-pv value=2",
                              "init",
                              "new-game",
                              ("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww "
                               "moves=\"32-28 19-23 28x19x23\""),
                              "pos moves=\"34-30 20-25 40-34\"",
                              "pos pos=WeeeWeeeeeeeebeeeeeebeeeeeeeeeeeebeeeebeeeeeeeeeeeee",
                              "level depth=3 nodes=1000",
                              "level moves=75 time=180,000 inc=2.5",
                              "level infinite",
                              "go think",
                              "go analyze",
                              "go ponder",
                              "ponder-hit",
                              "stop"};
    SplitMix64 random{2026};
    SessionPeer peer;
    peer.send("set-param name=tt-size value=16");
    std::size_t searches = 0;
    Lines output;
    for (int i = 0; i < 1000; ++i) {
        std::string line = kLines[random.below(static_cast<std::uint32_t>(kLines.size()))];
        for (std::uint32_t mutations = random.below(3); mutations > 0 && !line.empty();
             --mutations) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(line.size()));
            const char character = static_cast<char>(random.below(256));
            switch (random.below(4)) {
                case 0: line.erase(at, 1); break;
                case 1: line.insert(at, 1, character); break;
                case 2: line[at] = character; break;
                default: line.resize(at); break;
            }
        }
        if (only_version_of(line) == HubVersion::One) continue;
        CAPTURE(i, line);
        const auto command = parse_hub_command(line);
        if (command && std::holds_alternative<HubGo>(*command)) ++searches;
        peer.send(line);
        const Lines lines = read_up_to_pong(peer);
        REQUIRE(lines != Lines{"no pong"});
        output.insert(output.end(), lines.begin(), lines.end());
    }
    peer.send("hub");  // ends a search
    const Lines rest = peer.pending();
    output.insert(output.end(), rest.begin(), rest.end());
    CHECK(searches > 50);
    CHECK(count_done(output) == searches);
}

TEST_CASE("every line and answer is legal to its last move", "[protocol][hub]") {
    SplitMix64 random{50};
    std::vector<Position> positions = random_game(random, Position::start(), 150);
    for (int i = 0; i < 60; ++i)
        positions.push_back(random_placement(random, PlacementMix{40, 40}));
    SessionPeer peer;
    peer.send("set-param name=tt-size value=16");
    for (const Position& position : positions) {
        // Hub knows no position in which the side not to move has nothing left.
        if (position.pieces(opposite(position.side_to_move())).is_empty()) continue;
        const std::string pos = "G> pos pos=" + format_hub_position(position);
        CAPTURE(pos);
        const Lines lines = has_move(position) ? Lines{pos, "G> level nodes=2000", "G> go think",
                                                       "E> info depth=1", "E> done move=1-1"}
                                               : Lines{pos, "G> go think", "E> done"};
        REQUIRE(play_lines(peer, lines) == Lines{});
    }
}

TEST_CASE("two equal games, each after new-game, search equal numbers of nodes",
          "[protocol][hub]") {
    const auto play = [](SessionPeer& peer) {
        peer.send("new-game");
        Lines infos;
        std::string moves;
        for (int ply = 0; ply < 20; ++ply) {
            peer.send(fmt::format("pos moves=\"{}\"", moves));
            std::string last;
            for (const std::string& line : search(peer, "level nodes=3000")) {
                const HubReply reply = parse_hub_reply(line);
                const auto* info = std::get_if<HubInfo>(&reply);
                if (info) {  // on a busy machine a line is shown again, with more nodes
                    const std::string shown = fmt::format("{} {} {}", *info->depth, *info->score,
                                                          fmt::join(info->pv, " "));
                    if (shown != last) infos.push_back(fmt::format("{} {}", shown, *info->nodes));
                    last = shown;
                }
                if (const auto* done = std::get_if<HubDone>(&reply)) moves += *done->move + " ";
            }
        }
        infos.push_back(moves);
        return infos;
    };
    SessionPeer peer;
    peer.send("init");
    const Lines first = play(peer);
    CHECK(first.size() > 20);
    CHECK(play(peer) == first);
}

TEST_CASE("a line that is too long is refused, and the game before it stays", "[protocol][hub]") {
    SessionPeer peer;
    peer.send("pos moves=\"32-28 19-23\"");
    peer.send("pos moves=\"" + std::string(kLongestLine, ' ') + "\"");
    CHECK(read_up_to_pong(peer) == Lines{"error message=\"line too long\""});
    CHECK(search(peer, "level depth=1").back().starts_with("done move=28x19x23"));
}

TEST_CASE("a game of Hub without end takes no memory without end", "[protocol][hub]") {
    std::string moves;
    for (int i = 0; i < 5'001; ++i) moves += "47-42 4-10 42-47 10-4 ";
    SessionPeer peer;
    peer.send("pos pos=WeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeee moves=\"" + moves + '"');
    CHECK(read_up_to_pong(peer) == Lines{"error message=\"game too long\""});
}

TEST_CASE("a search ends when nobody reads what it writes", "[protocol][hub]") {
    HubSession* reached = nullptr;
    std::promise<void> done;
    HubSession session{[&](std::string_view line) {
        if (line.starts_with("info ")) reached->stop_thinking();
        if (line.starts_with("done ")) done.set_value();
    }};
    reached = &session;
    session.receive("set-param name=tt-size value=16");
    session.receive("go analyze");
    CHECK(done.get_future().wait_for(std::chrono::seconds{60}) == std::future_status::ready);
}

TEST_CASE("the locale changes nothing", "[protocol][hub]") {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::locale before = std::locale::global(std::locale{std::locale::classic(), new Comma});
    for (const char* name : {"nl_NL.UTF-8", "de_DE.UTF-8", "nl_NL", "C.UTF-8"}) {
        if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
    SessionPeer peer;
    const Lines complaints = play_transcript(peer, "stacked-levels.txt");
    peer.send("hub");
    const Lines declaration = read_until(peer, "wait");
    std::setlocale(LC_ALL, "C");
    std::locale::global(before);
    CHECK(complaints == Lines{});
    CHECK(std::count(declaration.begin(), declaration.end(),
                     "param name=move-overhead value=10 type=int min=0 max=10000") == 1);
}

// The real program where its output cannot be written or its input not be read: it says so, and
// never ends with exit code 0 and a part of its output lost.
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"

using namespace meerslag;
using namespace meerslag::test;

#ifndef _WIN32  // needs a shell and its redirections

TEST_CASE("output that cannot be written is told, with exit code 1", "[e2e][output]") {
    const std::string arguments =
        GENERATE("perft --depth 2", "perft --depth 2 --divide", "position --fen W:W31:B1 --json",
                 "bench --depth 2", "analyse --fen W:W31:B1 --depth 3 --json", "bitbase info",
                 "bitbase probe --fen W:WK31:BK1", "pdn convert \"$D/games/games.pdn\"",
                 "pdn check \"$D/games/games.pdn\"", "pdn stats \"$D/games/games.pdn\"", "hub",
                 "hub1", "play", "--help", "--version");
    const std::string redirection = GENERATE(">/dev/full", ">&-");
    CAPTURE(arguments, redirection);
    const ProgramRun run = run_in_shell("echo hub | \"$M\" " + arguments + ' ' + redirection);
    CHECK(run.end == "exit code 1");
    // Where it takes long, progress stands before it
    CHECK(('\n' + run.errors).find("\nmeerslag") != std::string::npos);
}

TEST_CASE("the match runner tells what it cannot write too", "[e2e][output][match]") {
    const std::string argument = GENERATE("--version", "--help");
    const std::string redirection = GENERATE(">/dev/full", ">&-");
    CAPTURE(argument, redirection);
    const ProgramRun run = run_in_shell("\"$R\" " + argument + ' ' + redirection);
    CHECK(run.end == "exit code 1");
    CHECK(run.errors == "meerslag-match: writing the output failed\n");
}

TEST_CASE("a lost standard error does not stop what is asked for", "[e2e][output]") {
    const std::string redirection = GENERATE("2>/dev/full", "2>&-");
    CAPTURE(redirection);
    const ProgramRun search = run_in_shell("\"$M\" bench --depth 2 " + redirection);
    CHECK(search.output.find(" nodes, ") != std::string::npos);
    CHECK(search.end == "exit code 0");
    // Where it says why there is no result, the exit code is left
    CHECK(run_in_shell("\"$M\" pdn check /nowhere " + redirection).end == "exit code 1");
    CHECK(run_in_shell("\"$M\" bench --suite tactics --file /nowhere " + redirection).end ==
          "exit code 1");
}

TEST_CASE("a full disk is told, and loses no game that was saved before", "[e2e][output]") {
    // No file may grow beyond nothing; the signal that comes with it is passed over
    const std::string full = "trap '' XFSZ; ulimit -f 0; ";
    const auto last_line = [](const std::string& line) {
        return run_in_shell("{ " + line + "; } 2>&1 | tail -n 1").output;
    };
    const std::string folder = "d=$(mktemp -d); cd $d; (";
    const std::string end = "); rm -r $d";
    CHECK(run_in_shell(folder + full + "\"$M\" pdn convert \"$D/games/games.pdn\" --output g" + end)
              .errors == "meerslag pdn: writing the output failed\n");
    CHECK(last_line(folder + full + "\"$M\" bitbase build --pieces 2 --path b" + end)
              .find("meerslag bitbase: ") == 0);
    CHECK(last_line(folder + full +
                    "\"$M\" train selfplay --out t --games 1 --shard-games 1 --nodes 10" + end)
              .find("meerslag train: ") == 0);

    const ProgramRun play = run_in_shell(
        folder + "printf 'save g.pdn\\nquit\\n' | \"$M\" play >first; cp g.pdn before; (" + full +
        "printf '32-28\\nsave g.pdn\\nquit\\n' | \"$M\" play --time 0.01 | grep -c 'cannot be "
        "written'); "
        "cmp before g.pdn && ls" +
        end);
    CHECK(play.output == "1\nbefore\nfirst\ng.pdn\n");
}

TEST_CASE("a suite refuses the options of the other", "[e2e][output]") {
    const std::string options =
        GENERATE("tactics --nodes 1 --depth 3", "tactics --nodes 1 --threads 1,2",
                 "speed --depth 1 --nodes 5", "speed --depth 1 --file x");
    CAPTURE(options);
    const ProgramRun run = run_in_shell("\"$M\" bench --suite " + options);
    CHECK(run.end == "exit code 1");
    CHECK(run.errors.starts_with("meerslag bench: "));
}

TEST_CASE("a request to terminate ends the program, also in a search", "[e2e][output]") {
    const std::string arguments = GENERATE("hub", "analyse --fen W:W31-50:B1-20 --time 1000",
                                           "perft --depth 30", "bench --depth 60");
    CAPTURE(arguments);
    // The fifo keeps the input open; the exit code of the shell's wait is 128 and the signal
    const ProgramRun run = run_in_shell(
        "d=$(mktemp -d); mkfifo $d/in; \"$M\" " + arguments +
        " <$d/in >$d/out & p=$!; exec 3>$d/in; echo 'go analyze' >&3; sleep 0.3; kill -TERM $p; "
        "wait $p; echo $?; rm -r $d");
    CHECK(run.output == "143\n");
}

TEST_CASE("a reader that leaves early ends the program", "[e2e][output]") {
    // The input never ends
    const ProgramRun convert = run_in_shell(
        "(while cat \"$D/games/games.pdn\"; do :; done 2>/dev/null) | "
        "(\"$M\" pdn convert -; echo \"code $?\" >&2) | head -n 1");
    CHECK(convert.output.starts_with("[Event "));
    CHECK(convert.errors.ends_with("meerslag: writing the output failed\ncode 1\n"));
    CHECK(convert.errors.find("basic_ios") == std::string::npos);

    const ProgramRun hub = run_in_shell(
        "(echo hub; while echo ping; do :; done 2>/dev/null) | "
        "(\"$M\" hub 2>/dev/null; echo \"code $?\" >&2) | head -n 1");
    CHECK(hub.output.starts_with("id name=Meerslag "));
    CHECK(hub.errors == "code 1\n");
}

TEST_CASE("input that cannot be read is told, with exit code 1", "[e2e][output]") {
    const std::string redirection = GENERATE("<&-", "<\"$D\"");
    const std::string arguments =
        GENERATE("pdn check -", "pdn convert -", "pdn stats -", "analyse --pdn - --depth 1");
    CAPTURE(arguments, redirection);
    const ProgramRun run = run_in_shell("\"$M\" " + arguments + ' ' + redirection);
    CHECK(run.end == "exit code 1");
    CHECK(run.errors.find("broke off") != std::string::npos);
}

TEST_CASE("no file takes the place of a closed stream", "[e2e][output]") {
    // The first file opened would be stdout itself, and the count would go into it
    const ProgramRun run = run_in_shell(
        "f=$(mktemp); \"$M\" pdn convert \"$D/games/games.pdn\" --output \"$f\" >&- 2>&-; "
        "echo $?; \"$M\" pdn convert \"$D/games/games.pdn\" | cmp - \"$f\"; rm \"$f\"");
    CHECK(run.output == "0\n");
}

TEST_CASE("a folder that cannot be written to is told, with exit code 1", "[e2e][output]") {
    // Nobody can make a file in /proc, root no more than others
    const std::string arguments =
        GENERATE("pdn convert \"$D/games/games.pdn\" --output /proc/x",
                 "bitbase build --pieces 2 --path /proc", "bitbase build --pieces 2 --path /proc/x",
                 "train selfplay --games 1 --out /proc/x",
                 "train selfplay --games 1 --shard-games 1 --out /proc",
                 "dxp --listen --port 0 --pdn /proc/x",
                 "analyse --pdn \"$D/games/games.pdn\" --depth 1 --annotate /proc/x");
    CAPTURE(arguments);
    const ProgramRun run = run_in_shell("\"$M\" " + arguments);
    CHECK(run.end == "exit code 1");
    CHECK(run.errors.find("/proc") != std::string::npos);

    // These go on without
    const ProgramRun play = run_in_shell("printf 'save /proc/x\\nquit\\n' | \"$M\" play");
    CHECK(play.output.find("/proc/x cannot be written") != std::string::npos);
    CHECK(play.end == "exit code 0");
    CHECK(run_in_shell("echo ping | \"$M\" hub --log /proc/x").output == "pong\n");
}

#endif

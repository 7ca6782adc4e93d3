// The real program as it looks at positions and games.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocol/text_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

constexpr std::string_view kGame = "[White \"A\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n";

ProgramRun analyse(std::vector<std::string> arguments, std::string_view input = "") {
    arguments.insert(arguments.begin(), "analyse");
    return run_meerslag(std::move(arguments), input);
}

}  // namespace

TEST_CASE("a position is analysed as text and as JSON", "[e2e][analysis]") {
    const ProgramRun text = analyse({"--fen", "W:W31:B20", "--nodes", "50", "--multi-pv", "2"});
    CHECK(text.output.find("Side to move  white") != std::string::npos);
    CHECK(text.end == "exit code 0");
    const auto json =
        nlohmann::json::parse(analyse({"--fen", "W:W31:B20", "--depth", "3", "--json"}).output);
    REQUIRE(json.size() == 1);
    CHECK(json[0]["depth"] == 3);
}

TEST_CASE("every move of a game is analysed, and written into a PDN file", "[e2e][analysis]") {
    const ProgramRun run = analyse({"--pdn", "-", "--depth", "2"}, kGame);
    CHECK(run.output.find("32-28") != std::string::npos);
    CHECK(run.end == "exit code 0");

    const TemporaryFolder folder{"analyse"};
    const std::string annotated = (folder / "annotated.pdn").string();
    const auto json = nlohmann::json::parse(
        analyse({"--pdn", "-", "--time", "0.002", "--json", "--annotate", annotated}, kGame)
            .output);
    CHECK(json.size() == 5);
    const auto written = read_text_file(annotated);
    REQUIRE(written);
    CHECK(written->find("[%eval ") != std::string::npos);
    const ProgramRun check = run_meerslag({"pdn", "check", annotated}, "");
    CHECK(check.end == "exit code 0");
}

TEST_CASE("an interrupted analysis shows what is known", "[e2e][analysis]") {
#ifndef _WIN32  // needs a shell and signals
    // What the shell itself puts in the background does not hear of Ctrl-C; timeout hands it on
    const ProgramRun run = run_in_shell(
        "d=$(mktemp -d); timeout --preserve-status 60 \"$M\" analyse --pdn "
        "\"$D/games/games.pdn\" --time 600 >$d/out 2>$d/errors & p=$!; "
        "until grep -q '0 of' $d/errors; do sleep 0.1; done; kill -INT $p; wait $p; echo $?; "
        "tail -n 1 $d/errors; rm -r $d");
    CHECK(run.output.starts_with("1\nmeerslag analyse: interrupted: "));
    CHECK(run.output.ends_with(" positions analysed, the last ones first\n"));
#endif
}

TEST_CASE("what cannot be analysed is told", "[e2e][analysis]") {
    const TemporaryFolder folder{"analyse-refused"};
    const std::string game = (folder / "game.pdn").string();
    std::ofstream{game, std::ios::binary} << kGame;

    const auto complaint = [](std::vector<std::string> arguments, std::string_view input = "") {
        arguments.insert(arguments.end(), {"--depth", "1"});
        const ProgramRun run = analyse(std::move(arguments), input);
        CHECK(run.output.empty());
        CHECK(run.end == "exit code 1");
        return run.errors;
    };
    CHECK(complaint({"--fen", "W:W51:B1"}).starts_with("meerslag analyse: "));
    CHECK(complaint({"--pdn", game, "--game", "2"}).starts_with("meerslag analyse: "));
    CHECK(complaint({"--pdn", "-"}, "[FEN \"W:W51:B1\"]\n1. 32-28 *\n").find("-:") !=
          std::string::npos);
    CHECK(complaint({"--pdn", game, "--annotate", game}).find("would be overwritten") !=
          std::string::npos);
    CHECK(complaint({"--pdn", game, "--annotate", "-"}).find("- is no file") != std::string::npos);
    CHECK(complaint({"--pdn", game, "--annotate", game + "/x"}).find("cannot be written") !=
          std::string::npos);
    // Analysed nevertheless
    const ProgramRun run =
        analyse({"--fen", "W:W31:B20", "--depth", "1", "--bitbase-path", game + "/x"});
    CHECK(run.errors.find("warning: ") != std::string::npos);
    CHECK(run.end == "exit code 0");
}

// The real program as it plays games, learns weights from them, and explains what they say.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "protocol/text_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

namespace fs = std::filesystem;

ProgramRun train(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "train");
    return run_meerslag(std::move(arguments), "");
}

/// Two shards of two games each, played at random.
std::string random_games(const TemporaryFolder& folder) {
    std::string path = (folder / "games").string();
    const ProgramRun run =
        train({"selfplay", "--out", path, "--games", "3", "--shard-games", "2", "--seed", "7"});
    REQUIRE(run.end == "exit code 0");
    CHECK(run.output.starts_with("2 shards of 2 games in " + path + ", 2 of them new with "));
    return path;
}

std::string weights_of(const TemporaryFolder& folder, const std::string& games) {
    std::string path = (folder / "first.weights").string();
    const ProgramRun run = train({"fit", "--data", games, "--out", path, "--epochs", "1",
                                  "--result", "1", "--tactical", "1", "--held-out", "2"});
    REQUIRE(run.end == "exit code 0");
    CHECK(run.output.find("epoch  1  loss ") != std::string::npos);
    CHECK(run.output.ends_with('\n' + path + '\n'));
    return path;
}

/// The number behind a word at the beginning of a line.
double number_after(const std::string& text, std::string_view word) {
    const std::size_t at = text.find(word);
    return at == std::string::npos ? 1e9 : std::strtod(text.c_str() + at + word.size(), nullptr);
}

}  // namespace

TEST_CASE("games give weights, and these give the next games", "[e2e][train][threads]") {
    const TemporaryFolder folder{"train-chain"};
    const std::string games = random_games(folder);
    const std::string weights = weights_of(folder, games);

    const std::string more = (folder / "more").string();
    const ProgramRun next =
        train({"selfplay", "--out", more, "--weights", weights, "--games", "2", "--shard-games",
               "1", "--nodes", "30", "--side-depth", "1", "--threads", "2", "--tt-size", "1"});
    CHECK(next.end == "exit code 0");
    CHECK(next.output.starts_with("2 shards of 1 games in "));

    const std::string second = (folder / "second.weights").string();
    const ProgramRun fit = train({"fit", "--data", games, more, "--start", weights, "--out", second,
                                  "--epochs", "2", "--threads", "2"});
    CHECK(fit.end == "exit code 0");
    CHECK(fit.output.find("epoch  2  loss ") != std::string::npos);

    // The weights tell what they come from, and where that began
    const ProgramRun both = train({"eval", "--weights", weights, second, "--data", games, more});
    CHECK(both.end == "exit code 0");
    CHECK(both.output.starts_with(weights + ": loss "));
    CHECK(both.output.find('\n' + second + ": loss ") != std::string::npos);
    const ProgramRun explained = train({"eval", "--weights", second, "--fen", "W:W31:B1"});
    CHECK(explained.output.find(" positions of games more, 2 epochs, ") != std::string::npos);
}

TEST_CASE("a score is the sum of the terms it is explained by", "[e2e][train]") {
    const TemporaryFolder folder{"train-eval"};
    const std::string weights = weights_of(folder, random_games(folder));
    const ProgramRun run = train({"eval", "--weights", weights, "--fen", "W:W31-45:B7-19"});
    CHECK(run.end == "exit code 0");
    double sum = 0;
    int terms = 0;
    std::size_t at = run.output.find('\n') + 1;
    for (; run.output.find("  sum ", at) != at; at = run.output.find('\n', at) + 1) {
        sum += std::strtod(run.output.substr(at + 18, 9).c_str(), nullptr);
        ++terms;
    }
    CHECK(terms == 16);
    CHECK_THAT(number_after(run.output, "  sum "), Catch::Matchers::WithinAbs(sum, 0.01));
    CHECK_THAT(number_after(run.output, "  score "), Catch::Matchers::WithinAbs(sum, 0.02));
}

TEST_CASE("what is left of a score where kings draw is told", "[e2e][train]") {
    const TemporaryFolder folder{"train-eval-kings"};
    const std::string weights = weights_of(folder, random_games(folder));
    // One king on the main line against two
    const ProgramRun run = train({"eval", "--weights", weights, "--fen", "W:WK46:BK10,K14"});
    CHECK(run.end == "exit code 0");
    const double left = number_after(run.output, "  of that is left ") / 8;
    CHECK(left < 1);
    CHECK_THAT(number_after(run.output, "  score "),
               Catch::Matchers::WithinAbs(number_after(run.output, "  sum ") * left, 0.02));
}

TEST_CASE("games that are there already are not played again", "[e2e][train]") {
    const TemporaryFolder folder{"train-resume"};
    const std::string path = random_games(folder);
    const auto first = read_text_file(path + "/seed7-00000.shard");
    const auto second = read_text_file(path + "/seed7-00001.shard");
    REQUIRE(first);
    REQUIRE(second);
    const auto selfplay = [&path] {
        return train(
                   {"selfplay", "--out", path, "--games", "4", "--shard-games", "2", "--seed", "7"})
            .output;
    };
    CHECK(selfplay().ends_with(", 0 of them new with 0 positions\n"));
    fs::remove(path + "/seed7-00001.shard");
    CHECK(selfplay().find(", 1 of them new with ") != std::string::npos);
    CHECK(*read_text_file(path + "/seed7-00000.shard") == *first);
    CHECK(*read_text_file(path + "/seed7-00001.shard") == *second);
}

TEST_CASE("a shard cut short is played anew", "[e2e][train]") {
    const TemporaryFolder folder{"train-cut-short"};
    const std::string games = random_games(folder);
    const std::string shard = (folder / "games" / "seed7-00001.shard").string();
    const auto whole = read_text_file(shard);
    REQUIRE(whole);
    fs::resize_file(shard, whole->size() / 2);
    const ProgramRun run =
        train({"selfplay", "--out", games, "--games", "4", "--shard-games", "2", "--seed", "7"});
    CHECK(run.end == "exit code 0");
    CHECK(run.errors == "meerslag train: " + shard + ": is damaged; it is played anew\n");
    CHECK(run.output.find(", 1 of them new with ") != std::string::npos);
    CHECK(*read_text_file(shard) == *whole);
}

TEST_CASE("shards played otherwise are not taken for those asked for", "[e2e][train]") {
    const TemporaryFolder folder{"train-otherwise"};
    const std::string weights = weights_of(folder, random_games(folder));
    const std::string other = (folder / "other.weights").string();
    REQUIRE(train({"fit", "--data", (folder / "games").string(), "--out", other, "--epochs", "1",
                   "--result", "0.5", "--network-epochs", "0"})
                .end == "exit code 0");
    const std::string out = (folder / "shards").string();
    const auto selfplay = [&](std::vector<std::string> changes) {
        std::vector<std::string> arguments{"selfplay", "--out", out, "--seed", "3"};
        const auto add = [&](const std::string& option, const std::string& value) {
            if (std::find(changes.begin(), changes.end(), option) != changes.end()) return;
            arguments.insert(arguments.end(), {option, value});
        };
        add("--games", "2");
        add("--shard-games", "1");
        add("--nodes", "20");
        add("--side-depth", "1");
        add("--tt-size", "1");
        if (std::find(changes.begin(), changes.end(), "--hand-made") == changes.end()) {
            add("--weights", weights);
        }
        arguments.insert(arguments.end(), changes.begin(), changes.end());
        return train(std::move(arguments));
    };
    REQUIRE(selfplay({}).end == "exit code 0");
    fs::remove(out + "/seed3-00001.shard");
    const auto first = read_text_file(out + "/seed3-00000.shard");
    const auto refusal = [&](std::vector<std::string> changes) {
        const ProgramRun run = selfplay(std::move(changes));
        CHECK(run.end == "exit code 1");
        CHECK(run.output.empty());
        CHECK(!fs::exists(out + "/seed3-00001.shard"));
        const std::string begin =
            "meerslag train: " + (fs::path{out} / "seed3-00000.shard").string() +
            ": is there, but was played with ";
        CHECK(run.errors.starts_with(begin));
        return run.errors.substr(std::min(begin.size(), run.errors.size()));
    };
    const std::string end = "; take the same options or another folder\n";
    CHECK(refusal({"--nodes", "21"}) == "nodes: 20, not 21" + end);
    CHECK(refusal({"--shard-games", "2"}) == "shard-games: 1, not 2" + end);
    CHECK(refusal({"--random-least", "4"}) == "random-least: 3, not 4" + end);
    CHECK(refusal({"--random-most", "11"}) == "random-most: 12, not 11" + end);
    CHECK(refusal({"--varied", "21"}) == "varied: 20, not 21" + end);
    CHECK(refusal({"--side-positions", "1"}) == "side-positions: 2, not 1" + end);
    CHECK(refusal({"--side-depth", "2"}) == "side-depth: 1, not 2" + end);
    CHECK(refusal({"--side-line", "5"}) == "side-line: 6, not 5" + end);
    CHECK(refusal({"--tt-size", "2"}) == "tt-size: 1, not 2" + end);
    CHECK(refusal({"--weights", other}).starts_with("weights: "));
    CHECK(refusal({"--hand-made"}).find(", not hand-made evaluation") != std::string::npos);

    // A shard of another seed under the name of this one
    fs::rename(out + "/seed3-00000.shard", out + "/seed3-00001.shard");
    const ProgramRun renamed = selfplay({});
    CHECK(renamed.end == "exit code 1");
    CHECK(renamed.errors.find("seed3-00001.shard: is there, but was played with seed: ") !=
          std::string::npos);
    fs::remove(out + "/seed3-00001.shard");

    // What does not decide about the games may change
    CHECK(selfplay({"--threads", "2", "--games", "3"}).end == "exit code 0");
    CHECK(read_text_file(out + "/seed3-00000.shard") == first);
}

TEST_CASE("the hand-made evaluation plays games too", "[e2e][train]") {
    const TemporaryFolder folder{"train-hand-made"};
    const ProgramRun run =
        train({"selfplay", "--hand-made", "--out", folder.path().string(), "--games", "1",
               "--shard-games", "1", "--nodes", "20", "--side-positions", "0"});
    CHECK(run.end == "exit code 0");
    CHECK(run.output.starts_with("1 shards of 1 games in "));
}

TEST_CASE("training that cannot be done says why", "[e2e][train]") {
    const TemporaryFolder folder{"train-refused"};
    const std::string file = (folder / "file").string();
    std::ofstream{file} << "no weights, no shard";
    std::ofstream{(folder / "bad.shard").string()} << "no shard";
    const std::string empty = (folder / "empty").string();
    fs::create_directory(empty);
    const std::string data = folder.path().string();

    const auto complaint = [](std::vector<std::string> arguments) {
        const ProgramRun run = train(std::move(arguments));
        CHECK(run.end == "exit code 1");
        CHECK(run.output.empty());
        CHECK(run.errors.starts_with("meerslag train: "));
        return run.errors;
    };
    CHECK(complaint({"selfplay", "--out", file + "/x", "--games", "1"}) ==
          "meerslag train: cannot make the folder " + file + "/x\n");
    CHECK(complaint({"selfplay", "--out", empty, "--weights", file}).find("file") !=
          std::string::npos);
    CHECK(complaint({"selfplay", "--out", empty, "--random-least", "5", "--random-most", "4"}) ==
          "meerslag train: --random-most is smaller than --random-least\n");
    CHECK(complaint({"fit", "--data", empty, "--out", file}) ==
          "meerslag train: no shards in " + empty + "\n");
    CHECK(complaint({"fit", "--data", data, "--out", file}).find("bad.shard") != std::string::npos);
    CHECK(complaint({"fit", "--data", empty, "--out", file, "--start", file}).find("file") !=
          std::string::npos);
    CHECK(complaint({"eval", "--weights", file, "--fen", "W:W31:B1"}).find("file") !=
          std::string::npos);

    const TemporaryFolder good{"train-refused-good"};
    const std::string weights = weights_of(good, random_games(good));
    CHECK(complaint({"eval", "--weights", weights, "--fen", "W:W51:B1"})
              .starts_with("meerslag train: FEN, column 4: "));
    CHECK(complaint({"eval", "--weights", weights, "--data", empty}) ==
          "meerslag train: no shards in " + empty + "\n");
    CHECK(complaint({"fit", "--data", (good / "games").string(), "--out", file + "/w"}) ==
          "meerslag train: cannot write " + file + "/w\n");
    CHECK(complaint({"fit", "--data", (good / "games").string(), "--out", data}) ==
          "meerslag train: cannot write " + data + "\n");
}

TEST_CASE("weights of nothing are not written", "[e2e][train]") {
    const TemporaryFolder folder{"train-nothing"};
    const std::string games = random_games(folder);
    const std::string out = (folder / "w").string();
    const ProgramRun run = train({"fit", "--data", games, "--out", out, "--held-out", "1"});
    CHECK(run.end == "exit code 1");
    CHECK(run.errors == "meerslag train: all games are held out, so there is none to learn from\n");
    CHECK(!fs::exists(out));
}

TEST_CASE("eval wants to be told of what", "[e2e][train]") {
    const TemporaryFolder folder{"train-eval-nothing"};
    const ProgramRun run = train({"eval", "--weights", weights_of(folder, random_games(folder))});
    CHECK(run.end == "exit code 106");
    CHECK(run.output.empty());
    CHECK(run.errors.starts_with("--fen or --data is required\n"));
}

#ifndef _WIN32  // needs a shell
TEST_CASE("the script makes weights from nothing, and does not mix two runs", "[e2e][train]") {
    const TemporaryFolder folder{"train-script"};
    const std::string line = "\"$D/../../scripts/train\" --program \"$M\" --threads 2 --folder '" +
                             (folder / "run").string() + "' ";
    const ProgramRun made = run_in_shell(line + "--tiny");
    CHECK(made.end == "exit code 0");
    CHECK(made.errors.find("The weights are ") != std::string::npos);
    const std::string file = (folder / "run/final.weights").string();
    const ProgramRun look = train({"eval", "--weights", file, "--fen", "W:W31-50:B1-20"});
    CHECK(look.end == "exit code 0");
    CHECK(look.output.find("games2 games1, 1 epochs") != std::string::npos);  // its origin
    const auto written = fs::last_write_time(folder / "run/generation3.weights");

    // What is there is not made again; what is not, is, and alone.
    fs::remove(folder / "run/final.weights");
    fs::remove(folder / "run/generation2.weights");
    const ProgramRun again = run_in_shell(line + "--tiny");
    CHECK(again.end == "exit code 0");
    CHECK(again.output.find("generation2.weights") != std::string::npos);
    CHECK(again.output.find("generation3.weights") == std::string::npos);
    CHECK(fs::exists(file));
    CHECK(fs::last_write_time(folder / "run/generation3.weights") == written);

    const ProgramRun other = run_in_shell(line + "--quick");
    CHECK(other.end == "exit code 1");
    CHECK(other.errors.find("belongs to a run of another size") != std::string::npos);
    fs::remove(folder / "run/plan.txt");
    CHECK(run_in_shell(line + "--tiny").errors.find("no plan.txt") != std::string::npos);
}
#endif

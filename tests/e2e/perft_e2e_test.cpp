// The real program as it counts leaves and checks tables of counts.
#include <fstream>
#include <string>
#include <string_view>

#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

/// A suite in a file of its own.
ProgramRun run_suite(std::string_view text) {
    const TemporaryFolder folder{"perft-suite"};
    const std::string path = (folder / "suite.tsv").string();
    std::ofstream{path, std::ios::binary} << text;
    ProgramRun run = run_meerslag({"perft", "--suite", path}, "");
    // Where the folder lies is no part of the message
    if (const std::size_t at = run.errors.find(path); at != std::string::npos) {
        run.errors.replace(at, path.size(), "FILE");
    }
    return run;
}

}  // namespace

TEST_CASE("perft counts from the start and from a FEN", "[e2e][perft]") {
    CHECK(run_meerslag({"perft", "--depth", "5"}, "").output.starts_with("27117 leaves, "));
    CHECK(run_meerslag({"perft", "--depth", "6", "--threads", "2", "--hash", "1"}, "")
              .output.starts_with("167140 leaves, "));
    CHECK(run_meerslag({"perft", "--depth", "0", "--divide"}, "").output.starts_with("1 leaves, "));
    const ProgramRun run =
        run_meerslag({"perft", "--depth", "2", "--fen", "B:W31,K46:B1,20", "--divide"}, "");
    CHECK(run.output.starts_with("1-6 11\n1-7 11\n20-24 11\n20-25 11\n44 leaves, "));
    CHECK(run.end == "exit code 0");
}

TEST_CASE("what perft cannot count is told", "[e2e][perft]") {
    const ProgramRun run = run_meerslag({"perft", "--depth", "2", "--fen", "W:W51:B1"}, "");
    CHECK(run.errors.starts_with("meerslag perft: FEN, column 4: "));
    CHECK(run.end == "exit code 1");
    const ProgramRun nowhere = run_meerslag({"perft", "--suite", "no-such-file"}, "");
    CHECK(nowhere.errors.find("no-such-file") != std::string::npos);
    CHECK(nowhere.end == "exit code 1");
}

TEST_CASE("a suite of counts is checked line by line", "[e2e][perft]") {
    const ProgramRun good = run_suite(
        "#name\tfen\tdepth\tleaves\r\n"
        "\n"
        "one\tW:W31:B20\t3\t6\tof nobody\r\n"
        "two\tW:WK1:BK50\t1\t9");
    CHECK(good.output.starts_with("2 lines, 0 wrong, 15 leaves, "));
    CHECK(good.end == "exit code 0");

    const ProgramRun bad = run_suite("one\tW:W31:B20\t3\t7\n");
    CHECK(bad.output.starts_with("1 lines, 1 wrong, 6 leaves, "));
    CHECK(bad.errors.find("WRONG one depth 3: 7 expected, 6 counted\n") != std::string::npos);
    CHECK(bad.end == "exit code 1");
}

TEST_CASE("a suite that cannot be read is told by line and column", "[e2e][perft]") {
    CHECK(run_suite("# nothing\n").errors == "meerslag perft: FILE has no position\n");
    CHECK(run_suite("#\none\tW:W31:B20\t3\n").errors ==
          "meerslag perft: FILE:2:16: name, FEN, depth and leaves are needed, set apart by tabs\n");
    CHECK(run_suite("one\tW:W51:B20\t3\t1\n").errors.starts_with("meerslag perft: FILE:1:8: "));
    CHECK(run_suite("one\tW:W31:B20\t100\t1\n").errors ==
          "meerslag perft: FILE:1:15: the depth is not a number from 0 to 99\n");
    CHECK(run_suite("one\tW:W31:B20\t1\tmany\n").errors ==
          "meerslag perft: FILE:1:17: the count of leaves is not a number\n");
}

// The real program as it reads and writes PDN files.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator{file}, {}};
}

}  // namespace

TEST_CASE("converting never overwrites the file it reads", "[e2e][pdn]") {
    const std::string games = "1. 32-28 19-23 *\n";
    const TemporaryFolder folder{"pdn-convert"};
    const std::string input = (folder / "games.pdn").string();
    std::ofstream{input, std::ios::binary} << games;

    const ProgramRun run = run_meerslag({"pdn", "convert", input, "--output", input}, "");
    CHECK(run.end == "exit code 1");
    CHECK(run.errors.find("would be overwritten") != std::string::npos);
    CHECK(content_of(input) == games);

    const std::string output = (folder / "clean.pdn").string();
    CHECK(run_meerslag({"pdn", "convert", input, "--output", output}, "").end == "exit code 0");
    CHECK(content_of(output).find("1. 32-28 19-23 *") != std::string::npos);

    const ProgramRun dash = run_meerslag({"pdn", "convert", input, "--output", "-"}, "");
    CHECK(dash.output == content_of(output));
}

// The real program as it builds bitbases and meets damaged files.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>

#include "bench/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// Two kings against two, and the three slices that it needs. Nearly all time goes into the last.
Words build_words(const fs::path& folder) {
    return {"bitbase", "build",         "--slice",   "0m2k-0m2k",
            "--path",  folder.string(), "--threads", "2"};
}

bool is_slice_file(const fs::path& path) { return path.extension() == ".meerslag"; }

std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator{folder}) {
        std::ifstream file{entry.path(), std::ios::binary};
        files[entry.path().filename().string()] = std::string{std::istreambuf_iterator{file}, {}};
    }
    return files;
}

std::ptrdiff_t slice_count(const fs::path& folder) {
    const fs::directory_iterator entries{folder};
    return std::count_if(begin(entries), end(entries), [](const fs::directory_entry& entry) {
        return is_slice_file(entry.path());
    });
}

/// Starts a build and kills it (signal 9 on Linux) as soon as there are so many slices.
void build_until(const fs::path& folder, std::ptrdiff_t slices) {
    auto child = ChildProcess::start(meerslag_command(build_words(folder)));
    REQUIRE(child);
    while (slice_count(folder) < slices && !(*child)->wait_for(std::chrono::milliseconds{1})) {
    }
    (*child)->kill();
    CHECK((*child)->wait_for(std::chrono::minutes{1}));
}

void write(const fs::path& path, std::string_view bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
}

}  // namespace

TEST_CASE("a build that is killed at any point goes on to the same files", "[e2e][bitbase]") {
    const TemporaryFolder whole{"bitbase-whole"};
    const ProgramRun run = run_meerslag(build_words(whole.path()), "");
    REQUIRE(run.end == "exit code 0");
    const auto expected = files_in(whole.path());
    REQUIRE(expected.size() == 4);

    const TemporaryFolder killed{"bitbase-killed"};
    for (const std::ptrdiff_t slices : {0, 1, 3}) {
        CAPTURE(slices);
        build_until(killed.path(), slices);
        // What has the name of a slice is whole
        for (const auto& [name, bytes] : files_in(killed.path())) {
            if (is_slice_file(name)) CHECK(bytes == expected.at(name));
        }
    }
    const ProgramRun resumed = run_meerslag(build_words(killed.path()), "");
    CHECK(resumed.end == "exit code 0");
    CHECK(resumed.errors.find("made again") == std::string::npos);
    CHECK(files_in(killed.path()) == expected);
}

TEST_CASE("damaged and foreign files are told of, skipped, and made again", "[e2e][bitbase]") {
    const TemporaryFolder folder{"bitbase-damaged"};
    const Words pieces{"bitbase", "build", "--pieces", "3", "--path", folder.path().string()};
    REQUIRE(run_meerslag(pieces, "").end == "exit code 0");
    const auto expected = files_in(folder.path());
    REQUIRE(expected.size() == 16);

    const std::string name = "0m2k-0m1k.meerslag";
    const std::string good = expected.at(name);
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 8);
    const std::map<std::string, std::string> damages{
        {"truncated", good.substr(0, good.size() / 2)},
        {"empty", ""},
        {"flipped", flipped},
        {"longer", good + "x"},
        {"foreign", std::string(5000, 'x')},
        {"another slice", expected.at("0m1k-0m1k.meerslag")}};
    for (const auto& [damage, bytes] : damages) {
        CAPTURE(damage);
        write(folder / name, bytes);

        const ProgramRun verified = run_meerslag({"bitbase", "verify", "--no-recount", "--samples",
                                                  "50", "--path", folder.path().string()},
                                                 "");
        CHECK(verified.output.find("0m2k-0m1k: ") != std::string::npos);
        CHECK(verified.end == "exit code 1");

        const ProgramRun probed = run_meerslag(
            {"bitbase", "probe", "--fen", "W:WK6,K16:BK48", "--path", folder.path().string()}, "");
        CHECK(probed.output.empty());
        CHECK(probed.errors.find("slice 0m2k-0m1k is not used: ") != std::string::npos);
        CHECK(probed.end == "exit code 1");

        const ProgramRun built = run_meerslag(pieces, "");
        CHECK(built.errors.find("slice 0m2k-0m1k is made again: ") != std::string::npos);
        CHECK(built.end == "exit code 0");
        CHECK(files_in(folder.path()) == expected);
    }
}

TEST_CASE("a build that may not or cannot be done says why", "[e2e][bitbase]") {
    const TemporaryFolder folder{"bitbase-refused"};
    const std::string path = folder.path().string();
    const ProgramRun small =
        run_meerslag({"bitbase", "build", "--pieces", "6", "--memory", "100", "--path", path}, "");
    CHECK(small.errors.find(" MiB of memory, and 100 are allowed") != std::string::npos);
    CHECK(small.end == "exit code 1");
    CHECK(fs::is_empty(folder.path()));

    write(folder / "file", "");
    const ProgramRun nowhere = run_meerslag(
        {"bitbase", "build", "--pieces", "2", "--path", (folder / "file").string()}, "");
    CHECK(nowhere.errors.find("file: ") != std::string::npos);
    CHECK(nowhere.end == "exit code 1");
}

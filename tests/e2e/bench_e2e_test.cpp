// The real program as it measures itself.
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/bench_suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

TEST_CASE("bench prints the node count of its depth", "[e2e][bench]") {
    const ProgramRun run = run_meerslag({"bench", "--depth", "3"}, "");
    const auto nodes = run_bench(
                           3, [](std::size_t) {}, 1)
                           .nodes;
    CHECK(run.output.starts_with(fmt::format("{} nodes, ", nodes)));
    CHECK(run.end == "exit code 0");
}

TEST_CASE("the speed suite compares numbers of threads", "[e2e][bench][threads]") {
    const ProgramRun text =
        run_meerslag({"bench", "--suite", "speed", "--depth", "2", "--threads", "1,2"}, "");
    CHECK(text.output.starts_with("40 positions to depth 2\nthreads "));
    CHECK(text.output.find("\n      2 ") != std::string::npos);
    const ProgramRun run =
        run_meerslag({"bench", "--suite", "speed", "--depth", "2", "--threads", "2", "--json"}, "");
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["suite"] == "speed");
    CHECK(json["runs"].size() == 1);
    CHECK(json["runs"][0]["threads"] == 2);
}

TEST_CASE("the tactics suite tells which tasks are solved", "[e2e][bench]") {
    const TemporaryFolder folder{"bench-tactics"};
    const std::string path = (folder / "tasks.tsv").string();
    std::ofstream{path, std::ios::binary} << "one\tW:W31,37:B20\t37-32\n"
                                             "two\tW:W32,37:B28,18\t32x12\n";
    const auto tactics = [&path](std::vector<std::string> more) {
        more.insert(more.begin(), {"bench", "--suite", "tactics", "--file", path});
        return run_meerslag(std::move(more), "");
    };
    CAPTURE(tactics({"--nodes", "200"}).errors);
    CHECK(tactics({"--nodes", "200"}).output.find("solved ") != std::string::npos);
    CHECK(tactics({"--time", "0.01"}).output.find(" of 2\n") != std::string::npos);
    const auto json = nlohmann::json::parse(tactics({"--nodes", "200", "--json"}).output);
    CHECK(json["suite"] == "tactics");
}

TEST_CASE("tasks that cannot be read are told", "[e2e][bench]") {
    const TemporaryFolder folder{"bench-refused"};
    const std::string path = (folder / "tasks.tsv").string();
    std::ofstream{path, std::ios::binary} << "one\tW:W31,37:B20\n";
    const ProgramRun run = run_meerslag({"bench", "--suite", "tactics", "--file", path}, "");
    CHECK(run.errors.starts_with("meerslag bench: " + path + ": "));
    CHECK(run.end == "exit code 1");
}

// A million malformed lines into the real program: it answers to the end, in memory that does not
// grow. Their limit is set by the shell.
#include <fmt/format.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include "core/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/process_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

#ifndef _WIN32  // needs a shell and its limits

namespace {

constexpr int kLines = 1'000'000;

/// Beginnings of lines, each made different by a number behind it.
template <std::size_t N>
void write_flood(const std::string& name, const std::array<std::string_view, N>& beginnings) {
    std::ofstream file{name, std::ios::binary};
    SplitMix64 random{8};
    for (int i = 0; i < kLines; ++i) {
        file << beginnings[random.below(static_cast<std::uint32_t>(N))] << i << '\n';
    }
}

/// Limits what follows to so much memory. A build with sanitizers, which need all address space,
/// cannot start within a limit, and goes without.
std::string limit_memory(int kib) {
    const std::string limit = fmt::format("ulimit -v {}; ", kib);
    return run_in_shell(limit + "\"$M\" --version").end == "exit code 0" ? limit : "";
}

}  // namespace

TEST_CASE("a flood of malformed Hub lines is answered to its end", "[.slow][e2e][hub]") {
    static constexpr std::array<std::string_view, 18> kBeginnings{"pos ",
                                                                  "pos pos=W",
                                                                  "level depth=",
                                                                  "g",
                                                                  "set-param name=",
                                                                  "move 32-28",
                                                                  "\x01\x02",
                                                                  "hub\"",
                                                                  "pos moves=\"32-28 19-23",
                                                                  "=",
                                                                  "level nodes=x",
                                                                  "set-param value=",
                                                                  "pos pos=Wbbbbb",
                                                                  "done move=",
                                                                  "move \"",
                                                                  "new-gam",
                                                                  "error ",
                                                                  "info depth="};
    const TemporaryFolder folder{"flood"};
    const std::string lines = (folder / "lines").string();
    write_flood(lines, kBeginnings);
    // No table is made, since nothing is searched
    const ProgramRun run = run_in_shell(fmt::format(
        "{}(cat {}; echo ping) | \"$M\" hub | tail -n 1", limit_memory(300'000), lines));
    CHECK(run.output == "pong\n");
    CHECK(run.errors.empty());
}

TEST_CASE("a flood of malformed PDN is read to its end", "[.slow][e2e][pdn]") {
    static constexpr std::array<std::string_view, 15> kBeginnings{"[Event \"x",
                                                                  "1. 32-28 99-1",
                                                                  "(((",
                                                                  "/FEN \"W:W\"/",
                                                                  "[FEN \"W:W31:B1",
                                                                  "$$$ 12",
                                                                  "32-28x",
                                                                  "* ) (",
                                                                  "[Result",
                                                                  "1. e4 e5",
                                                                  "\x01\xFF",
                                                                  "12.",
                                                                  "1/2",
                                                                  "[A \"b\"] 1. 31-26",
                                                                  "!?!?"};
    const TemporaryFolder folder{"flood"};
    const std::string lines = (folder / "lines").string();
    write_flood(lines, kBeginnings);
    const ProgramRun run =
        run_in_shell(fmt::format("{}(cat {}; echo '* [A \"b\"] 1. 32-28 7-1 *') | "
                                 "\"$M\" pdn check - | tail -n 2",
                                 limit_memory(100'000), lines));
    CHECK(run.output.find("7-1: ") != std::string::npos);
    CHECK(run.output.find(" skipped\n") != std::string::npos);
    CHECK(run.errors.find("memory") == std::string::npos);
}

#endif

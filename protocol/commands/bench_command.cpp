// meerslag bench: a fixed search, whose node count signs a build.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "engine/bench_suite.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/progress.hpp"

namespace meerslag {

void add_bench_command(CLI::App& app, int& exit_code) {
    struct Options {
        int depth = kBenchDepth;
    };
    CLI::App* const command = app.add_subcommand(
        "bench",
        "Search fixed positions: the node count signs the build, the rate tells its speed");
    const auto options = std::make_shared<Options>();
    command->add_option("--depth", options->depth, "Plies")
        ->check(CLI::Range(1, kMaxDepth.value()))
        ->capture_default_str();
    command->footer(
        "Example:\n"
        "  meerslag bench\n"
        "\n"
        "The count is the same in every build and on every machine, as long as play is the same.");
    command->callback([options, &exit_code] {
        const BenchResult result = [&options] {
            Progress progress{"bench", "positions", bench_position_count()};
            return run_bench(options->depth, [&progress](std::size_t) { progress.advance(1); });
        }();
        const double seconds = std::chrono::duration<double>{result.time}.count();
        fmt::print("{} nodes, {:.3f} s, {:.2f} M nodes/s\n", result.nodes, seconds,
                   seconds > 0 ? static_cast<double>(result.nodes) / seconds / 1e6 : 0.0);
        exit_code = kExitSuccess;
    });
}

}  // namespace meerslag

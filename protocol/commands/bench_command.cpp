// meerslag bench: fixed searches. The node count signs a build; suites measure tactics and speed.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench_suite.hpp"
#include "engine/embedded_data.hpp"
#include "engine/tactics_suite.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/progress.hpp"
#include "protocol/suite_report.hpp"
#include "protocol/text_file.hpp"

namespace meerslag {
namespace {

/// Of a tactics task when no limit is given. Unit: nodes, so that it is the same everywhere.
constexpr std::uint64_t kTacticsNodes = 1'000'000;
constexpr std::uint64_t kMostNodes = 1'000'000'000'000'000;

struct BenchOptions {
    std::string suite;
    int depth = kBenchDepth;
    std::string file;
    double time = 0;
    std::uint64_t nodes = 0;
    std::vector<int> threads{1};
    bool json = false;
};

BenchResult run_with_progress(int depth, int threads) {
    Progress progress{"bench", "positions", bench_position_count()};
    return run_bench(
        depth, [&progress](std::size_t) { progress.advance(1); }, threads);
}

int run_signature(const BenchOptions& options) {
    const BenchResult result = run_with_progress(options.depth, 1);
    fmt::print("{} nodes, {:.3f} s, {:.2f} M nodes/s\n", result.nodes, result.seconds(),
               result.nodes_per_second() / 1e6);
    return kExitSuccess;
}

int fail(const std::string& reason) {
    fmt::print(stderr, "meerslag bench: {}\n", reason);
    return kExitFailure;
}

/// An option that the suite would pass over.
std::optional<std::string> misplaced_option(const BenchOptions& options, const CLI::App& command) {
    const bool is_tactics = options.suite == "tactics";
    if (is_tactics && options.threads.size() > 1) {
        return "the suite tactics runs with one number of threads";
    }
    const std::vector<std::string> foreign =
        is_tactics ? std::vector<std::string>{"--depth"}
                   : std::vector<std::string>{"--file", "--time", "--nodes"};
    for (const std::string& name : foreign) {
        if (command.count(name) == 0) continue;
        return fmt::format("{} is no option of the suite {}", name, options.suite);
    }
    return std::nullopt;
}

int run_tactics(const BenchOptions& options) {
    std::string text{embedded_tactics()};
    if (!options.file.empty()) {
        auto content = read_text_file(options.file);
        if (!content) return fail(content.error());
        text = *std::move(content);
    }
    const auto tasks = parse_tactics(text);
    if (!tasks) {
        return fail(fmt::format("{}: {}", options.file.empty() ? "the suite" : options.file,
                                tasks.error().reason));
    }
    SearchLimits limits;
    if (options.time > 0) {
        limits.move_time = std::chrono::milliseconds{std::llround(options.time * 1000)};
    }
    if (options.nodes > 0) limits.nodes = options.nodes;
    if (!limits.move_time && !limits.nodes) limits.nodes = kTacticsNodes;

    EngineOptions engine_options;
    engine_options.threads = options.threads.front();
    Engine engine{engine_options};
    std::vector<SolvedTask> solved;
    {
        Progress progress{"tactics", "tasks", tasks->size()};
        for (const TacticsTask& task : *tasks) {
            solved.push_back({task, solve(engine, task, limits)});
            progress.advance(1);
        }
    }
    fmt::print("{}", options.json ? tactics_json(solved).dump(1) + "\n" : format_tactics(solved));
    return kExitSuccess;
}

int run_speed(const BenchOptions& options) {
    std::vector<SpeedRun> runs;
    for (const int threads : options.threads) {
        runs.push_back({threads, run_with_progress(options.depth, threads)});
    }
    fmt::print("{}", options.json ? speed_json(options.depth, runs).dump(1) + "\n"
                                  : format_speed(options.depth, runs));
    return kExitSuccess;
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "bench",
        "Search fixed positions: the node count signs the build, the rate tells its speed");
    const auto options = std::make_shared<BenchOptions>();
    command->add_option("--depth", options->depth, "Plies")
        ->check(CLI::Range(1, kMaxDepth.value()))
        ->capture_default_str();
    CLI::Option* const suite =
        command
            ->add_option("--suite", options->suite,
                         "tactics: find the one winning move; speed: by threads, to a fixed depth")
            ->check(CLI::IsMember({"tactics", "speed"}));
    command->add_option("--file", options->file, "Tactics: rows of id, FEN, best move, with tabs")
        ->needs(suite);
    command->add_option("--time", options->time, "Tactics: seconds for a task")
        ->needs(suite)
        ->check(RealRange(0.001, 1e5));
    command
        ->add_option("--nodes", options->nodes,
                     "Tactics: nodes for a task; 1000000 if no limit is given")
        ->needs(suite)
        ->check(CLI::Range(std::uint64_t{1}, kMostNodes));
    command->add_option("--threads", options->threads, "Threads; speed: several numbers")
        ->needs(suite)
        ->delimiter(',')
        ->check(CLI::Range(1, kMostThreads))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Print the suite's result as JSON")->needs(suite);
    command->footer(
        "Examples:\n"
        "  meerslag bench\n"
        "  meerslag bench --suite tactics --time 1\n"
        "  meerslag bench --suite speed --threads 1,2,4\n"
        "\n"
        "The count is the same in every build and on every machine, as long as play is the same.\n"
        "A task counts as solved from the moment on from which its move is held to the end.");
    command->callback([options, command, &exit_code] {
        if (const auto reason = misplaced_option(*options, *command)) {
            exit_code = fail(*reason);
        } else if (options->suite == "tactics") {
            exit_code = run_tactics(*options);
        } else if (options->suite == "speed") {
            exit_code = run_speed(*options);
        } else {
            exit_code = run_signature(*options);
        }
    });
}

}  // namespace meerslag

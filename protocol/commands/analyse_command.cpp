// meerslag analyse: what the engine thinks of a position, or of every move of a game.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/adjournment.hpp"
#include "core/pdn_writer.hpp"
#include "engine/whole_file.hpp"
#include "protocol/analysis.hpp"
#include "protocol/analysis_report.hpp"
#include "protocol/commands/bitbase_options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/pdn_file.hpp"
#include "protocol/platform.hpp"
#include "protocol/position_report.hpp"
#include "protocol/progress.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDefaultTime{1000};
/// How often an interrupt is looked for and the progress drawn.
constexpr milliseconds kWatchInterval{30};

struct AnalyseArguments {
    std::string fen;
    std::string pdn;
    int game = 1;
    std::optional<double> seconds;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    int lines = 1;
    int threads = 1;
    BitbaseArguments bitbases;
    std::string annotated;
    bool json = false;
};

SearchLimits limits_from(const AnalyseArguments& arguments) {
    SearchLimits limits{.depth = arguments.depth, .nodes = arguments.nodes};
    if (arguments.seconds) {
        limits.move_time = milliseconds{static_cast<std::int64_t>(*arguments.seconds * 1000)};
    } else if (!arguments.depth && !arguments.nodes) {
        limits.move_time = kDefaultTime;
    }
    return limits;
}

int fail(std::string_view reason) {
    fmt::print(stderr, "meerslag analyse: {}\n", reason);
    return kExitFailure;
}

void warn(std::string_view reason) {
    fmt::print(stderr, "meerslag analyse: warning: {}\n", reason);
}

/// Analyses with a bar of progress, and ends early at an interrupt (Ctrl-C).
std::vector<AnalysedPosition> analyse_interruptibly(std::span<const Game> parts,
                                                    const AnalyseArguments& arguments) {
    EngineOptions options;
    options.lines = arguments.lines;
    options.threads = arguments.threads;
    const std::string problem = open_bitbases(arguments.bitbases, options);
    if (!problem.empty()) warn(problem);
    Engine engine{options};
    std::size_t positions = 0;
    for (const Game& part : parts) positions += part.moves().size() + 1;
    Progress progress{"analyse", "positions", positions};
    std::atomic<bool> stopped{false};  // written by this thread, read by the one that analyses
    const AnalysisWatcher watcher{.may_go_on = [&stopped] { return !stopped; },
                                  .on_position_done = [&progress] { progress.advance(1); }};
    watch_interrupts();
    auto analysed = std::async(std::launch::async, [&] {
        return analyse(engine, parts, limits_from(arguments), watcher);
    });
    while (analysed.wait_for(kWatchInterval) != std::future_status::ready) {
        progress.advance(0);
        if (!take_interrupt()) continue;
        stopped = true;
        engine.stop();
    }
    return analysed.get();
}

/// What became of `done` of `total` positions, as an exit code.
int exit_code_for(std::size_t done, std::size_t total) {
    if (done == total) return kExitSuccess;
    return fail(
        fmt::format("interrupted: {} of {} positions analysed, the last ones first", done, total));
}

int analyse_fen(const AnalyseArguments& arguments) {
    const auto read = game_from_text(arguments.fen, "");
    if (!read) return fail(read.error());
    for (const std::string& warning : read->warnings) warn(warning);
    const std::vector<AnalysedPosition> analysed =
        analyse_interruptibly({&read->game, 1}, arguments);
    if (arguments.json) {
        fmt::print("{}\n", analysis_json(analysed));
    } else if (!analysed.empty()) {
        const BoardSymbols symbols =
            is_terminal(StandardStream::Output) ? BoardSymbols::Unicode : BoardSymbols::Ascii;
        fmt::print("{}", position_analysis_text(analysed.front(), {.symbols = symbols}));
    }
    return exit_code_for(analysed.size(), 1);
}

/// Whether a file can be written, and is not the one the game is read from.
/// Returns: what speaks against it.
std::optional<std::string> fault_of_output(const std::string& name, const std::string& input) {
    if (name == "-") return "- is no file: standard output is for the analysis";
    if (are_one_file(name, input)) {
        return fmt::format("{} would be overwritten: name another file for --annotate", name);
    }
    if (!std::ofstream{name, std::ios::binary | std::ios::app}) {
        return fmt::format("{} cannot be written", name);
    }
    return std::nullopt;
}

int analyse_pdn(const AnalyseArguments& arguments) {
    const auto pdn = read_pdn_game(arguments.pdn, arguments.game);
    if (!pdn) return fail(pdn.error());
    for (const PdnFault& fault : pdn->faults) {
        fmt::print(stderr, "{}\n", describe_fault(arguments.pdn, fault));
    }
    const auto parts = parts_from(*pdn);
    if (!parts) {
        return fail(fmt::format("{}:{}: game {}: {}", arguments.pdn, pdn->line, pdn->number,
                                parts.error()));
    }
    if (!arguments.annotated.empty()) {
        // Better known now than after hours
        if (const auto fault = fault_of_output(arguments.annotated, arguments.pdn)) {
            return fail(*fault);
        }
    }
    const std::vector<AnalysedPosition> analysed = analyse_interruptibly(*parts, arguments);
    if (arguments.json) {
        fmt::print("{}\n", analysis_json(analysed));
    } else if (!analysed.empty()) {
        fmt::print("{}", game_analysis_text(analysed));
    }
    if (!arguments.annotated.empty()) {
        const bool is_written = write_whole_file(arguments.annotated, [&](std::ostream& out) {
            out << format_pdn_game(annotate(*pdn, analysed));
        });
        if (!is_written) return fail(fmt::format("{} cannot be written", arguments.annotated));
    }
    return exit_code_for(analysed.size(), pdn->main.moves.size() + 1);
}

}  // namespace

void add_analyse_command(CLI::App& app, int& exit_code) {
    CLI::App* const command =
        app.add_subcommand("analyse", "Look at a position, or at every move of a game");
    command->footer(
        "Example: meerslag analyse --pdn game.pdn --time 2 --annotate annotated.pdn\n"
        "Scores are in men, and White's: above 0, White is better; 2-0 in 7: White wins in 7\n"
        "plies. A loss is what a move gave away against the best one, where a won game counts as\n"
        "10 men. Marks: ?! from 0.4 men, ? from 0.6, ?? from 2, more than 3 men ahead or behind\n"
        "counting as 3. A game is looked at from its last move back to its first. The same limits\n"
        "in depth or nodes give the same result with one thread and the same bitbases. Ctrl-C "
        "ends\n"
        "it, and shows what is known.\n"
        "Exit code: 0, or 1 when the input is wrong or the analysis of a game was interrupted.");
    const auto options = std::make_shared<AnalyseArguments>();
    CLI::Option_group* const what = command->add_option_group("What to analyse");
    what->require_option(1);
    what->add_option("--fen", options->fen, "A position");
    CLI::Option* const pdn =
        what->add_option("--pdn", options->pdn, "A game in a PDN file; - is stdin");
    command->add_option("--game", options->game, "Which game of the file, counted from 1")
        ->check(CLI::Range(1, 2'000'000'000))
        ->needs(pdn)
        ->capture_default_str();
    command
        ->add_option("--time", options->seconds,
                     "Seconds a position [1, unless --depth or --nodes are given]")
        ->check(RealRange(0.001, 86400.0));
    command->add_option("--depth", options->depth, "Plies to search each position")
        ->check(CLI::Range(1, kMaxDepth.value()));
    command->add_option("--nodes", options->nodes, "Nodes to search each position")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    command->add_option("--multi-pv", options->lines, "How many of the best lines to find")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads to search with")
        ->check(CLI::Range(1, kMostThreads))
        ->capture_default_str();
    add_bitbase_options(*command, options->bitbases);
    command
        ->add_option("--annotate", options->annotated,
                     "Write the game with scores, marks and better lines to this PDN file")
        ->needs(pdn);
    command->add_flag("--json", options->json, "Print an array of one object a position");
    command->callback([options, &exit_code] {
        exit_code = options->pdn.empty() ? analyse_fen(*options) : analyse_pdn(*options);
    });
}

}  // namespace meerslag

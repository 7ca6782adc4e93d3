// meerslag perft: count the leaves of the move tree, or check a table of counts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "core/perft.hpp"
#include "core/perft_search.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/progress.hpp"
#include "protocol/scanner.hpp"
#include "protocol/table_size.hpp"
#include "protocol/text_file.hpp"

namespace meerslag {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::optional<int> depth;
    std::optional<std::string> fen;
    std::optional<std::string> suite;
    bool divide = false;
    int threads = 1;
    std::size_t hash_mib = 0;
};

constexpr const char* kExamples =
    "Examples:\n"
    "  meerslag perft --depth 9\n"
    "  meerslag perft --depth 5 --fen W:WK46,31,32:B1,2,K5 --divide\n"
    "  meerslag perft --suite tests/data/perft.tsv --threads 2 --hash 256\n"
    "\n"
    "A suite has a position a line, in columns set apart by tabs: name, FEN, depth, leaves. The\n"
    "exit code is 1 if a count differs.\n";

int fail(std::string_view message) {
    fmt::print(stderr, "meerslag perft: {}\n", message);
    return kExitFailure;
}

std::string total_line(std::uint64_t leaves, Clock::duration time) {
    const double seconds = std::chrono::duration<double>{time}.count();
    return fmt::format("{} leaves, {:.3f} s, {:.1f} M leaves/s", leaves, seconds,
                       seconds > 0 ? static_cast<double>(leaves) / seconds / 1e6 : 0.0);
}

/// Feeds `progress` from the search's listener.
PerftSearch::Listener reporter(std::optional<Progress>& progress) {
    return [&progress](std::size_t, std::size_t all) {
        if (!progress) progress.emplace("perft", "parts", all);
        progress->advance(1);
    };
}

int run_depth(const Options& options, const Position& position, PerftSearch& search) {
    const auto start = Clock::now();
    std::uint64_t leaves = 0;
    if (options.divide && *options.depth > 0) {
        std::optional<Progress> progress;
        auto parts = search.divide(position, *options.depth, reporter(progress));
        progress.reset();  // takes the bar away before the result
        std::sort(parts.begin(), parts.end(),
                  [](const auto& a, const auto& b) { return a.move < b.move; });
        for (const PerftDivision& part : parts) {
            fmt::print("{} {}\n", format_hub(part.move), part.leaves);
            leaves += part.leaves;
        }
    } else {
        std::optional<Progress> progress;
        leaves = search.count(position, *options.depth, reporter(progress));
    }
    fmt::print("{}\n", total_line(leaves, Clock::now() - start));
    return kExitSuccess;
}

struct SuiteLine {
    std::string name;
    Position position;
    int depth;
    std::uint64_t leaves;
};

Expected<SuiteLine, TextError> parse_suite_line(std::string_view line) {
    std::vector<std::string_view> columns;
    std::vector<int> starts;
    for (std::size_t at = 0; columns.size() < 4;) {
        const std::size_t end = std::min(line.find('\t', at), line.size());
        columns.push_back(line.substr(at, end - at));
        starts.push_back(static_cast<int>(at) + 1);
        if (end == line.size()) break;
        at = end + 1;
    }
    if (columns.size() < 4) {
        return unexpected{TextError{"name, FEN, depth and leaves are needed, set apart by tabs",
                                    static_cast<int>(line.size()) + 1}};
    }
    const auto fen = parse_fen(columns[1]);
    if (!fen) return unexpected{TextError{fen.error().reason, starts[1] + fen.error().column - 1}};
    const auto depth = parse_natural(columns[2]);
    if (!depth || *depth > 99) {
        return unexpected{TextError{"the depth is not a number from 0 to 99", starts[2]}};
    }
    const auto leaves = parse_natural(columns[3]);
    if (!leaves) return unexpected{TextError{"the count of leaves is not a number", starts[3]}};
    return SuiteLine{std::string{columns[0]}, fen->position, static_cast<int>(*depth), *leaves};
}

int run_suite(const std::string& path, PerftSearch& search) {
    const auto content = read_text_file(path);
    if (!content) return fail(content.error());
    std::vector<SuiteLine> lines;
    int number = 0;
    for (std::string_view rest = *content; !rest.empty();) {
        ++number;
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (text.ends_with('\r')) text.remove_suffix(1);
        if (text.empty() || text.front() == '#') continue;
        auto line = parse_suite_line(text);
        if (!line) {
            return fail(fmt::format("{}:{}:{}: {}", path, number, line.error().column,
                                    line.error().reason));
        }
        lines.push_back(*std::move(line));
    }
    if (lines.empty()) return fail(fmt::format("{} has no position", path));

    const auto start = Clock::now();
    std::uint64_t expected = 0;
    for (const SuiteLine& line : lines) expected += line.leaves;
    std::uint64_t leaves = 0;
    std::size_t wrong = 0;
    {
        Progress progress{"perft suite", "leaves", expected};
        for (const SuiteLine& line : lines) {
            std::uint64_t shown = 0;
            const auto show = [&](std::size_t done, std::size_t all) {
                const auto leaves_done = static_cast<std::uint64_t>(
                    static_cast<double>(line.leaves) * static_cast<double>(done) /
                    static_cast<double>(all));
                progress.advance(leaves_done - shown);
                shown = leaves_done;
            };
            const std::uint64_t counted = search.count(line.position, line.depth, show);
            if (counted != line.leaves) {
                ++wrong;
                progress.print_line(fmt::format("WRONG {} depth {}: {} expected, {} counted",
                                                line.name, line.depth, line.leaves, counted));
            }
            leaves += counted;
            progress.advance(line.leaves - shown);
        }
    }
    fmt::print("{} lines, {} wrong, {}\n", lines.size(), wrong,
               total_line(leaves, Clock::now() - start));
    return wrong == 0 ? kExitSuccess : kExitFailure;
}

int run(const Options& options) {
    Position position = Position::start();
    if (options.fen) {
        const auto parsed = parse_fen(*options.fen);
        if (!parsed) {
            return fail(
                fmt::format("FEN, column {}: {}", parsed.error().column, parsed.error().reason));
        }
        position = parsed->position;
    }
    std::optional<PerftSearch> search;
    try {
        search.emplace(PerftSettings{options.threads, options.hash_mib << 20});
    } catch (const std::bad_alloc&) {
        return fail(fmt::format("there is no memory for a table of {} MiB", options.hash_mib));
    }
    return options.suite ? run_suite(*options.suite, *search)
                         : run_depth(options, position, *search);
}

}  // namespace

void add_perft_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("perft", "Count the leaves of the move tree");
    const auto options = std::make_shared<Options>();
    command->footer(kExamples);
    auto* const what = command->add_option_group("what to count", "one of these");
    auto* const depth =
        what->add_option("--depth", options->depth, "Plies")->check(CLI::Range(0, 99));
    auto* const suite = what->add_option("--suite", options->suite, "File of counts to check");
    what->require_option(1);
    command->add_option("--fen", options->fen, "Position; the start if it is left out")
        ->excludes(suite);
    command->add_flag("--divide", options->divide, "Leaves behind each move")->needs(depth);
    command->add_option("--threads", options->threads, "Threads")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command
        ->add_option("--hash", options->hash_mib, "Table of counts already known, in MiB; 0: none")
        ->check(CLI::Range(std::size_t{0}, std::size_t{1} << 24))
        ->check(table_size_complaint, "")
        ->capture_default_str();
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace meerslag

// meerslag pdn: check, convert and count collections of games.
#include <fmt/format.h>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/fen.hpp"
#include "core/pdn_writer.hpp"
#include "engine/whole_file.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/pdn_file.hpp"
#include "protocol/pdn_json.hpp"
#include "protocol/pdn_statistics.hpp"
#include "protocol/progress.hpp"

namespace meerslag {

namespace {

/// "1 game", "2 games".
std::string counted(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

int report_file_faults(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) fmt::print(stderr, "meerslag pdn: {}\n", fault);
    return faults.empty() ? kExitSuccess : kExitFailure;
}

struct CheckOptions {
    std::vector<std::string> files;
    bool errors_only = false;
};

int check(const CheckOptions& options) {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t faulty = 0;
    std::uint64_t skipped = 0;
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    Progress progress{"pdn check", "bytes", total_size(options.files)};
    const auto file_faults = for_each_pdn_game(
        options.files, progress, [&](const std::string& file, const PdnGame& game) {
            ++games;
            plies += game.main.moves.size();
            if (game.reading == PdnReading::Skipped) ++skipped;
            bool is_faulty = false;
            for (const PdnFault& fault : game.faults) {
                const bool is_error = fault.severity == PdnFault::Severity::Error;
                if (!is_error && options.errors_only) continue;
                ++(is_error ? errors : warnings);
                is_faulty = true;
                progress.hide();
                fmt::print("{}\n", describe_fault(file, fault));
            }
            if (is_faulty) ++faulty;
        });
    progress.hide();
    fmt::print("{}, {}, {}: {} and {} in {}, {} skipped\n", counted(options.files.size(), "file"),
               counted(games, "game"), counted(plies, "move"), counted(errors, "error"),
               counted(warnings, "warning"), counted(faulty, "game"), skipped);
    const int file_code = report_file_faults(file_faults);
    return errors + warnings > 0 ? kExitFailure : file_code;
}

enum class ConvertTo { Pdn, Fen, Json };

struct ConvertOptions {
    std::vector<std::string> files;
    std::string output;
    ConvertTo to = ConvertTo::Pdn;
    PdnStyle style;
};

bool is_standard_output(const ConvertOptions& options) {
    return options.output.empty() || options.output == "-";
}

/// Every position of the game, the first and the last too, a FEN a line.
std::string positions_text(const PdnGame& game) {
    if (game.reading == PdnReading::Skipped) return {};
    std::string text;
    const Position last = replay(game, [&text](const Position& position, const PdnMove&) {
        text += format_fen(position);
        text += '\n';
    });
    return text + format_fen(last) + '\n';
}

std::string converted(const PdnGame& game, const ConvertOptions& options) {
    switch (options.to) {
        case ConvertTo::Pdn:
            return game.reading == PdnReading::Skipped ? "" : format_pdn_game(game, options.style);
        case ConvertTo::Fen: return positions_text(game);
        case ConvertTo::Json: return pdn_game_json(game) + '\n';
    }
    std::abort();
}

/// Errors: std::ios::failure, when the output cannot be written.
int convert_unchecked(const ConvertOptions& options) {
    for (const std::string& input : options.files) {
        if (is_standard_output(options) || !are_one_file(options.output, input)) continue;
        return report_file_faults(
            {options.output + " would be overwritten: name another file for --output"});
    }
    std::ofstream file;
    if (!is_standard_output(options)) {
        file.open(options.output, std::ios::binary);
        if (!file.is_open()) return report_file_faults({"cannot write " + options.output});
    }
    std::ostream& out = file.is_open() ? file : std::cout;
    out.exceptions(std::ios::badbit | std::ios::failbit);  // the rest need not be read then
    Progress progress{"pdn convert", "bytes", total_size(options.files)};
    const auto file_faults = for_each_pdn_game(
        options.files, progress, [&](const std::string& name, const PdnGame& game) {
            for (const PdnFault& fault : game.faults)
                progress.print_line(describe_fault(name, fault));
            const std::string text = converted(game, options);
            if (!file.is_open()) progress.hide();
            out.write(text.data(), static_cast<std::streamsize>(text.size()));
        });
    out.flush();
    progress.hide();
    return report_file_faults(file_faults);
}

int convert(const ConvertOptions& options) {
    try {
        return convert_unchecked(options);
    } catch (const std::ios::failure&) {
        std::cout.exceptions(std::ios::goodbit);
        if (is_standard_output(options))
            return kExitFailure;  // told at the end of main, as for all
        return report_file_faults({"writing the output failed"});
    }
}

struct StatsOptions {
    std::vector<std::string> files;
    std::size_t opening_plies = 4;
    std::size_t openings = 20;
    bool json = false;
};

int show_statistics(const StatsOptions& options) {
    PdnStatistics statistics{options.opening_plies};
    Progress progress{"pdn stats", "bytes", total_size(options.files)};
    const auto file_faults =
        for_each_pdn_game(options.files, progress,
                          [&](const std::string&, const PdnGame& game) { statistics.add(game); });
    progress.hide();
    fmt::print("{}", options.json ? statistics.json(options.openings) + '\n'
                                  : statistics.text(options.openings));
    return report_file_faults(file_faults);
}

void add_files(CLI::App& command, std::vector<std::string>& files) {
    command.add_option("files", files, "PDN files; - is stdin")->required();
}

void add_check(CLI::App& pdn, int& exit_code) {
    CLI::App* const command = pdn.add_subcommand("check", "Replay every game and list the faults");
    command->footer(
        "Example: meerslag pdn check games.pdn\n"
        "Prints file:line:column, game, ply and reason of each fault, and the counts.\n"
        "Exit code: 0, or 1 when there is a fault.");
    const auto options = std::make_shared<CheckOptions>();
    add_files(*command, options->files);
    command->add_flag("--errors-only", options->errors_only,
                      "Neither list nor count what could be understood all the same");
    command->callback([options, &exit_code] { exit_code = check(*options); });
}

void add_convert(CLI::App& pdn, int& exit_code) {
    CLI::App* const command =
        pdn.add_subcommand("convert", "Write the games as clean PDN, as FENs or as JSON");
    command->footer(
        "Example: meerslag pdn convert old.pdn --output clean.pdn\n"
        "Faults go to stderr; what stands before them is written. JSON: one object a game, one a "
        "line.\nExit code: 0, or 1 when a file cannot be read or written.");
    const auto options = std::make_shared<ConvertOptions>();
    add_files(*command, options->files);
    command->add_option("--output", options->output,
                        "File to write to instead of stdout; - is stdout too");
    const std::map<std::string, ConvertTo> formats{
        {"pdn", ConvertTo::Pdn}, {"fen", ConvertTo::Fen}, {"json", ConvertTo::Json}};
    command->add_option("--to", options->to, "pdn, fen (every position) or json")
        ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case));
    command->add_flag_callback(
        "--strict", [options] { options->style.terminator = PdnTerminator::Asterisk; },
        "End every game with *, as the PDN 3.0 draft has it");
    command->add_flag_callback(
        "--crlf", [options] { options->style.line_end = PdnLineEnd::CrLf; },
        "End lines as Windows does");
    command->callback([options, &exit_code] { exit_code = convert(*options); });
}

void add_stats(CLI::App& pdn, int& exit_code) {
    CLI::App* const command = pdn.add_subcommand("stats", "Count results, lengths and openings");
    command->footer("Example: meerslag pdn stats games.pdn --opening-plies 2");
    const auto options = std::make_shared<StatsOptions>();
    add_files(*command, options->files);
    command->add_option("--opening-plies", options->opening_plies, "Moves that make an opening")
        ->check(CLI::Range(0, 20));
    command->add_option("--openings", options->openings, "How many openings to list")
        ->check(CLI::Range(0, 1000000));
    command->add_flag("--json", options->json, "Print one JSON object");
    command->callback([options, &exit_code] { exit_code = show_statistics(*options); });
}

}  // namespace

void add_pdn_command(CLI::App& app, int& exit_code) {
    CLI::App* const pdn = app.add_subcommand("pdn", "Check, convert and count files of games");
    pdn->require_subcommand(1);
    add_check(*pdn, exit_code);
    add_convert(*pdn, exit_code);
    add_stats(*pdn, exit_code);
}

}  // namespace meerslag

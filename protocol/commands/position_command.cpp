// meerslag position: legal moves, status and counters of a position after given moves.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "core/fen.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/platform.hpp"
#include "protocol/position_report.hpp"

namespace meerslag {

void add_position_command(CLI::App& app, int& exit_code) {
    struct Options {
        std::string fen = format_fen(Position::start());
        std::string moves;
        bool json = false;
    };
    CLI::App* const command = app.add_subcommand(
        "position", "Show a position: board, legal moves, status and counters of the draw rules");
    command->footer(
        "Example: meerslag position --fen \"W:W27,K45,K46:BK1,11\" --moves \"46-28 1-6\" --json\n"
        "Exit code: 0, or 1 when the FEN or a move is wrong.");
    const auto options = std::make_shared<Options>();
    command->add_option("--fen", options->fen, "Start from this position, not the usual one");
    command->add_option(
        "--moves", options->moves,
        "Moves to play first, in any notation, parted by blanks; PDN's numbers may stay");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->callback([options, &exit_code] {
        const auto read = game_from_text(options->fen, options->moves);
        if (!read) {
            fmt::print(stderr, "meerslag position: {}\n", read.error());
            exit_code = kExitFailure;
            return;
        }
        for (const std::string& warning : read->warnings) {
            fmt::print(stderr, "meerslag position: warning: {}\n", warning);
        }
        if (options->json) {
            fmt::print("{}\n", position_json(read->game));
        } else {
            const BoardSymbols symbols =
                is_terminal(StandardStream::Output) ? BoardSymbols::Unicode : BoardSymbols::Ascii;
            fmt::print("{}", position_text(read->game, {.symbols = symbols}));
        }
        exit_code = kExitSuccess;
    });
}

}  // namespace meerslag

// The subcommands of `meerslag`: one file each, hung into the command line by its function here.
#pragma once

#include <CLI/CLI.hpp>

namespace meerslag {

/// Exit codes of the program. CLI11's own codes for a wrong command line are above 100.
inline constexpr int kExitSuccess = 0;
inline constexpr int kExitFailure = 1;

/// Each adds its subcommand to `app`. When the command line names it, it runs after parsing and
/// leaves the program's exit code in `exit_code`, which must outlive `app`.
void add_analyse_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_bitbase_command(CLI::App& app, int& exit_code);
void add_dxp_command(CLI::App& app, int& exit_code);
void add_hub_commands(CLI::App& app, int& exit_code);
void add_pdn_command(CLI::App& app, int& exit_code);
void add_perft_command(CLI::App& app, int& exit_code);
void add_play_command(CLI::App& app, int& exit_code);
void add_position_command(CLI::App& app, int& exit_code);
void add_train_command(CLI::App& app, int& exit_code);

/// What `meerslag hub` does, and the program without a command when no person sits at it.
[[nodiscard]] int run_hub_on_standard_streams();
/// What `meerslag play` does, and the program without a command when a person sits at it.
[[nodiscard]] int run_play_in_terminal();

}  // namespace meerslag

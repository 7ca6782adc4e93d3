// meerslag: the program. It only wires the subcommands up.
#include "protocol/commands/commands.hpp"
#include "protocol/platform.hpp"
#include "protocol/program.hpp"
#include "protocol/version.hpp"

namespace {

int run(int argc, char** argv) {
    CLI::App app{"Meerslag: an engine for international draughts", "meerslag"};
    app.allow_windows_style_options(false);  // a path may begin with a slash
    int exit_code = meerslag::kExitSuccess;
    app.set_version_flag("--version", meerslag::version_text());
    app.require_subcommand(0, 1);
    meerslag::add_analyse_command(app, exit_code);
    meerslag::add_bench_command(app, exit_code);
    meerslag::add_bitbase_command(app, exit_code);
    meerslag::add_dxp_command(app, exit_code);
    meerslag::add_hub_commands(app, exit_code);
    meerslag::add_pdn_command(app, exit_code);
    meerslag::add_perft_command(app, exit_code);
    meerslag::add_play_command(app, exit_code);
    meerslag::add_position_command(app, exit_code);
    meerslag::add_train_command(app, exit_code);
    CLI11_PARSE(app, argc, argv);
    if (argc == 1) {
        return meerslag::is_terminal(meerslag::StandardStream::Input)
                   ? meerslag::run_play_in_terminal()
                   : meerslag::run_hub_on_standard_streams();
    }
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) { return meerslag::run_program("meerslag", run, argc, argv); }

// meerslag: the program. It only wires the subcommands up.
#include "protocol/commands/commands.hpp"
#include "protocol/platform.hpp"

int main(int argc, char** argv) {
    meerslag::prepare_standard_streams();
    CLI::App app{"Meerslag: an engine for international draughts", "meerslag"};
    int exit_code = meerslag::kExitSuccess;
    app.require_subcommand(0, 1);
    meerslag::add_perft_command(app, exit_code);
    meerslag::add_position_command(app, exit_code);
    CLI11_PARSE(app, argc, argv);
    return exit_code;
}

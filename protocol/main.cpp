// meerslag: the program. It only wires the subcommands up.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "protocol/commands/commands.hpp"
#include "protocol/platform.hpp"
#include "protocol/version.hpp"

namespace {

int run(int argc, char** argv) {
    meerslag::prepare_standard_streams();
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

/// What cannot be written must not look like success.
bool is_output_written() {
    std::cout.flush();
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

/// Not by fmt::print: standard error may be what cannot be written.
int complain(const char* reason) {
    std::fprintf(stderr, "meerslag: %s\n", reason);
    return meerslag::kExitFailure;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int exit_code = run(argc, argv);
        if (is_output_written()) return exit_code;
        return complain("writing the output failed");
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory");
    } catch (const std::system_error& error) {  // what fmt::print throws
        return complain(error.what());
    }
}

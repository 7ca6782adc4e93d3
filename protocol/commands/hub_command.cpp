// meerslag hub: the Hub protocol on standard input and output.
#include <cstdio>
#include <iostream>

#include "protocol/commands/commands.hpp"
#include "protocol/hub_loop.hpp"

namespace meerslag {

int run_hub_on_standard_streams() {
    LineReader input{std::cin};
    LineWriter output{stdout};
    run_hub(input, output);
    return kExitSuccess;
}

void add_hub_command(CLI::App& app, int& exit_code) {
    CLI::App* const command =
        app.add_subcommand("hub", "Speak the Hub protocol on standard input and output");
    // Some clients append settings of their own, and none of them can tell its user of a complaint.
    command->allow_extras();
    command->callback([&exit_code] { exit_code = run_hub_on_standard_streams(); });
}

}  // namespace meerslag

// meerslag hub, meerslag hub1: the Hub protocol on standard input and output.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "protocol/commands/commands.hpp"
#include "protocol/hub_loop.hpp"

namespace meerslag {

namespace {

int run(HubVersion version, const std::string& log_file) {
    std::optional<LineLog> log;
    if (!log_file.empty()) log.emplace(log_file);
    if (log && !log->is_open()) {
        fmt::print(stderr, "meerslag hub: cannot write {}: nothing is logged\n", log_file);
    }
    LineReader input{std::cin};
    LineWriter output{stdout};
    run_hub(input, output, log ? &*log : nullptr, version);
    return kExitSuccess;
}

CLI::App* add_command(CLI::App& app, const char* name, const char* description, HubVersion version,
                      int& exit_code) {
    CLI::App* const command = app.add_subcommand(name, description);
    const auto log_file = std::make_shared<std::string>();
    command->add_option("--log", *log_file, "Append every line in and out to this file");
    // Some clients append settings of their own, and none of them can tell its user of a complaint.
    command->allow_extras();
    command->callback([version, log_file, &exit_code] { exit_code = run(version, *log_file); });
    return command;
}

}  // namespace

int run_hub_on_standard_streams() { return run(HubVersion::Two, ""); }

void add_hub_commands(CLI::App& app, int& exit_code) {
    add_command(app, "hub", "Speak the Hub protocol on standard input and output", HubVersion::Two,
                exit_code)
        ->footer(
            "A graphical program starts this itself. What to enter there:\n"
            "  Hub 2.1, in hub.ini    engine-dir = FOLDER OF MEERSLAG\n"
            "                         engine-command = ./meerslag hub\n"
            "  other programs         command FOLDER/meerslag, argument hub\n"
            "  wHub, by websocketd    websocketd --address=127.0.0.1 --port=8080 FOLDER/meerslag "
            "hub\n"
            "It also sets the parameters. README.md has settings for bots too, and what was "
            "tested.");
    add_command(app, "hub1", "The same as programs of before 2019 speak it", HubVersion::One,
                exit_code);
}

}  // namespace meerslag

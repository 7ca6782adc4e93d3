// meerslag play: a game against the engine in the terminal.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <future>
#include <iostream>
#include <memory>
#include <string>

#include "engine/strength.hpp"
#include "protocol/commands/bitbase_options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/line_io.hpp"
#include "protocol/platform.hpp"
#include "protocol/play_session.hpp"

namespace meerslag {
namespace {

BoardSymbols symbols_for_output() {
    if (!is_terminal(StandardStream::Output)) return BoardSymbols::Ascii;
    if (environment_variable("TERM").value_or("") == "dumb") return BoardSymbols::Ascii;
    // https://no-color.org: present and not empty
    const bool no_color = !environment_variable("NO_COLOR").value_or("").empty();
    return no_color ? BoardSymbols::Unicode : BoardSymbols::Colored;
}

/// What `work` returns. An interrupt (Ctrl-C) or the end of what a person types (Ctrl-D) meanwhile
/// ends the search at once.
template <class Work>
std::string run_interruptible(Engine& engine, const Work& work) {
    std::future<std::string> text = std::async(std::launch::async, work);
    while (text.wait_for(std::chrono::milliseconds{30}) != std::future_status::ready) {
        if (take_interrupt() || has_typing_ended()) engine.stop();
    }
    return text.get();
}

/// As PDN writes it, where the user is.
std::string today() {
    const std::time_t now = std::time(nullptr);
    const std::tm* const date = std::localtime(&now);
    if (date == nullptr) return "";
    return fmt::format("{:04}.{:02}.{:02}", date->tm_year + 1900, date->tm_mon + 1, date->tm_mday);
}

void show(std::string_view text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

struct PlayArguments {
    bool is_black = false;
    bool is_ascii = false;
    double seconds = 2;
    int strength = 0;
    int threads = 1;
    BitbaseArguments bitbases;
};

int run_play(const PlayArguments& arguments) {
    EngineOptions engine_options;
    engine_options.strength = arguments.strength;
    engine_options.threads = arguments.threads;
    // A weaker engine should not make the same mistakes in every game
    engine_options.seed = static_cast<std::uint64_t>(std::time(nullptr));
    const std::string problem = open_bitbases(arguments.bitbases, engine_options);
    if (!problem.empty()) fmt::print(stderr, "meerslag play: {}\n", problem);
    Engine engine{engine_options};
    PlayOptions options;
    options.player = arguments.is_black ? Color::Black : Color::White;
    options.level.move_time =
        std::chrono::milliseconds{static_cast<std::int64_t>(arguments.seconds * 1000)};
    options.symbols = arguments.is_ascii ? BoardSymbols::Ascii : symbols_for_output();
    options.date = today();
    watch_interrupts();
    PlaySession session{engine, options};
    LineReader reader{std::cin};
    const bool is_person = is_terminal(StandardStream::Input);
    show(session.greeting());
    while (!session.has_quit()) {
        if (session.is_engine_to_move()) {
            if (is_person) show("Meerslag thinks ...\r");
            show(run_interruptible(engine, [&session] { return session.play_engine_move(); }));
            continue;
        }
        show(session.prompt());
        const std::optional<std::string> line = reader.next();
        if (!line) {  // Ctrl-D, Ctrl-C or the end of a file
            show("\n");
            break;
        }
        if (!is_person) show("\n");
        show(run_interruptible(engine, [&] { return session.answer(*line); }));
    }
    return kExitSuccess;
}

}  // namespace

int run_play_in_terminal() { return run_play({}); }

void add_play_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("play", "Play against the engine in the terminal");
    command->footer(
        "Example: meerslag play --black --time 5 --strength 3\n"
        "Type help in the game for its commands. Ctrl-C while the engine thinks makes it move;\n"
        "at the prompt it leaves, as Ctrl-D does anywhere.");
    const auto options = std::make_shared<PlayArguments>();
    command->add_flag("--black", options->is_black, "Take Black; the engine moves first");
    command->add_option("--time", options->seconds, "Seconds the engine may think about a move")
        ->check(RealRange(0.001, 86400.0))
        ->capture_default_str();
    command
        ->add_option("--strength", options->strength,
                     "Let the engine play weaker, 1 the weakest; 0: all it can")
        ->check(CLI::Range(0, kStrongestLevel))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads the engine thinks with")
        ->check(CLI::Range(1, kMostThreads))
        ->capture_default_str();
    add_bitbase_options(*command, options->bitbases);
    command->add_flag("--ascii", options->is_ascii, "Draw the board with letters, without colours");
    command->callback([options, &exit_code] { exit_code = run_play(*options); });
}

}  // namespace meerslag

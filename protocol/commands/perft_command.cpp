// meerslag perft: count the leaves of the move tree.
#include <fmt/format.h>
#include <chrono>
#include <memory>

#include "core/perft.hpp"
#include "protocol/commands/commands.hpp"

namespace meerslag {

void add_perft_command(CLI::App& app, int& exit_code) {
    struct Options {
        int depth = 0;
    };
    CLI::App* const command = app.add_subcommand("perft", "Count the leaves of the move tree");
    const auto options = std::make_shared<Options>();
    command->add_option("--depth", options->depth, "Plies")->required()->check(CLI::Range(0, 99));
    command->callback([options, &exit_code] {
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t leaves = perft(Position::start(), options->depth);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        fmt::print("{} leaves, {:.3f} s, {:.1f} M leaves/s\n", leaves, time.count(),
                   static_cast<double>(leaves) / time.count() / 1e6);
        exit_code = kExitSuccess;
    });
}

}  // namespace meerslag

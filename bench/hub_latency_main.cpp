// meerslag-hub-latency: how fast an engine answers over Hub. It measures and judges nothing.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/engine_process.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/random.hpp"
#include "protocol/commands/seed_complaint.hpp"
#include "protocol/platform.hpp"

namespace meerslag {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

struct Settings {
    std::string command;
    int runs = 1000;
    std::uint64_t seed = 1;
};

/// An engine that is spoken to, and its failures as exceptions: there is nothing to measure then.
class Engine {
public:
    explicit Engine(std::string_view command_line) {
        const auto words = split_command(command_line);
        if (!words) throw std::runtime_error{words.error().reason};
        ChildCommand command;
        command.arguments = *words;
        started_ = std::chrono::steady_clock::now();
        auto process = EngineProcess::start(command);
        if (!process) throw std::runtime_error{process.error().detail};
        process_ = std::move(*process);
    }
    ~Engine() { process_->end("quit"); }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    SteadyTime send(std::string_view line) {
        const auto time = process_->send(line);
        if (!time) throw std::runtime_error{time.error().detail};
        return *time;
    }
    /// As every client does before a search; else the first one would contain it.
    void get_ready() {
        send("init");
        wait_for("ready");
    }
    /// The time of the first line that begins with `word`.
    SteadyTime wait_for(std::string_view word) {
        constexpr std::chrono::seconds kPatience{60};
        for (;;) {
            const auto line = process_->next_line(std::chrono::steady_clock::now() + kPatience, {});
            if (!line)
                throw std::runtime_error{fmt::format("no {}: {}", word, line.error().detail)};
            if (line->text.starts_with(word)) return line->time;
        }
    }
    [[nodiscard]] SteadyTime started() const { return started_; }

private:
    SteadyTime started_;
    std::unique_ptr<EngineProcess> process_;
};

void report(std::string_view name, std::vector<Milliseconds> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&times](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))]
            .count();
    };
    fmt::print("{:<14}{:>6} times   median {:8.3f} ms   99 % {:8.3f} ms   most {:8.3f} ms\n", name,
               times.size(), at(0.5), at(0.99), at(1));
}

/// A `pos` line with a random game of up to `most` moves that is not over.
std::string random_pos(SplitMix64& random, std::uint32_t most) {
    Position position = Position::start();
    std::string moves;
    for (std::uint32_t n = random.below(most); n > 0; --n) {
        const MoveList legal = legal_moves(position);
        const Move move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        if (!has_move(position.play(move))) break;
        position = position.play(move);
        fmt::format_to(std::back_inserter(moves), "{} ", format_hub(move));
    }
    return fmt::format("pos moves=\"{}\"", moves);
}

void measure_start(const Settings& settings) {
    std::vector<Milliseconds> waits;
    std::vector<Milliseconds> readies;
    for (int run = 0; run < 20; ++run) {
        Engine engine{settings.command};
        engine.send("hub");
        waits.emplace_back(engine.wait_for("wait") - engine.started());
        engine.send("init");
        readies.emplace_back(engine.wait_for("ready") - engine.started());
    }
    report("start to wait", waits);
    report("start to ready", readies);
}

void measure_stop(const Settings& settings) {
    Engine engine{settings.command};
    engine.get_ready();
    SplitMix64 random{settings.seed};
    std::vector<Milliseconds> times;
    for (int run = 0; run < settings.runs; ++run) {
        engine.send(random_pos(random, 80));
        engine.send(random.below(2) == 0 ? "go think" : "go analyze");
        // Mostly short searches, some long: the first moments have most of the special cases.
        const std::uint32_t most = 1u << random.below(18);
        std::this_thread::sleep_for(std::chrono::microseconds{random.below(most)});
        const SteadyTime asked = engine.send("stop");
        // A search that had ended by itself has nothing to measure.
        if (const SteadyTime answered = engine.wait_for("done"); answered >= asked)
            times.emplace_back(answered - asked);
    }
    report("stop to done", times);
}

void measure_forced_move(const Settings& settings) {
    Engine engine{settings.command};
    engine.get_ready();
    std::vector<Milliseconds> times;
    for (int run = 0; run < settings.runs; ++run) {
        engine.send("pos moves=\"32-28 19-23\"");
        engine.send("level time=600");
        const SteadyTime asked = engine.send("go think");
        times.emplace_back(engine.wait_for("done") - asked);
    }
    report("forced move", times);
}

}  // namespace
}  // namespace meerslag

int main(int argc, char** argv) {
    try {
        meerslag::prepare_standard_streams();
        CLI::App app{"How fast an engine answers over Hub", "meerslag-hub-latency"};
        meerslag::Settings settings;
        app.add_option("command", settings.command, "The engine: \"./meerslag hub\"")->required();
        app.add_option("--runs", settings.runs, "Stops and forced moves")
            ->capture_default_str()
            ->check(CLI::Range(1, 1'000'000));
        app.add_option("--seed", settings.seed, "Of the positions and moments")
            ->capture_default_str()
            ->check(meerslag::seed_complaint, "");
        CLI11_PARSE(app, argc, argv);
        meerslag::measure_start(settings);
        meerslag::measure_stop(settings);
        meerslag::measure_forced_move(settings);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

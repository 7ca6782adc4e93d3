// EngineProcess: an engine as a running program that is spoken to in lines.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/child_process.hpp"
#include "bench/engine_fault.hpp"
#include "core/error.hpp"

namespace meerslag {

using SteadyTime = std::chrono::steady_clock::time_point;

/// A line of the engine and when it arrived.
struct EngineLine {
    std::string text;
    SteadyTime time;
};

/// An engine's program. Two threads read what it writes, so a line has the time of its arrival and
/// not of its use, and neither of its streams can fill up. Its functions belong to one thread.
class EngineProcess {
public:
    /// Errors: NoStart.
    [[nodiscard]] static Expected<std::unique_ptr<EngineProcess>, EngineFault> start(
        const ChildCommand& command);

    /// Kills the program if it still runs.
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    /// Sends a line. Returns: the moment after which an answer to it counts.
    /// Errors: Crash.
    Expected<SteadyTime, EngineFault> send(std::string_view line);

    /// The next line. Waits until `deadline`.
    /// Errors: Hang (nothing came), Crash, Flood, Interrupted (`stop` was requested).
    [[nodiscard]] Expected<EngineLine, EngineFault> next_line(SteadyTime deadline,
                                                              const std::stop_token& stop);
    /// How it ended, if it has: Crash.
    [[nodiscard]] std::optional<EngineFault> ended();

    /// Forgets the lines that have arrived.
    void discard_lines();

    /// Asks the program to end (`farewell` is a line it understands, or empty), and kills it after
    /// a while.
    void end(std::string_view farewell);

    /// What it wrote last on both streams, oldest first, for reports.
    [[nodiscard]] std::vector<std::string> last_lines() const;

private:
    enum class Stream : std::uint8_t { Output, Errors };

    explicit EngineProcess(std::unique_ptr<ChildProcess> child);
    void read(Stream stream);
    /// Requires: mutex_ is held.
    void take(Stream stream, std::string line, SteadyTime time);
    [[nodiscard]] EngineFault crash();

    std::unique_ptr<ChildProcess> child_;
    mutable std::mutex mutex_;
    std::condition_variable_any arrived_;
    // All written by the reading threads under mutex_, and emptied by the owner.
    std::deque<EngineLine> lines_;
    std::deque<std::string> last_lines_;
    std::size_t bytes_since_discard_ = 0;
    bool output_ended_ = false;
    bool errors_ended_ = false;

    std::thread output_reader_;
    std::thread error_reader_;
};

}  // namespace meerslag

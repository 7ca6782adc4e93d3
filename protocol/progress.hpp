// Progress of long tasks, on stderr: a bar on a terminal, plain lines elsewhere.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace meerslag {

/// How far a task is.
struct ProgressState {
    std::string_view task;  ///< what is done: "perft suite"
    std::string_view unit;  ///< what is counted, in the plural: "positions"
    std::uint64_t done = 0;
    std::uint64_t total = 0;  ///< 0: not known beforehand
    std::chrono::duration<double> elapsed{};
    std::uint64_t found_done = 0;  ///< what of `done` an earlier run did: not in the rate
};

/// One line of text: share, count, rate and time left, as far as they are known. `bar_width` is the
/// number of characters between the brackets; 0 leaves the bar out.
[[nodiscard]] std::string format_progress(const ProgressState& state, int bar_width);

/// "8.3 s", "2:05", "1:02:05".
[[nodiscard]] std::string format_duration(std::chrono::duration<double> duration);

/// "950", "12.3 k", "4.56 M": three digits that matter.
[[nodiscard]] std::string format_count(double count);

/// Where progress goes.
enum class ProgressStyle : std::uint8_t {
    Bar,    ///< one line of a terminal, drawn again several times a second
    Lines,  ///< a line every few seconds
    Quiet   ///< nothing
};

/// Bar if stderr is a terminal, else Lines.
[[nodiscard]] ProgressStyle progress_style_of_stderr();

/// Shows on stderr how far a task is, from its second second on: what is done sooner shows nothing.
///
///     Progress progress{"perft suite", "lines", suite.size()};
///     for (const auto& line : suite) { check(line); progress.advance(1); }
///
/// The destructor takes the bar away. Nothing is drawn between calls: a task should report at least
/// a few times a second where it can.
/// Thread: advance and set_task may be called from every thread.
class Progress {
public:
    /// `total` 0: not known beforehand. `found_done` is what an earlier run of the same task did:
    /// it counts as done, but took none of this run's time, so rate and time left are reckoned
    /// without.
    Progress(std::string_view task, std::string_view unit, std::uint64_t total,
             std::uint64_t found_done = 0, ProgressStyle style = progress_style_of_stderr());
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Cost: one atomic addition and a look at the clock.
    void advance(std::uint64_t count);

    /// Names what is being done now.
    void set_task(std::string_view task);

    /// Prints a line of its own on stderr, above the bar.
    void print_line(std::string_view line);

    /// Takes the bar away until it is shown again, so that a line can go to stdout.
    void hide();

private:
    using Clock = std::chrono::steady_clock;

    void show(Clock::time_point now);
    void clear_bar();

    const std::string unit_;
    const std::uint64_t total_;
    const std::uint64_t found_done_;
    const ProgressStyle style_;
    const Clock::time_point start_ = Clock::now();
    std::atomic<std::uint64_t> done_;    // with found_done_
    std::atomic<Clock::rep> next_show_;  // when to show again; written under mutex_
    std::mutex mutex_;                   // guards what follows, and stderr
    std::string task_;
    std::size_t bar_length_ = 0;  // characters of the bar that stands on the terminal now
};

}  // namespace meerslag

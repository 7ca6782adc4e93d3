// Progress of long tasks: wording and pace.
#include "protocol/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "protocol/platform.hpp"

namespace meerslag {
namespace {

using namespace std::chrono_literals;

constexpr auto kSilence = 1s;
constexpr auto kBarInterval = 200ms;
constexpr auto kLineInterval = 5s;
constexpr int kBarWidth = 20;

/// A bar may be lost: it is the result that counts.
void write_lossy(const std::string& text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace

std::string format_duration(std::chrono::duration<double> duration) {
    const double seconds = std::max(0.0, duration.count());
    if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string format_count(double count) {
    if (count < 999.5) return fmt::format("{:.0f}", count);
    std::string_view unit = "k";
    double value = count / 1e3;
    for (const std::string_view next : {"M", "G", "T"}) {
        if (value < 999.5) break;
        value /= 1e3;
        unit = next;
    }
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
}

std::string format_progress(const ProgressState& state, int bar_width) {
    const auto done_now = static_cast<double>(state.done - state.found_done);
    const double rate = state.elapsed.count() > 0 ? done_now / state.elapsed.count() : 0.0;
    std::string text = fmt::format("{}: ", state.task);
    if (state.total > 0) {
        const std::uint64_t done = std::min(state.done, state.total);
        const double share = static_cast<double>(done) / static_cast<double>(state.total);
        if (bar_width > 0) {
            const int full = static_cast<int>(share * bar_width);
            text += fmt::format("[{:#<{}}{:.<{}}] ", "", full, "", bar_width - full);
        }
        text += fmt::format("{:.0f} %, {} of {} {}", std::floor(100 * share),
                            format_count(static_cast<double>(done)),
                            format_count(static_cast<double>(state.total)), state.unit);
    } else {
        text += fmt::format("{} {}", format_count(static_cast<double>(state.done)), state.unit);
    }
    if (rate > 0) {
        // Slow tasks read better as seconds for one unit.
        text += rate >= 1 ? fmt::format(", {}/s", format_count(rate))
                          : fmt::format(", {} each",
                                        format_duration(std::chrono::duration<double>{1 / rate}));
    }
    if (rate > 0 && state.total > state.done) {
        const double left = static_cast<double>(state.total - state.done) / rate;
        text += fmt::format(", {} left", format_duration(std::chrono::duration<double>{left}));
    }
    return text;
}

ProgressStyle progress_style_of_stderr() {
    return is_terminal(StandardStream::Error) ? ProgressStyle::Bar : ProgressStyle::Lines;
}

Progress::Progress(std::string_view task, std::string_view unit, std::uint64_t total,
                   std::uint64_t found_done, ProgressStyle style)
    : unit_(unit),
      total_(total),
      found_done_(found_done),
      style_(style),
      done_(found_done),
      next_show_((start_ + kSilence).time_since_epoch().count()),
      task_(task) {}

Progress::~Progress() {
    const std::scoped_lock lock{mutex_};
    clear_bar();
}

void Progress::advance(std::uint64_t count) {
    done_.fetch_add(count, std::memory_order_relaxed);
    if (style_ == ProgressStyle::Quiet) return;
    const Clock::time_point now = Clock::now();
    if (now.time_since_epoch().count() < next_show_.load(std::memory_order_relaxed)) return;
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (lock.owns_lock()) show(now);
}

void Progress::set_task(std::string_view task) {
    const std::scoped_lock lock{mutex_};
    task_ = task;
}

void Progress::print_line(std::string_view line) {
    const std::scoped_lock lock{mutex_};
    clear_bar();
    fmt::print(stderr, "{}\n", line);
}

void Progress::hide() {
    const std::scoped_lock lock{mutex_};
    clear_bar();
}

void Progress::show(Clock::time_point now) {
    if (now.time_since_epoch().count() < next_show_.load(std::memory_order_relaxed)) return;
    const ProgressState state{task_,  unit_,        done_.load(std::memory_order_relaxed),
                              total_, now - start_, found_done_};
    const bool is_bar = style_ == ProgressStyle::Bar;
    const auto interval = is_bar ? Clock::duration{kBarInterval} : Clock::duration{kLineInterval};
    next_show_.store((now + interval).time_since_epoch().count(), std::memory_order_relaxed);
    std::string text = format_progress(state, is_bar ? kBarWidth : 0);
    if (is_bar) {
        // A line that wraps could not be drawn over again.
        if (const auto width = terminal_width(StandardStream::Error); width && *width > 1) {
            text.resize(std::min(text.size(), static_cast<std::size_t>(*width - 1)));
        }
        // Blanks cover what is left of a longer text before.
        write_lossy(fmt::format("\r{:<{}}", text, std::max(text.size(), bar_length_)));
        bar_length_ = text.size();
    } else {
        write_lossy(text + '\n');
    }
    std::fflush(stderr);
}

void Progress::clear_bar() {
    if (bar_length_ == 0) return;
    write_lossy(fmt::format("\r{:<{}}\r", "", bar_length_));
    std::fflush(stderr);
    bar_length_ = 0;
}

}  // namespace meerslag

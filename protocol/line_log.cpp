// LineLog: time stamps and lines.
#include "protocol/line_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <chrono>
#include <string>

#include "protocol/version.hpp"

namespace meerslag {

namespace {

std::string time_stamp() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:03}", fmt::gmtime(seconds), milliseconds % 1000);
}

}  // namespace

LineLog::LineLog(const std::filesystem::path& file) : file_(file, std::ios::app) {
    file_ << fmt::format("{} -- {} {}\n", time_stamp(), kProgramName, full_version()) << std::flush;
}

void LineLog::write(Direction direction, std::string_view line) {
    const std::string text =
        fmt::format("{} {} {}\n", time_stamp(), direction == Direction::In ? "<-" : "->", line);
    const std::scoped_lock lock{mutex_};
    file_ << text << std::flush;  // the program may be killed at any moment
}

}  // namespace meerslag

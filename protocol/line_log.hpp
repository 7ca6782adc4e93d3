// LineLog: a file of all lines in and out, with the time of each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string_view>

namespace meerslag {

/// Appends to a file, so that the sessions of a day, which a graphical program starts and ends as
/// it likes, stand in one. A file that cannot be written is no reason to stop playing: then nothing
/// is logged.
///
/// Thread: safe from everywhere.
class LineLog {
public:
    enum class Direction : std::uint8_t { In, Out };

    explicit LineLog(const std::filesystem::path& file);

    /// A line such as `2026-03-02 14:05:09.123 <- ping`, in UTC; out is `->`.
    void write(Direction direction, std::string_view line);

    [[nodiscard]] bool is_open() const { return file_.is_open(); }

private:
    std::mutex mutex_;
    std::ofstream file_;
};

}  // namespace meerslag

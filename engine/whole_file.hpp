// Files that are written whole, which names stand for the same one, and whether one has changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>

namespace meerslag {

/// Writes a file so that its name stands for the old content until all of the new is there: into a
/// file beside it, which then takes its place. A link stays one to the new file. What is no file of
/// a disk, such as a device or a pipe, is written to as it is and not replaced.
///
/// Returns: whether all of it is written.
[[nodiscard]] bool write_whole_file(const std::filesystem::path& path,
                                    const std::function<void(std::ostream&)>& write);

/// Whether write_whole_file can begin there; what is there stays as it is. For whoever works long
/// for what is to be written.
[[nodiscard]] bool can_write_whole_file(const std::filesystem::path& path);

/// Whether two names stand for one file, by links too, so that writing one would lose the other.
/// It need not be there yet.
[[nodiscard]] bool are_one_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// What a file that is written anew changes, as far as the system's clock tells the times apart.
struct FileStamp {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Returns: nullopt when there is no such file, or it is none of a disk.
[[nodiscard]] std::optional<FileStamp> stamp_of_file(const std::filesystem::path& path);

}  // namespace meerslag

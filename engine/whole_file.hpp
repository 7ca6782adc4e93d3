// Files that are written whole, and which names stand for the same one.
#pragma once

#include <filesystem>
#include <functional>
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

}  // namespace meerslag

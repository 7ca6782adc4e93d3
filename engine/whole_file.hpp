// Files that are written whole.
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

}  // namespace meerslag

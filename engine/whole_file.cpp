// Files that are written whole: by way of a file beside them.
#include "engine/whole_file.hpp"

#include <fstream>
#include <system_error>

namespace meerslag {
namespace {

namespace fs = std::filesystem;

bool write_to(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    std::ofstream file{path, std::ios::binary};
    if (file) write(file);
    file.close();
    return static_cast<bool>(file);
}

/// Whether `path` is what is written to as it is: a device, a pipe, and a folder, which refuses.
bool is_no_plain_file(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return fs::exists(status) && !fs::is_regular_file(status);
}

/// The file itself where a link to it is named.
fs::path target_of(const fs::path& path) {
    std::error_code error;
    const fs::path linked = fs::canonical(path, error);
    return error ? path : linked;
}

fs::path beside(fs::path target) { return target += ".new"; }

}  // namespace

bool write_whole_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    if (is_no_plain_file(path)) return write_to(path, write);
    const fs::path target = target_of(path);
    const fs::path fresh = beside(target);
    std::error_code error;
    if (write_to(fresh, write)) {
        fs::rename(fresh, target, error);
        if (!error) return true;
    }
    fs::remove(fresh, error);
    return false;
}

bool can_write_whole_file(const fs::path& path) {
    if (is_no_plain_file(path)) return !fs::is_directory(path);
    const fs::path fresh = beside(target_of(path));
    const bool can_write = write_to(fresh, [](std::ostream&) {});
    std::error_code error;
    fs::remove(fresh, error);
    return can_write;
}

bool are_one_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (fs::equivalent(a, b, error)) return true;
    if (a.empty() || b.empty()) return false;
    // At least one is not there: what its folders are links to tells. Names without a folder are
    // made whole first, since only what exists is resolved
    const auto resolved = [&error](const fs::path& path) {
        return fs::weakly_canonical(fs::absolute(path, error), error);
    };
    const fs::path first = resolved(a);
    return !error && first == resolved(b) && !error;
}

std::optional<FileStamp> stamp_of_file(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    FileStamp stamp;
    stamp.written = fs::last_write_time(path, error);
    if (!error) stamp.size = fs::file_size(path, error);
    return error ? std::nullopt : std::optional{stamp};
}

}  // namespace meerslag

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

}  // namespace

bool write_whole_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) return write_to(path, write);
    const fs::path linked = fs::canonical(path, error);
    const fs::path& target = error ? path : linked;
    fs::path beside = target;
    beside += ".new";
    if (write_to(beside, write)) {
        fs::rename(beside, target, error);
        if (!error) return true;
    }
    fs::remove(beside, error);
    return false;
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

}  // namespace meerslag

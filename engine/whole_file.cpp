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

}  // namespace meerslag

// A folder for one test.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

#include "tests/support/temporary_path.hpp"

namespace meerslag::test {

/// A new, empty folder that is gone at the end.
class TemporaryFolder {
public:
    explicit TemporaryFolder(std::string_view name) : path_(temporary_path(name)) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

}  // namespace meerslag::test

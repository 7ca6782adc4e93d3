// Names of files for a test: where, and what makes them unique.
#include "tests/support/temporary_path.hpp"

#include <fmt/format.h>

#include <random>

namespace meerslag::test {

std::filesystem::path temporary_path(std::string_view name) {
    std::random_device random;
    return std::filesystem::temp_directory_path() /
           fmt::format("meerslag-test-{:08x}{:08x}-{}", random(), random(), name);
}

}  // namespace meerslag::test

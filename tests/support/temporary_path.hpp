// Names of files that a test writes, so that two runs of the tests at once share none.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace meerslag::test {

/// A path in the system's folder for temporary files that nobody else uses. Nothing is made there.
[[nodiscard]] std::filesystem::path temporary_path(std::string_view name);

}  // namespace meerslag::test

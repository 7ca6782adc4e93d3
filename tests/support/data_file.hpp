// Reading the tables of tests/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meerslag::test {

/// `text` cut at every `separator`; an empty text gives one empty part.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// The rows of a tab-separated file of tests/data, lines that begin with `#` left out.
/// Errors: throws when the file cannot be read.
[[nodiscard]] std::vector<std::vector<std::string>> read_data_table(std::string_view file_name);

}  // namespace meerslag::test

// Files of text that are read whole.
#pragma once

#include <cstddef>
#include <string>

#include "core/error.hpp"

namespace meerslag {

/// Room for the games of a match of 200,000, or some million FENs. Unit: bytes.
inline constexpr std::size_t kLargestText = std::size_t{256} << 20;

/// The content of a file.
/// Errors: in words for a person, naming the file: it cannot be read, or is larger than `most`.
[[nodiscard]] Expected<std::string, std::string> read_text_file(const std::string& name,
                                                                std::size_t most = kLargestText);

}  // namespace meerslag

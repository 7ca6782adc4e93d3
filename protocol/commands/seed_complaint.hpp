// The check of an option that is a seed: CLI11 takes a larger number for the largest there is.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "protocol/scanner.hpp"

namespace meerslag {

/// For the command line. Returns: why `text` is no seed; empty if it is one.
[[nodiscard]] inline std::string seed_complaint(const std::string& text) {
    if (parse_natural(text)) return "";
    return fmt::format("a seed is a whole number from 0 to {}, not {}",
                       std::numeric_limits<std::uint64_t>::max(), text);
}

}  // namespace meerslag

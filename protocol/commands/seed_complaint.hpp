// The check of an option that is a seed: CLI11 takes a larger number for the largest there is.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace meerslag {

/// For the command line. Returns: why `text` is no seed; empty if it is one.
[[nodiscard]] inline std::string seed_complaint(const std::string& text) {
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error == std::errc{} && stop == end) return "";
    return fmt::format("a seed is a whole number from 0 to {}, not {}",
                       std::numeric_limits<std::uint64_t>::max(), text);
}

}  // namespace meerslag

// The lines of the Hub protocol, version 1, as the values of version 2: words by position, times in
// milliseconds, scores in whole hundredths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/hub_message.hpp"

namespace meerslag {

enum class HubVersion : std::uint8_t { One, Two };

/// The version a client's line belongs to, where only one of them has it: `set` or `set-param`,
/// `analyse` or `go analyze`, arguments with or without an equals sign.
[[nodiscard]] std::optional<HubVersion> only_version_of(std::string_view line);

/// Reads a client's line. What is unknown or cannot be read is HubNothing: version 1 passes it over
/// in silence.
[[nodiscard]] HubCommand parse_hub1_command(std::string_view line);

/// The lines without their ends; none for what version 1 does not say.
[[nodiscard]] std::vector<std::string> format_hub1_lines(const HubReply& reply);

}  // namespace meerslag

// Who this program is, for every protocol that asks.
#pragma once

#include <string_view>

namespace meerslag {

inline constexpr std::string_view kProgramName = "Meerslag";
inline constexpr std::string_view kProgramAuthor = "The Meerslag team";
inline constexpr std::string_view kProgramCountry = "Netherlands";

/// Of the project, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

}  // namespace meerslag

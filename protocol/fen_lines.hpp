// Positions in a text, a FEN a line.
#pragma once

#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"

namespace meerslag {

/// Empty lines and those that begin with `#` are left out.
/// Errors: that of the first line that cannot be read; the reason names its number.
[[nodiscard]] Expected<std::vector<Position>, TextError> parse_fen_lines(std::string_view text);

}  // namespace meerslag

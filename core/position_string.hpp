// Positions as 51 characters: the side to move, then the squares 1 to 50.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/position.hpp"

namespace meerslag {

/// Reads a Hub position: `W` or `B`, then `w` `W` `b` `B` `e` for each square. Hub version 1 writes
/// the side in lower case too.
///
/// Errors: besides what makes no position, a side not to move without pieces.
[[nodiscard]] Expected<Position, TextError> parse_hub_position(std::string_view text);
[[nodiscard]] std::string format_hub_position(const Position& position);

/// The same for DamExchange, which writes Black as `Z` and `z`.
[[nodiscard]] Expected<Position, TextError> parse_dxp_position(std::string_view text);
[[nodiscard]] std::string format_dxp_position(const Position& position);

}  // namespace meerslag

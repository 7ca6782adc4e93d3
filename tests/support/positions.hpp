// Positions and moves in short, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"

namespace meerslag::test {

/// Errors: throws when `fen` is no position.
[[nodiscard]] Position position_of(std::string_view fen);

/// The legal moves in the Hub form, ascending: `32-28`, `28x19x23`.
[[nodiscard]] std::vector<std::string> legal_moves_text(const Position& position);

}  // namespace meerslag::test

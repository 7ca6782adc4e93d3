// PDN games as JSON.
#pragma once

#include <string>

#include "core/pdn_game.hpp"

namespace meerslag {

/// The game as one JSON object on one line: game, tags, start (a FEN), result, moves (each with
/// `move` as in PDN, `hub`, and what else is known of it), faults.
[[nodiscard]] std::string pdn_game_json(const PdnGame& game);

}  // namespace meerslag

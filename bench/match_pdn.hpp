// A match's games as PDN, each with what its players told of every move.
#pragma once

#include <string>

#include "bench/match.hpp"

namespace meerslag {

/// The game with names, opening, limits and ending in its tags. A comment behind each move shows
/// its score in men, depth and seconds: `+0.12/14 0.100`.
[[nodiscard]] std::string format_match_game(const MatchSettings& settings, const GameRecord& record,
                                            const PlayedGame& game);

}  // namespace meerslag

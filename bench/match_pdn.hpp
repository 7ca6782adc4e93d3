// A match's games as PDN, each with what its players told of every move.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "bench/match.hpp"

namespace meerslag {

/// The game with names, opening, limits and ending in its tags. A comment behind each move shows
/// its score in men, depth and seconds: `+0.12/14 0.100`.
[[nodiscard]] std::string format_match_game(const MatchSettings& settings, const GameRecord& record,
                                            const PlayedGame& game);

/// How many games of this match, none of them in `result`, make up all of `text`.
/// Returns: nullopt when there is anything else in it.
[[nodiscard]] std::optional<std::size_t> count_unsaved_games(std::string_view text,
                                                             const MatchSettings& settings,
                                                             const MatchResult& result);

}  // namespace meerslag

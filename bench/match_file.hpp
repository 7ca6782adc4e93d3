// A match as a file of JSON: for programs that read its figures, and to be taken up again.
#pragma once

#include <string>
#include <vector>

#include "bench/match.hpp"
#include "bench/match_options.hpp"
#include "core/error.hpp"

namespace meerslag {

/// The figures of the match, its settings, and every finished game.
[[nodiscard]] std::string format_match_file(const MatchSettings& settings,
                                            const OpeningSource& source, const MatchResult& result);

/// The finished games of a file, to be gone on from.
/// Errors: it is no such file; it was played with other engines, limits or openings, so its games
/// say nothing about this match.
[[nodiscard]] Expected<std::vector<GameRecord>, TextError> parse_match_file(
    std::string_view text, const MatchSettings& settings, const OpeningSource& source);

}  // namespace meerslag

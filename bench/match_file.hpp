// A match as a file of JSON: for programs that read its figures, and to be taken up again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/match.hpp"
#include "bench/match_options.hpp"
#include "core/error.hpp"

namespace meerslag {

/// The file that a match's games are appended to, as it was when the match was saved. What is
/// behind that place belongs to games that the match does not know any more.
struct PdnState {
    std::string file;
    std::uint64_t bytes = 0;  ///< its length

    friend bool operator==(const PdnState&, const PdnState&) = default;
};

/// A match to go on with.
struct SavedMatch {
    std::vector<GameRecord> games;  ///< the finished ones
    std::optional<PdnState> pdn;
};

/// The figures of the match, its settings, and every finished game.
[[nodiscard]] std::string format_match_file(const MatchSettings& settings,
                                            const OpeningSource& source, const MatchResult& result,
                                            const std::optional<PdnState>& pdn = std::nullopt);

/// The match of a file, to be gone on with.
/// Errors: it is no such file; it was played with other engines, limits or openings, so its games
/// say nothing about this match.
[[nodiscard]] Expected<SavedMatch, TextError> parse_match_file(std::string_view text,
                                                               const MatchSettings& settings,
                                                               const OpeningSource& source);

}  // namespace meerslag

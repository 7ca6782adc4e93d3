// What a match tells people: a line while it is played, a page at its end, and JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/match.hpp"

namespace meerslag {

/// Score, Elo and SPRT in one line, for the progress.
[[nodiscard]] std::string format_standing(const MatchSettings& settings, const MatchResult& result);

/// Everything: results of each two engines, what each used, how games ended, faults.
[[nodiscard]] std::string format_report(const MatchSettings& settings, const MatchResult& result,
                                        const MatchOutcome& outcome);

/// The same figures for programs; numbers that are not finite are null.
[[nodiscard]] nlohmann::ordered_json report_json(const MatchSettings& settings,
                                                 const MatchResult& result);

}  // namespace meerslag

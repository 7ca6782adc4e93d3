// Match: many games between engines, several at a time.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/match_result.hpp"
#include "bench/openings.hpp"
#include "bench/player.hpp"

namespace meerslag {

/// Who plays whom.
enum class MatchForm : std::uint8_t {
    RoundRobin,  ///< everybody everybody
    Gauntlet,    ///< the first engine all others
};

struct MatchSettings {
    std::vector<EngineSettings> engines;  ///< at least two
    MatchForm form = MatchForm::RoundRobin;
    std::size_t pairs = 0;  ///< of games between each two engines
    TimeControl control;    ///< of the engines that have none of their own; may be empty
    Ponder ponder = Ponder::Off;
    std::chrono::milliseconds margin{0};
    std::chrono::milliseconds patience{60000};
    AdjudicationRules adjudication;
    int move_limit = 0;
    std::optional<SprtSettings> sprt;  ///< only with two engines
    int seats = 1;                     ///< games at a time
    std::vector<int> processors;       ///< one for each seat to be pinned to; empty: not pinned

    [[nodiscard]] TimeControl control_of(std::size_t engine) const {
        return engines[engine].control.value_or(control);
    }
};

enum class MatchEnd : std::uint8_t {
    AllPlayed,
    SprtDecided,
    Interrupted,
    EngineMissing,   ///< an engine cannot be started
    NoMoreOpenings,  ///< random ones of that length came to their end: none is played twice
};

[[nodiscard]] std::string_view to_string(MatchEnd end);

struct MatchOutcome {
    MatchEnd end;
    /// Which engine is missing and why, or how many openings there are; or empty.
    std::string message;
};

/// Told after each game, one at a time. `game` has the moves.
using GameHandler = std::function<void(const GameRecord& record, const PlayedGame& game)>;

/// The games of the match, in the order in which they are begun.
[[nodiscard]] std::vector<GameSlot> match_slots(const MatchSettings& settings);

/// Plays what `result` does not have yet, adding to it. Games that are not finished when the match
/// is stopped or decided are dropped. Requires: `openings` has as many as there are pairs, or
/// random ones.
[[nodiscard]] MatchOutcome run_match(const MatchSettings& settings, Openings& openings,
                                     MatchResult& result, const GameHandler& on_game,
                                     const std::stop_token& stop);

/// Log-likelihood ratio and verdict so far. Requires: settings.sprt.
struct SprtState {
    double log_likelihood_ratio;
    SprtVerdict verdict;
};
[[nodiscard]] SprtState sprt_state(const MatchSettings& settings, const MatchResult& result);

}  // namespace meerslag

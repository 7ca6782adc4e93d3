// TimeManager: how long to think about one move.
#pragma once

#include <chrono>
#include <optional>

#include "engine/limits.hpp"
#include "engine/search_params.hpp"

namespace meerslag {

/// How sure the search is of its move, after an iteration.
struct Stability {
    int iterations_unchanged = 0;  ///< how often in a row the same move has been best
    int score_drop = 0;            ///< below the score of the iteration before; 1/100 man, from 0
};

/// Turns the limits on time into two points: when to stop at the latest, and from when on another
/// iteration is not begun. It reads no clock: the time spent is told to it.
class TimeManager {
public:
    using Duration = std::chrono::microseconds;

    /// `overhead` is kept back from a clock: time that passes between the players and the engine.
    /// Requires: `params` lives as long.
    TimeManager(const SearchLimits& limits, std::chrono::milliseconds overhead,
                const SearchParams& params);

    /// When the search ends at the latest; nothing: never by time.
    [[nodiscard]] std::optional<Duration> latest() const { return latest_; }
    [[nodiscard]] bool must_stop(Duration spent) const { return latest_ && spent >= *latest_; }
    /// Whether, at the end of an iteration, the move is thought about well enough.
    [[nodiscard]] bool is_enough(Duration spent, const Stability& stability) const;

private:
    const SearchParams& params_;
    std::optional<Duration> latest_;
    std::optional<Duration> target_;  // for a move of medium stability
};

}  // namespace meerslag

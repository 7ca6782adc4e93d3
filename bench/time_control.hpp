// TimeControl: how long an engine may think, for a move and for a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "engine/limits.hpp"

namespace meerslag {

using Microseconds = std::chrono::microseconds;

/// A clock for the game: so much time for so many moves, again and again (article 10.1), or for the
/// whole game (10.3), with an addition for every move if wanted (C8.1.2).
struct ClockRule {
    std::chrono::milliseconds time{0};
    std::chrono::milliseconds increment{0};
    int moves = 0;  ///< to the next control; 0: the whole game

    friend bool operator==(const ClockRule&, const ClockRule&) = default;
};

/// The limits of an engine in a match. At least one is set, except where every engine has its own.
struct TimeControl {
    std::optional<int> depth;            ///< plies
    std::optional<std::uint64_t> nodes;  ///< of a move
    std::optional<std::chrono::milliseconds> move_time;
    std::optional<ClockRule> clock;

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Reads `[moves/]time[+increment]`, a time as seconds or minutes:seconds: `5+0.05`, `40/5:00`.
[[nodiscard]] Expected<ClockRule, TextError> parse_clock_rule(std::string_view text);

/// As parse_clock_rule reads it.
[[nodiscard]] std::string format_clock_rule(const ClockRule& rule);

/// For people: "5+0.05", "0.1 s a move", "20000 nodes a move".
[[nodiscard]] std::string describe(const TimeControl& control);

/// One player's clock during a game.
class PlayerClock {
public:
    explicit PlayerClock(const TimeControl& control);

    /// What to tell the engine before its move.
    [[nodiscard]] SearchLimits limits() const;
    /// How long the move may take; nullopt without a limit on time.
    [[nodiscard]] std::optional<Microseconds> allowance() const;
    /// A move has been made in that time.
    void spend(Microseconds time);

private:
    TimeControl control_;
    Microseconds left_{0};  ///< without the increment of the move to come
    int moves_left_ = 0;    ///< to the next control; 0: none
};

}  // namespace meerslag

// SearchLimits: when a search has to end.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace meerslag {

/// The player's clock.
struct Clock {
    std::chrono::milliseconds left{
        0};  ///< without the increment of the move to come; may be negative
    std::chrono::milliseconds increment{0};  ///< added before the move is thought about
    int moves_to_control = 0;                ///< this move included; 0: all moves in the time left
};

/// Whichever limit is hit first ends the search; none of them: until it is stopped.
struct SearchLimits {
    std::optional<int> depth = {};            ///< plies, at least 1
    std::optional<std::uint64_t> nodes = {};  ///< at least 1
    std::optional<std::chrono::milliseconds> move_time = {};
    std::optional<Clock> clock = {};
};

}  // namespace meerslag

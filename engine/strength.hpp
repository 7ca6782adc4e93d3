// Strength: playing weaker on purpose, the way people do.
#pragma once

#include <cstddef>
#include <span>

#include "core/position.hpp"
#include "core/random.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// Levels 1 to kStrongestLevel, each beating the one below; 0 plays at full strength.
inline constexpr int kStrongestLevel = 10;

/// Whether a level may lose a piece to the opponent's next move for nothing.
enum class Gifts : bool { Never, Possible };

/// How a level plays: it looks so far ahead, sees every move's worth a little wrong, and plays the
/// best it sees among those that are not much worse than the best there is.
struct StrengthLevel {
    int depth;     ///< plies
    int noise;     ///< the most a worth is seen wrong, either way. Unit: 1/100 man
    int mistakes;  ///< the most a move may be worse than the best. Unit: 1/100 man
    int moves;     ///< the most it chooses from, the best of them first
    Gifts gifts = Gifts::Never;
};

/// Requires: 1 <= level <= kStrongestLevel.
[[nodiscard]] const StrengthLevel& strength_level(int level);

/// The index of the move a level plays, from the worth of every legal move.
/// Requires: `scores` is not empty.
[[nodiscard]] std::size_t choose_move(std::span<const Score> scores, const StrengthLevel& level,
                                      SplitMix64& random);

/// Whether the captures that have to follow `move` cost the one who plays it more than they bring
/// in. What is behind them is not looked at. Requires: `move` is legal in `position`.
[[nodiscard]] bool gives_piece_away(const Position& position, const Move& move);

}  // namespace meerslag

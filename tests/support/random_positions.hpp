// Seeded random games and placements.
#pragma once

#include <vector>

#include "core/piece.hpp"
#include "core/position.hpp"
#include "core/random.hpp"

namespace meerslag::test {

struct PieceCounts {
    int men = 0;
    int kings = 0;
};

/// The pieces placed at random, either side to move. Requires: they fit on the board.
[[nodiscard]] Position random_placement(SplitMix64& random, const PerColor<PieceCounts>& counts);

/// A placement with 1 to `most_pieces` pieces in all, each a king with a chance of `king_percent`.
struct PlacementMix {
    int most_pieces = 50;
    int king_percent = 0;
};
[[nodiscard]] Position random_placement(SplitMix64& random, const PlacementMix& mix);

/// The positions of a game of random legal moves, `start` included, until it is over or `plies`
/// moves are played.
[[nodiscard]] std::vector<Position> random_game(SplitMix64& random, const Position& start,
                                                int plies);

}  // namespace meerslag::test

// Bitbases: what is known of endings, asked by position.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/position.hpp"
#include "engine/bitbase_file.hpp"
#include "engine/end_value.hpp"
#include "engine/outcome.hpp"

namespace meerslag {

/// A set of open slices. Filled first, then asked from any number of threads; copies share the
/// slices.
///
/// The values are those of the game alone: they know no draw by repetition or by counting moves.
class Bitbases {
public:
    /// A slice that is open already is replaced.
    void add(BitbaseSlice slice);

    [[nodiscard]] bool empty() const { return max_pieces_ == 0; }
    /// The most pieces of an open slice, 0 when there is none. A cheap test before probe().
    [[nodiscard]] int max_pieces() const { return max_pieces_; }
    /// The open slice of that material with White to move; null when there is none.
    [[nodiscard]] const BitbaseSlice* find(const Material& material) const;
    /// All open slices, in the order of their making.
    [[nodiscard]] std::vector<const BitbaseSlice*> slices() const;

    /// Result with best play, for the side to move. Captures are followed until a position without
    /// one is reached, so a position with a capture may be known although its slice is not open.
    ///
    /// Returns: nullopt when a slice that is needed is not open.
    /// Cost:    a few random reads of memory; no lock.
    [[nodiscard]] std::optional<Outcome> probe(const Position& position) const;

    /// The same with the plies to the end, sooner for the winner, later for the loser.
    ///
    /// Returns: nullopt when a slice that is needed is not open or keeps no distances.
    /// Cost:    looks two plies ahead; for the root of a search, not for its leaves.
    [[nodiscard]] std::optional<EndValue> probe_distance(const Position& position) const;

private:
    static constexpr std::size_t kSides = 36;  // counts of men and kings of one side

    /// Shape: [white men and kings][black men and kings]; null: not open.
    std::array<std::array<std::shared_ptr<const BitbaseSlice>, kSides>, kSides> slices_;
    int max_pieces_ = 0;
};

/// How `game` ends with best play by both sides, where the bitbases leave no doubt: a draw, or a
/// win whose plies to the end are known and come before a draw by repetition or by counted moves.
/// Wins of which only the outcome is kept are in doubt.
///
/// Requires: the game goes on, and the limits of counted moves leave time for every win with
///           distances when they begin (so it is with up to four pieces).
[[nodiscard]] std::optional<GameResult> sure_result(const Bitbases& bitbases, const Game& game);

}  // namespace meerslag

// Self-play: games of the engine against itself, as data to learn from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/random.hpp"
#include "engine/engine.hpp"
#include "engine/training_data.hpp"

namespace meerslag {

struct SelfPlayOptions {
    std::uint64_t nodes = 3000;  ///< a move
    int random_plies_least = 3;  ///< at the start of a game
    int random_plies_most = 12;
    int varied_permille = 20;  ///< later moves chosen at random; unit: 1/1000 of the moves
    int side_positions = 2;    ///< tried off each position of the game; those not quiet are dropped
    int side_depth = 5;        ///< plies searched from a side position
    /// Half of the side positions lie up to so many plies down the line that a search sees there:
    /// after a mistake and its refutation, as most leaves of a search do.
    int side_line_plies = 6;
};

/// Plays one game and adds its quiet positions (neither side can capture), each with the score of
/// the search that chose the move and the game's result, and side positions with a score alone.
///
/// A game ends as soon as the engine's bitbases are sure of its result. Positions that they know
/// carry the result they give, which is that of the game alone: a win there may be too long for
/// the draw rules.
///
/// Deterministic: depends on `random`, the options and the engine's; `engine` must have one thread.
void play_training_game(Engine& engine, SplitMix64& random, const SelfPlayOptions& options,
                        std::uint32_t number, std::vector<TrainingPosition>& out);

/// Plays `games` games into a shard. `on_game` is told after each; when it returns false the shard
/// is given up. Returns: the shard, whole, or nothing.
[[nodiscard]] std::optional<TrainingShard> play_shard(const EngineOptions& engine_options,
                                                      const SelfPlayOptions& options,
                                                      std::uint64_t seed, int games,
                                                      const std::function<bool()>& on_game);

}  // namespace meerslag

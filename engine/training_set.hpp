// Training sets: the positions of many shards, to learn from or to measure on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engine/training_data.hpp"

namespace meerslag {

/// The positions of all shards of `folders`, in that order. The numbers of games become such as
/// depend on the positions that were played in them alone: a game has the same wherever it lies,
/// and so is held out or not.
///
/// Errors: a folder without shards, a shard that read_shard refuses, two shards that hold the same
///         games (a copy, or the same seed again with more games in a shard); in words that name
///         them.
/// Cost:   40 bytes a position, and one shard beside that while it is read.
[[nodiscard]] Expected<std::vector<PackedPosition>, std::string> read_training_set(
    const std::vector<std::filesystem::path>& folders);

}  // namespace meerslag

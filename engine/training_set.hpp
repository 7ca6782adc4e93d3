// Training sets: the positions of many shards, to learn from or to measure on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engine/training_data.hpp"

namespace meerslag {

/// The positions of all shards of `folders`, in that order. Games are numbered through.
///
/// Errors: a folder without shards, a shard that read_shard refuses; in words that name it.
/// Cost:   40 bytes a position, and one shard beside that while it is read.
[[nodiscard]] Expected<std::vector<PackedPosition>, std::string> read_training_set(
    const std::vector<std::filesystem::path>& folders);

}  // namespace meerslag

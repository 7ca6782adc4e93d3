// Training sets: shards read one after the other.
#include "engine/training_set.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <system_error>

namespace meerslag {
namespace {

namespace fs = std::filesystem;

/// More than they hold by next to nothing, so that the whole need never be moved to more room.
std::size_t most_positions_in(const std::vector<fs::path>& shards) {
    std::uintmax_t bytes = 0;
    for (const fs::path& path : shards) {
        std::error_code error;
        const std::uintmax_t size = fs::file_size(path, error);
        if (!error) bytes += size;
    }
    return static_cast<std::size_t>(bytes / sizeof(PackedPosition));
}

}  // namespace

Expected<std::vector<PackedPosition>, std::string> read_training_set(
    const std::vector<fs::path>& folders) {
    std::vector<fs::path> paths;
    for (const fs::path& folder : folders) {
        const auto found = shards_in(folder);
        if (found.empty()) return unexpected(fmt::format("no shards in {}", folder.string()));
        paths.insert(paths.end(), found.begin(), found.end());
    }
    std::vector<PackedPosition> positions;
    positions.reserve(most_positions_in(paths));
    std::uint32_t games = 0;
    for (const fs::path& path : paths) {
        const auto shard = read_shard(path);
        if (!shard) return unexpected(shard.error());
        // Numbers become those of the whole, so that the held-out games are spread over it
        std::uint32_t most = games;
        for (TrainingPosition entry : shard->positions) {
            entry.game += games;
            most = std::max(most, entry.game + 1);
            positions.emplace_back(entry);
        }
        games = most;
    }
    return positions;
}

}  // namespace meerslag

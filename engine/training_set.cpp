// Training sets: shards read one after the other.
#include "engine/training_set.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <system_error>
#include <unordered_map>

#include "core/random.hpp"
#include "core/zobrist.hpp"

namespace meerslag {
namespace {

namespace fs = std::filesystem;

std::uint64_t mixed(std::uint64_t sum, std::uint64_t value) {
    return SplitMix64{sum ^ value}.next();
}

/// What a game is known by.
struct GameNames {
    std::uint64_t played = 0;  ///< by the positions that were played
    std::uint64_t whole = 0;   ///< by those, those off the game, and all scores
};

GameNames names_of(std::span<const TrainingPosition> game) {
    GameNames names;
    for (const TrainingPosition& entry : game) {
        const auto key = static_cast<std::uint64_t>(key_of(entry.position));
        names.whole = mixed(names.whole, key);
        names.whole = mixed(names.whole, static_cast<std::uint16_t>(entry.score.value()));
        if (entry.source == TrainingPosition::Source::Game) names.played = mixed(names.played, key);
    }
    return names;
}

/// Calls `visit` with the positions of one game of `shard` after the other.
template <class Visit>
void visit_games(const TrainingShard& shard, const Visit& visit) {
    const std::span<const TrainingPosition> all{shard.positions};
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin + 1;
        while (end < all.size() && all[end].game == all[begin].game) ++end;
        visit(all.subspan(begin, end - begin));
        begin = end;
    }
}

/// Which games were seen in which shard.
class SeenGames {
public:
    /// Takes note of the games of one more shard. Returns: the number of a shard before it that
    /// holds the same games, at least half of those of the smaller one: two short games may be the
    /// same by chance.
    std::optional<std::size_t> add(const std::vector<std::uint64_t>& games) {
        const std::size_t number = sizes_.size();
        sizes_.push_back(games.size());
        std::unordered_map<std::size_t, std::size_t> shared;  // with which shard how many
        for (const std::uint64_t game : games) {
            const auto [seen, is_new] = shard_of_.emplace(game, number);
            if (!is_new && seen->second != number) ++shared[seen->second];
        }
        for (const auto& [other, count] : shared) {
            if (2 * count >= std::min(sizes_[other], games.size())) return other;
        }
        return std::nullopt;
    }

private:
    std::vector<std::size_t> sizes_;  // games of each shard
    std::unordered_map<std::uint64_t, std::size_t> shard_of_;
};

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
    SeenGames seen;
    for (const fs::path& path : paths) {
        const auto shard = read_shard(path);
        if (!shard) return unexpected(shard.error());
        std::vector<std::uint64_t> games;
        visit_games(*shard, [&](std::span<const TrainingPosition> game) {
            const GameNames names = names_of(game);
            games.push_back(names.whole);
            for (TrainingPosition entry : game) {
                entry.game = static_cast<std::uint32_t>(names.played >> 32);
                positions.emplace_back(entry);
            }
        });
        if (const auto other = seen.add(games)) {
            return unexpected(fmt::format("{} and {} hold the same games; name these once",
                                          paths[*other].string(), path.string()));
        }
    }
    return positions;
}

}  // namespace meerslag

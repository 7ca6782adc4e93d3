// Training data: positions with what search and game said of them, packed into files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// One position to learn from.
struct TrainingPosition {
    enum class Source : std::uint8_t {
        Game,
        Side
    };  ///< played, or a few random moves off the game

    Position position = Position::start();
    Score score;             ///< of a search, to the side to move
    int result = 0;          ///< of the game, to the side to move: 1, 0 or -1; 0 for side positions
    std::uint32_t game = 0;  ///< number within the shard: positions of a game stay together
    int ply = 0;
    Source source = Source::Game;

    friend bool operator==(const TrainingPosition&, const TrainingPosition&) = default;
};

/// The same in 40 bytes, as shards hold it and whoever needs many at once. A ply beyond 1023
/// becomes 1023.
class PackedPosition {
public:
    using Words = std::array<std::uint64_t, 5>;

    explicit PackedPosition(const TrainingPosition& entry);
    /// Of numbers from outside. Errors: no position.
    [[nodiscard]] static Expected<PackedPosition, PositionError> from_words(const Words& words);

    [[nodiscard]] TrainingPosition unpacked() const;
    [[nodiscard]] std::uint32_t game() const { return static_cast<std::uint32_t>(words_[4] >> 16); }
    [[nodiscard]] const Words& words() const { return words_; }

    friend bool operator==(const PackedPosition&, const PackedPosition&) = default;

private:
    explicit PackedPosition(const Words& words) : words_(words) {}

    Words words_;
};
static_assert(sizeof(PackedPosition) == 40);

/// A shard: a text that tells its making, and the positions.
struct TrainingShard {
    std::string origin;
    std::vector<TrainingPosition> positions;
};

/// The file form: a header, then 40 bytes a position. Written beside the place and moved there, so
/// that a half-written shard is never taken for a whole one.
[[nodiscard]] Expected<void, std::string> write_shard(const std::filesystem::path& path,
                                                      const TrainingShard& shard);
/// Errors: no such file, another kind or version, damaged; in words that begin with the path.
[[nodiscard]] Expected<TrainingShard, std::string> read_shard(const std::filesystem::path& path);

/// The shards of a folder (*.shard), by name.
[[nodiscard]] std::vector<std::filesystem::path> shards_in(const std::filesystem::path& folder);

}  // namespace meerslag

// Training data: the packed form.
#include "engine/training_data.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <algorithm>
#include <cstring>
#include <fstream>

#include "engine/whole_file.hpp"

namespace meerslag {
namespace {

constexpr std::size_t kRecordBytes = sizeof(PackedPosition);
constexpr std::uint64_t kMagic = 0x3144524148534C4D;  // "MLSHARD1"

// Of a packed position's words four hold the boards in their low 54 bits; the ten above hold, in
// this order: ply, result + 1 with side to move and source, and nothing in two. The fifth: score
// and game. In files they are little-endian.
constexpr std::uint64_t kBoardMask = (std::uint64_t{1} << 54) - 1;
constexpr int kSpareShift = 54;
constexpr int kMostPly = 1023;
constexpr std::uint64_t kResultFlags = 3;  // 0, 1 or 2; what is more counts as 2
constexpr std::uint64_t kBlackFlag = 4;
constexpr std::uint64_t kSideFlag = 8;

constexpr std::uint64_t kLongestOrigin = 1 << 16;
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 28;

void put(std::string& bytes, std::uint64_t word) {
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(word >> (8 * i) & 0xFF));
}

std::uint64_t get(const char* bytes) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) {
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return word;
}

void put(std::string& bytes, const PackedPosition& entry) {
    for (const std::uint64_t word : entry.words()) put(bytes, word);
}

Expected<PackedPosition, PositionError> parse(const char* bytes) {
    PackedPosition::Words words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = get(bytes + 8 * i);
    return PackedPosition::from_words(words);
}

Board board_of(const PackedPosition::Words& words) {
    const auto squares = [](std::uint64_t word) {
        return Bitboard{word & kBoardMask} & kAllSquares;
    };
    return {{squares(words[0]), squares(words[1])}, {squares(words[2]), squares(words[3])}};
}

Color side_to_move_of(const PackedPosition::Words& words) {
    return (words[1] >> kSpareShift & kBlackFlag) != 0 ? Color::Black : Color::White;
}

std::uint64_t checksum(const std::string& bytes) {
    uLong value = crc32(0, nullptr, 0);
    constexpr std::size_t kChunk = std::size_t{1} << 30;
    for (std::size_t at = 0; at < bytes.size(); at += kChunk) {
        value = crc32(value, reinterpret_cast<const Bytef*>(bytes.data() + at),
                      static_cast<uInt>(std::min(kChunk, bytes.size() - at)));
    }
    return value;
}

}  // namespace

PackedPosition::PackedPosition(const TrainingPosition& entry) {
    const Board& board = entry.position.board();
    const std::uint64_t flags = static_cast<std::uint64_t>(entry.result + 1) |
                                (entry.position.side_to_move() == Color::Black ? kBlackFlag : 0) |
                                (entry.source == TrainingPosition::Source::Side ? kSideFlag : 0);
    const auto ply = static_cast<std::uint64_t>(std::min(entry.ply, kMostPly));
    words_ = {board.men.white.bits() | ply << kSpareShift,
              board.men.black.bits() | flags << kSpareShift, board.kings.white.bits(),
              board.kings.black.bits(),
              std::uint64_t{entry.game} << 16 | static_cast<std::uint16_t>(entry.score.value())};
}

Expected<PackedPosition, PositionError> PackedPosition::from_words(const Words& words) {
    const auto position = Position::from_board(board_of(words), side_to_move_of(words));
    if (!position) return unexpected(position.error());
    return PackedPosition{words};
}

TrainingPosition PackedPosition::unpacked() const {
    const std::uint64_t flags = words_[1] >> kSpareShift;
    TrainingPosition entry;
    entry.position = Position::from_valid_board(board_of(words_), side_to_move_of(words_));
    entry.ply = static_cast<int>(words_[0] >> kSpareShift);
    entry.result = static_cast<int>(std::min(flags & kResultFlags, std::uint64_t{2})) - 1;
    entry.source =
        (flags & kSideFlag) != 0 ? TrainingPosition::Source::Side : TrainingPosition::Source::Game;
    entry.score = Score{static_cast<std::int16_t>(words_[4] & 0xFFFF)};
    entry.game = game();
    return entry;
}

Expected<void, std::string> write_shard(const std::filesystem::path& path,
                                        const TrainingShard& shard) {
    std::string records;
    records.reserve(shard.positions.size() * kRecordBytes);
    for (const TrainingPosition& entry : shard.positions) put(records, PackedPosition{entry});
    std::string header;
    put(header, kMagic);
    put(header, shard.origin.size());
    put(header, shard.positions.size());
    put(header, checksum(records));
    const bool is_written = write_whole_file(
        path, [&](std::ostream& file) { file << header << shard.origin << records; });
    if (!is_written) return unexpected(fmt::format("{}: cannot be written", path.string()));
    return {};
}

Expected<TrainingShard, std::string> read_shard(const std::filesystem::path& path) {
    const auto no = [&path](std::string_view why) {
        return unexpected(fmt::format("{}: {}", path.string(), why));
    };
    std::ifstream file{path, std::ios::binary};
    if (!file) return no("cannot be opened");
    char header[32];
    if (!file.read(header, sizeof header) || get(header) != kMagic) return no("is no shard");
    const std::uint64_t origin_size = get(header + 8);
    const std::uint64_t count = get(header + 16);
    if (origin_size > kLongestOrigin || count > kMostPositions) return no("is damaged");
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error || size != sizeof header + origin_size + count * kRecordBytes)
        return no("is damaged");
    TrainingShard shard;
    shard.origin.resize(origin_size);
    file.read(shard.origin.data(), static_cast<std::streamsize>(origin_size));
    std::string records(count * kRecordBytes, '\0');
    file.read(records.data(), static_cast<std::streamsize>(records.size()));
    if (!file || checksum(records) != get(header + 24)) return no("is damaged");
    shard.positions.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto entry = parse(records.data() + i * kRecordBytes);
        if (!entry) return no(fmt::format("position {}: {}", i + 1, entry.error().message()));
        shard.positions.push_back(entry->unpacked());
    }
    return shard;
}

std::vector<std::filesystem::path> shards_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{folder, error}) {
        if (entry.path().extension() == ".shard") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace meerslag

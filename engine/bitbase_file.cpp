// A slice of the endgame as bytes. All numbers have their lowest byte first.
//
//   header   104 bytes, see the places below
//   index    for every 64 blocks: where their code begins (8 bytes), then each block from there
//            (2 bytes each, also for blocks that do not exist)
//   code     the blocks, see bitbase_codec
//   plies    zlib: (plies - 1) / 2 for each position coded as a win, in order; may be missing
#include "engine/bitbase_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/movegen.hpp"
#include "engine/bitbase_codec.hpp"

namespace meerslag {
namespace {

using codec::kBlockPositions;
using codec::Symbol;

constexpr std::array<std::uint8_t, 8> kMagic{'M', 'E', 'E', 'R', 'S', 'B', 'B', '1'};
constexpr std::uint64_t kGroupBlocks = 64;
constexpr std::uint64_t kGroupBytes = 8 + 2 * kGroupBlocks;

/// Places of the header's numbers.
constexpr std::size_t kHeaderCrc = 8;    // 4 bytes: of the header from 12 on
constexpr std::size_t kBodyCrc = 12;     // 4 bytes: of all behind the header
constexpr std::size_t kCounts = 16;      // 4 bytes: white men, white kings, black men, black kings
constexpr std::size_t kLongestWin = 20;  // 2 bytes: plies + 1; 0: not known
constexpr std::size_t kLongestLoss = 22;
constexpr std::size_t kWins = 24;  // 8 bytes each from here on
constexpr std::size_t kDraws = 32;
constexpr std::size_t kLosses = 40;
constexpr std::size_t kIndexBytes = 48;
constexpr std::size_t kCodeBytes = 56;
constexpr std::size_t kPliesBytes = 64;  // packed
constexpr std::size_t kPliesCount = 72;  // unpacked
constexpr std::size_t kBlockSize = 80;   // positions of a block
// 88: 16 bytes of zero
constexpr std::size_t kHeaderBytes = 104;

std::uint64_t read_number(std::span<const std::uint8_t> bytes, std::size_t place, int size) {
    std::uint64_t value = 0;
    for (int i = size; i-- > 0;) value = value << 8 | bytes[place + static_cast<std::size_t>(i)];
    return value;
}

void write_number(std::span<std::uint8_t> bytes, std::size_t place, int size, std::uint64_t value) {
    for (int i = 0; i < size; ++i, value >>= 8) {
        bytes[place + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value);
    }
}

std::uint32_t crc_of(std::span<const std::uint8_t> bytes) {
    uLong crc = crc32(0, nullptr, 0);
    while (!bytes.empty()) {  // zlib counts in uInt
        const std::size_t part = std::min(bytes.size(), std::size_t{1} << 30);
        crc = crc32(crc, bytes.data(), static_cast<uInt>(part));
        bytes = bytes.subspan(part);
    }
    return static_cast<std::uint32_t>(crc);
}

std::uint64_t block_count(std::uint64_t positions) {
    return (positions + kBlockPositions - 1) / kBlockPositions;
}
std::uint64_t index_bytes(std::uint64_t positions) {
    return (block_count(positions) + kGroupBlocks - 1) / kGroupBlocks * kGroupBytes;
}

/// What is coded for each position of a block, and the plies of its wins.
struct BlockSymbols {
    std::vector<Symbol> symbols;
    std::vector<std::uint8_t> plies;  ///< (plies - 1) / 2 of a win, else that of the win before
};

BlockSymbols symbols_of_block(const SolvedSlice& slice, std::uint64_t block) {
    BlockSymbols result;
    const std::uint64_t end = std::min((block + 1) * kBlockPositions, slice.index.size());
    std::uint8_t plies = 0;
    for (std::uint64_t i = block * kBlockPositions; i < end; ++i) {
        const EndValue value = EndValue::from_byte(slice.values[i]);
        const Board board = slice.index.board_of(i);
        const bool is_kept = !has_capture(Position::from_valid_board(board, Color::White));
        result.symbols.push_back(is_kept ? codec::symbol_of(value.outcome()) : Symbol::Any);
        if (is_kept && value.outcome() == Outcome::Win) {
            plies = static_cast<std::uint8_t>((value.plies() - 1) / 2);
        }
        result.plies.push_back(plies);
    }
    return result;
}

/// The code of a run of blocks, made by one thread.
struct CodedPart {
    std::vector<std::uint8_t> code;
    std::vector<std::size_t> starts;  ///< of each block in `code`
    std::vector<std::uint8_t> plies;
};

CodedPart code_part(const SolvedSlice& slice, SolveMode mode, std::uint64_t begin,
                    std::uint64_t end) {
    CodedPart part;
    std::array<Outcome, kBlockPositions> decoded;
    for (std::uint64_t block = begin; block < end; ++block) {
        const BlockSymbols content = symbols_of_block(slice, block);
        const std::size_t start = part.code.size();
        part.starts.push_back(start);
        codec::append_block(content.symbols, part.code);
        if (mode == SolveMode::Outcome) continue;
        // Plies go with what a reader sees as a win: some of the positions that may be anything
        // too.
        const std::span outcomes{decoded.data(), content.symbols.size()};
        codec::decode_block(std::span{part.code}.subspan(start), outcomes);
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            if (outcomes[i] == Outcome::Win) part.plies.push_back(content.plies[i]);
        }
    }
    return part;
}

std::vector<CodedPart> code_slice(const SolvedSlice& slice, SolveMode mode, int threads) {
    constexpr std::uint64_t kPartBlocks = 1024;
    const std::uint64_t blocks = block_count(slice.index.size());
    std::vector<CodedPart> parts((blocks + kPartBlocks - 1) / kPartBlocks);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t p = next++; p < parts.size(); p = next++) {
            const std::uint64_t begin = p * kPartBlocks;
            parts[p] = code_part(slice, mode, begin, std::min(begin + kPartBlocks, blocks));
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int t = 1; t < threads && static_cast<std::size_t>(t) < parts.size(); ++t) {
            helpers.emplace_back(work);
        }
        work();
    }
    return parts;
}

std::vector<std::uint8_t> pack(std::span<const std::uint8_t> bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::vector<std::uint8_t> packed(size);
    [[maybe_unused]] const int result =
        compress2(packed.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), 9);
    assert(result == Z_OK && "the room is enough");
    packed.resize(size);
    return packed;
}

/// Nothing if the bytes do not unpack to that size.
std::optional<std::vector<std::uint8_t>> unpack(std::span<const std::uint8_t> packed,
                                                std::uint64_t size) {
    std::vector<std::uint8_t> bytes(size);
    uLongf got = static_cast<uLongf>(size);
    const int result =
        uncompress(bytes.data(), &got, packed.data(), static_cast<uLong>(packed.size()));
    if (result != Z_OK || got != size) return std::nullopt;
    return bytes;
}

std::uint64_t plies_or_none(const std::optional<int>& plies) {
    return plies ? static_cast<std::uint64_t>(*plies) + 1 : 0;
}
std::optional<int> plies_of(std::uint64_t number) {
    if (number == 0) return std::nullopt;
    return static_cast<int>(number) - 1;
}

}  // namespace

SliceCounts count_outcomes(const SolvedSlice& slice, SolveMode mode) {
    std::array<std::uint64_t, 256> by_value{};
    for (const std::uint8_t byte : slice.values) ++by_value[byte];
    SliceCounts counts;
    int longest_win = 0;
    int longest_loss = 0;
    for (std::size_t byte = 0; byte < by_value.size(); ++byte) {
        if (by_value[byte] == 0) continue;
        const EndValue value = EndValue::from_byte(static_cast<std::uint8_t>(byte));
        switch (value.outcome()) {
            case Outcome::Win:
                counts.wins += by_value[byte];
                longest_win = value.plies();
                break;
            case Outcome::Draw: counts.draws += by_value[byte]; break;
            case Outcome::Loss:
                counts.losses += by_value[byte];
                longest_loss = value.plies();
                break;
        }
    }
    if (mode == SolveMode::Distance) {
        counts.longest_win = longest_win;
        counts.longest_loss = longest_loss;
    }
    return counts;
}

std::vector<std::uint8_t> encode_slice(const SolvedSlice& slice, SolveMode mode, int threads) {
    const std::uint64_t positions = slice.index.size();
    const std::vector<CodedPart> parts = code_slice(slice, mode, threads);

    // Step 1. Index and code
    std::vector<std::uint8_t> bytes(kHeaderBytes + index_bytes(positions));
    std::uint64_t block = 0;
    std::uint64_t code_bytes = 0;
    std::uint64_t group_start = 0;
    std::vector<std::uint8_t> plies;
    for (const CodedPart& part : parts) {
        for (const std::size_t start_in_part : part.starts) {
            const std::uint64_t start = code_bytes + start_in_part;
            const std::size_t group = kHeaderBytes + block / kGroupBlocks * kGroupBytes;
            if (block % kGroupBlocks == 0) {
                group_start = start;
                write_number(bytes, group, 8, start);
            }
            write_number(bytes, group + 8 + 2 * (block % kGroupBlocks), 2, start - group_start);
            ++block;
        }
        code_bytes += part.code.size();
        bytes.insert(bytes.end(), part.code.begin(), part.code.end());
        plies.insert(plies.end(), part.plies.begin(), part.plies.end());
    }

    // Step 2. Distances
    std::uint64_t plies_bytes = 0;
    if (mode == SolveMode::Distance) {
        const std::vector<std::uint8_t> packed = pack(plies);
        plies_bytes = packed.size();
        bytes.insert(bytes.end(), packed.begin(), packed.end());
    }

    // Step 3. Header
    const Material& material = slice.index.material();
    const SliceCounts counts = count_outcomes(slice, mode);
    std::copy(kMagic.begin(), kMagic.end(), bytes.begin());
    write_number(bytes, kCounts, 1, static_cast<std::uint64_t>(material.men.white));
    write_number(bytes, kCounts + 1, 1, static_cast<std::uint64_t>(material.kings.white));
    write_number(bytes, kCounts + 2, 1, static_cast<std::uint64_t>(material.men.black));
    write_number(bytes, kCounts + 3, 1, static_cast<std::uint64_t>(material.kings.black));
    write_number(bytes, kLongestWin, 2, plies_or_none(counts.longest_win));
    write_number(bytes, kLongestLoss, 2, plies_or_none(counts.longest_loss));
    write_number(bytes, kWins, 8, counts.wins);
    write_number(bytes, kDraws, 8, counts.draws);
    write_number(bytes, kLosses, 8, counts.losses);
    write_number(bytes, kIndexBytes, 8, index_bytes(positions));
    write_number(bytes, kCodeBytes, 8, code_bytes);
    write_number(bytes, kPliesBytes, 8, plies_bytes);
    write_number(bytes, kPliesCount, 8, plies.size());
    write_number(bytes, kBlockSize, 8, kBlockPositions);
    write_number(bytes, kBodyCrc, 4, crc_of(std::span{bytes}.subspan(kHeaderBytes)));
    write_number(bytes, kHeaderCrc, 4,
                 crc_of(std::span{bytes}.subspan(kBodyCrc, kHeaderBytes - kBodyCrc)));
    return bytes;
}

/// The distances of a slice; unpacked when the first is asked for.
struct BitbaseSlice::Distances {
    std::span<const std::uint8_t> packed;
    std::uint64_t count = 0;
    std::once_flag unpacked;
    std::vector<std::uint8_t> halves;        // (plies - 1) / 2 of each coded win; damaged: fewer
    std::vector<std::uint32_t> wins_before;  // [block]: coded wins in the blocks before
};

BitbaseSlice::BitbaseSlice(const Material& material) : index_(material) {}
BitbaseSlice::BitbaseSlice(BitbaseSlice&&) noexcept = default;
BitbaseSlice& BitbaseSlice::operator=(BitbaseSlice&&) noexcept = default;
BitbaseSlice::~BitbaseSlice() = default;

Expected<BitbaseSlice, std::string> BitbaseSlice::open(BitbaseImage image, Check check) {
    const std::span<const std::uint8_t> bytes = image.bytes;
    // Step 1. Header
    if (bytes.size() < kHeaderBytes) return unexpected{std::string{"it is too short"}};
    if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) {
        return unexpected{std::string{"it is no bitbase of this version"}};
    }
    const auto header = bytes.first(kHeaderBytes);
    if (read_number(header, kHeaderCrc, 4) != crc_of(header.subspan(kBodyCrc))) {
        return unexpected{std::string{"its header is damaged"}};
    }
    const auto pieces = [&](std::size_t k) {
        return static_cast<int>(read_number(header, kCounts + k, 1));
    };
    const Material material{{pieces(0), pieces(2)}, {pieces(1), pieces(3)}};
    for (const Color color : kColors) {
        if (material.pieces(color) < 1 || material.pieces(color) > kMaxPiecesOfSide) {
            return unexpected{std::string{"its header names an impossible slice"}};
        }
    }
    BitbaseSlice slice{material};
    const auto number = [&](std::size_t place) { return read_number(header, place, 8); };
    slice.counts_ = {number(kWins), number(kDraws), number(kLosses),
                     plies_of(read_number(header, kLongestWin, 2)),
                     plies_of(read_number(header, kLongestLoss, 2))};
    const std::uint64_t positions = slice.index_.size();
    if (slice.counts_.positions() != positions || number(kBlockSize) != kBlockPositions ||
        number(kIndexBytes) != index_bytes(positions)) {
        return unexpected{std::string{"its header does not fit its slice"}};
    }
    // Step 2. Parts
    const std::uint64_t index_size = number(kIndexBytes);
    const std::uint64_t code_size = number(kCodeBytes);
    const std::uint64_t plies_size = number(kPliesBytes);
    std::uint64_t left = bytes.size() - kHeaderBytes;
    for (const std::uint64_t size : {index_size, code_size, plies_size}) {
        if (size > left) return unexpected{std::string{"it ends too soon"}};
        left -= size;
    }
    const auto body = bytes.subspan(kHeaderBytes, index_size + code_size + plies_size);
    slice.byte_size_ = kHeaderBytes + body.size();
    slice.block_index_ = body.first(index_size);
    slice.code_ = body.subspan(index_size, code_size);
    if (plies_size > 0) {
        constexpr std::uint64_t kMostExpansion = 1032;  // of what zlib has packed
        if (number(kPliesCount) > std::min(positions, plies_size * kMostExpansion)) {
            return unexpected{std::string{"its header does not fit its slice"}};
        }
        slice.distances_ = std::make_unique<Distances>();
        slice.distances_->packed = body.subspan(index_size + code_size);
        slice.distances_->count = number(kPliesCount);
    }
    // Step 3. Content
    if (check == Check::Everything && read_number(header, kBodyCrc, 4) != crc_of(body)) {
        return unexpected{std::string{"its content is damaged"}};
    }
    for (std::uint64_t block = 0; block < block_count(positions); ++block) {
        if (slice.block_start(block) >= code_size) {
            return unexpected{std::string{"its index is damaged"}};
        }
    }
    slice.owner_ = std::move(image.owner);
    return slice;
}

std::uint64_t BitbaseSlice::block_start(std::uint64_t block) const {
    const std::size_t group = block / kGroupBlocks * kGroupBytes;
    return read_number(block_index_, group, 8) +
           read_number(block_index_, group + 8 + 2 * (block % kGroupBlocks), 2);
}

Outcome BitbaseSlice::outcome_at(std::uint64_t index) const {
    assert(index < index_.size());
    return codec::outcome_in_block(code_.subspan(block_start(index / kBlockPositions)),
                                   static_cast<std::uint32_t>(index % kBlockPositions));
}

int BitbaseSlice::win_plies_at(std::uint64_t index) const {
    assert(has_distances() && outcome_at(index) == Outcome::Win);
    Distances& distances = *distances_;
    std::array<Outcome, kBlockPositions> outcomes;
    const auto count_wins = [&](std::uint64_t block, std::uint64_t positions) {
        const auto part = std::span{outcomes}.first(positions);
        codec::decode_block(code_.subspan(block_start(block)), part);
        return static_cast<std::uint32_t>(std::count(part.begin(), part.end(), Outcome::Win));
    };
    std::call_once(distances.unpacked, [&] {
        std::uint32_t wins = 0;
        for (std::uint64_t block = 0; block < block_count(index_.size()); ++block) {
            distances.wins_before.push_back(wins);
            wins += count_wins(block,
                               std::min(kBlockPositions, index_.size() - block * kBlockPositions));
        }
        auto halves = unpack(distances.packed, distances.count);
        if (halves) distances.halves = std::move(*halves);
    });
    const std::uint64_t block = index / kBlockPositions;
    const std::uint32_t place =
        distances.wins_before[block] + count_wins(block, index % kBlockPositions);
    return place < distances.halves.size() ? 2 * distances.halves[place] + 1 : 1;
}

}  // namespace meerslag

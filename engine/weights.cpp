// EvalWeights: the sum, and the file form.
#include "engine/weights.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "core/geometry.hpp"
#include "engine/embedded_data.hpp"
#include "engine/known_draws.hpp"
#include "engine/whole_file.hpp"

namespace meerslag {
namespace {

int mobility_of(Bitboard kings, Bitboard empty) {
    int squares = 0;
    for (const Square king : kings) {
        squares += (seen_from(king, kAllSquares - empty) & empty).count();
    }
    return squares;
}

/// Tells `visit(term, value)` of every term that may be other than 0.
template <class Visit>
void visit_terms(const Position& position, Visit&& visit) {
    const Color us = position.side_to_move();
    const Color them = opposite(us);
    const Bitboard our_kings = position.kings(us);
    const Bitboard their_kings = position.kings(them);
    visit(Term::Tempo, 1);
    visit(Term::Man, position.men(us).count() - position.men(them).count());
    visit(Term::Imbalance, wing_imbalance(position.men(us)) - wing_imbalance(position.men(them)));
    if ((our_kings | their_kings).is_empty()) return;
    const Bitboard empty = position.empty();
    visit(Term::HasKing, static_cast<int>(our_kings.any()) - static_cast<int>(their_kings.any()));
    visit(Term::King, our_kings.count() - their_kings.count());
    visit(Term::KingMobility, mobility_of(our_kings, empty) - mobility_of(their_kings, empty));
    visit(Term::MainDiagonal, static_cast<int>((our_kings & kLongDiagonal).any()) -
                                  static_cast<int>((their_kings & kLongDiagonal).any()));
}

// The file: header, origin, compressed weights. All numbers little-endian.
constexpr std::uint32_t kMagic = 0x574C534D;  // "MSLW"
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderWords =
    6;  // magic, version, origin and packed sizes, raw size, CRC-32
constexpr std::size_t kAreaBytes = kAreaCount * kAreaStates * 4;
constexpr std::size_t kNetworkSmall =  // numbers of 16 bits
    (Network::kVectors + 2 + Network::kSecond) * Network::kFirst + Network::kSecond;
constexpr std::size_t kNetworkLarge = Network::kSecond + 1;  // and of 32
constexpr std::size_t kRawBytes =
    kAreaBytes + kTermCount * 8 + kNetworkSmall * 2 + kNetworkLarge * 4;
constexpr std::size_t kLongestOrigin = 1 << 16;
/// More than such a file can be: zlib adds a few bytes to what cannot be compressed.
constexpr std::size_t kLargestFile = 2 * kRawBytes + kLongestOrigin;
/// As for the areas. With 40 pieces a term's weight counts up to some 340 times, so the sum of an
/// evaluation stays within 32 bits, also in hundredths.
constexpr std::int32_t kMostTermWeight = std::numeric_limits<std::int16_t>::max();

/// Tells `visit(number, most)` of every number of 16 bits, with the most it may be, either way.
template <class Net, class Visit>
void visit_small_numbers(Net& network, Visit&& visit) {
    const auto all = [&visit](auto& numbers, int most) {
        for (auto& number : numbers) visit(number, most);
    };
    for (auto& vector : network.vectors) all(vector.numbers, Network::kMostPart);
    all(network.first_bias, Network::kMostPart);
    for (auto& weights : network.second_weights) all(weights, Network::kMostWeight);
    all(network.result_of_first, Network::kMostWeight);
    all(network.result_of_second, Network::kMostWeight);
}

template <class Net, class Visit>
void visit_large_numbers(Net& network, Visit&& visit) {
    for (auto& number : network.second_bias) visit(number, Network::kMostBias);
    visit(network.result_bias, Network::kMostBias);
}

void put(std::vector<std::byte>& bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

std::uint32_t get(std::span<const std::byte> bytes, std::size_t at, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        value |= static_cast<std::uint32_t>(bytes[at + i]) << (8 * i);
    }
    return value;
}

std::uint32_t crc_of(std::span<const std::byte> bytes) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

/// All numbers, as they are compressed.
std::vector<std::byte> raw_bytes(const EvalWeights& weights) {
    std::vector<std::byte> raw;
    raw.reserve(kRawBytes);
    // One phase after the other, low bytes apart from high bytes: it compresses better so.
    for (int high = 0; high < 2; ++high) {
        for (const EvalWeights::AreaTable& table : weights.areas) {
            for (const auto& weight : table) {
                put(raw, static_cast<std::uint16_t>(weight.early) >> (8 * high), 1);
            }
            for (const auto& weight : table) {
                put(raw, static_cast<std::uint16_t>(weight.late) >> (8 * high), 1);
            }
        }
    }
    for (const auto& weight : weights.terms) {
        put(raw, static_cast<std::uint32_t>(weight.early), 4);
        put(raw, static_cast<std::uint32_t>(weight.late), 4);
    }
    for (int high = 0; high < 2; ++high) {
        visit_small_numbers(weights.network, [&](std::int16_t number, int) {
            put(raw, static_cast<std::uint16_t>(number) >> (8 * high), 1);
        });
    }
    visit_large_numbers(weights.network, [&](std::int32_t number, int) {
        put(raw, static_cast<std::uint32_t>(number), 4);
    });
    return raw;
}

}  // namespace

TermValues term_values(const Position& position) {
    TermValues values{};
    visit_terms(position,
                [&](Term term, int value) { values[static_cast<std::size_t>(term)] = value; });
    return values;
}

int phase_of(const Position& position) { return std::min(kPhaseMost, position.occupied().count()); }

EvalWeights::EvalWeights() : terms{} {
    for (AreaTable& table : areas) table.resize(kAreaStates);
}

std::int32_t EvalWeights::linear_sum(const Position& position, const MenStates& states) const {
    const Color us = position.side_to_move();
    const AreaStates& ours = states.areas[us];
    const AreaStates& theirs = states.areas[opposite(us)];
    std::int32_t early = 0;
    std::int32_t late = 0;
    for (std::size_t a = 0; a < kAreaCount; ++a) {
        const auto plus = areas[a][ours[a]];
        const auto minus = areas[a][theirs[a]];
        early += plus.early - minus.early;
        late += plus.late - minus.late;
    }
    visit_terms(position, [&](Term term, int value) {
        const auto weight = terms[static_cast<std::size_t>(term)];
        early += weight.early * value;
        late += weight.late * value;
    });
    const int phase = phase_of(position);
    return (early * phase + late * (kPhaseMost - phase)) / kPhaseMost;
}

Score EvalWeights::evaluate(const Position& position) const {
    const Color us = position.side_to_move();
    const MenStates states =
        states_of({position.men(Color::White), position.men(Color::Black)}, us);
    const std::int32_t sum =
        linear_sum(position, states) + network.evaluate(position, states.windows);
    const std::int32_t shared =
        sum * share_of_score(position, sum > 0 ? us : opposite(us)) / kWholeShare;
    return Score::clamped(shared * 100 / kWeightUnits);
}

std::uint32_t EvalWeights::checksum() const { return crc_of(raw_bytes(*this)); }

std::vector<std::byte> EvalWeights::to_bytes() const {
    const std::vector<std::byte> raw = raw_bytes(*this);
    uLongf packed_size = compressBound(static_cast<uLong>(raw.size()));
    std::vector<std::byte> packed(packed_size);
    compress2(reinterpret_cast<Bytef*>(packed.data()), &packed_size,
              reinterpret_cast<const Bytef*>(raw.data()), static_cast<uLong>(raw.size()), 9);
    packed.resize(packed_size);
    std::vector<std::byte> bytes;
    for (const std::uint32_t word : {kMagic, kVersion, static_cast<std::uint32_t>(origin.size()),
                                     static_cast<std::uint32_t>(packed.size()),
                                     static_cast<std::uint32_t>(raw.size()), crc_of(raw)}) {
        put(bytes, word, 4);
    }
    for (const char c : origin) bytes.push_back(static_cast<std::byte>(c));
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    return bytes;
}

Expected<EvalWeights, std::string> EvalWeights::from_bytes(std::span<const std::byte> bytes) {
    const auto no = [](std::string_view why) {
        return unexpected(fmt::format("no weights: {}", why));
    };
    // Step 1. The header
    if (bytes.size() < kHeaderWords * 4) return no("the file is too short");
    if (get(bytes, 0, 4) != kMagic) return no("the file is of another kind");
    if (get(bytes, 4, 4) != kVersion) {
        return no(fmt::format("the file has version {}, not {}", get(bytes, 4, 4), kVersion));
    }
    const std::size_t origin_size = get(bytes, 8, 4);
    const std::size_t packed_size = get(bytes, 12, 4);
    if (get(bytes, 16, 4) != kRawBytes || origin_size > kLongestOrigin ||
        bytes.size() != kHeaderWords * 4 + origin_size + packed_size) {
        return no("the file has the wrong size");
    }
    // Step 2. The weights
    const auto packed = bytes.subspan(kHeaderWords * 4 + origin_size);
    std::vector<std::byte> raw(kRawBytes);
    uLongf raw_size = static_cast<uLongf>(raw.size());
    if (uncompress(reinterpret_cast<Bytef*>(raw.data()), &raw_size,
                   reinterpret_cast<const Bytef*>(packed.data()),
                   static_cast<uLong>(packed.size())) != Z_OK ||
        raw_size != raw.size() || crc_of(raw) != get(bytes, 20, 4)) {
        return no("the file is damaged");
    }
    EvalWeights weights;
    weights.origin.resize(origin_size);
    std::memcpy(weights.origin.data(), bytes.data() + kHeaderWords * 4, origin_size);
    // A number's high byte lies a whole plane behind its low one
    std::size_t at = 0;
    const auto next_small = [&raw, &at](std::size_t plane) {
        const auto value =
            static_cast<std::uint16_t>(get(raw, at, 1) | get(raw, at + plane, 1) << 8);
        ++at;
        return static_cast<std::int16_t>(value);
    };
    const auto next_large = [&raw, &at] {
        at += 4;
        return static_cast<std::int32_t>(get(raw, at - 4, 4));
    };
    for (AreaTable& table : weights.areas) {
        for (auto& weight : table) weight.early = next_small(kAreaBytes / 2);
        for (auto& weight : table) weight.late = next_small(kAreaBytes / 2);
    }
    at = kAreaBytes;
    bool fits = true;
    const auto check = [&fits](std::int32_t number, std::int32_t most) {
        fits = fits && -most <= number && number <= most;
    };
    for (auto& weight : weights.terms) {
        weight.early = next_large();
        weight.late = next_large();
        check(weight.early, kMostTermWeight);
        check(weight.late, kMostTermWeight);
    }
    visit_small_numbers(weights.network, [&](std::int16_t& number, int most) {
        number = next_small(kNetworkSmall);
        check(number, most);
    });
    at += kNetworkSmall;
    visit_large_numbers(weights.network, [&](std::int32_t& number, int most) {
        number = next_large();
        check(number, most);
    });
    if (!fits) return no("a number is too large");
    return weights;
}

Expected<EvalWeights, std::string> EvalWeights::from_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file) return unexpected(fmt::format("cannot open {}", path.string()));
    std::vector<char> content(kLargestFile + 1);
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(file.gcount()));
    return from_bytes(std::as_bytes(std::span{content})).map_error([&](const std::string& why) {
        return fmt::format("{}: {}", path.string(), why);
    });
}

Expected<void, std::string> EvalWeights::to_file(const std::filesystem::path& path) const {
    const std::vector<std::byte> bytes = to_bytes();
    const bool is_written = write_whole_file(path, [&bytes](std::ostream& file) {
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    });
    if (!is_written) return unexpected(fmt::format("cannot write {}", path.string()));
    return {};
}

std::shared_ptr<const EvalWeights> embedded_weights() {
    static const std::shared_ptr<const EvalWeights> weights = [] {
        auto read = EvalWeights::from_bytes(std::as_bytes(embedded_weights_file()));
        assert(read && "the program carries weights of its own version");
        return std::make_shared<const EvalWeights>(std::move(*read));
    }();
    return weights;
}

}  // namespace meerslag

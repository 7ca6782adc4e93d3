// Network: the sums, in plain words and in those of x86 processors with AVX2.
#include "engine/network.hpp"

#include <algorithm>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "engine/weights.hpp"

namespace meerslag {
namespace {

/// Tells `visit(place)` of every king's vector.
template <class Visit>
void visit_kings(const Position& position, Visit&& visit) {
    const Color us = position.side_to_move();
    const auto seen = [us](Square king) { return us == Color::White ? king : king.turned(); };
    for (const Square king : position.kings(us)) {
        visit(Network::vector_of(Network::KingOwner::Mover, seen(king)));
    }
    for (const Square king : position.kings(opposite(us))) {
        visit(Network::vector_of(Network::KingOwner::Opponent, seen(king)));
    }
}

std::int32_t in_weight_units(std::int64_t result) {
    return static_cast<std::int32_t>(result * kWeightUnits /
                                     (std::int64_t{Network::kActivity} * Network::kWeight));
}

std::int32_t cut(std::int32_t activity) { return std::clamp(activity, 0, Network::kMostActivity); }

std::int32_t evaluate_by_plain_words(const Network& net, const Position& position,
                                     const WindowStates& windows) {
    Network::FirstLayer first = net.first_bias;
    const auto add = [&net, &first](std::size_t place) {
        const Network::FirstLayer& vector = net.vectors[place].numbers;
        for (std::size_t i = 0; i < Network::kFirst; ++i) {
            first[i] = static_cast<std::int16_t>(first[i] + vector[i]);
        }
    };
    for (std::size_t w = 0; w < kWindowCount; ++w) add(Network::vector_of(w, windows[w]));
    visit_kings(position, add);
    for (std::int16_t& unit : first) unit = static_cast<std::int16_t>(cut(unit));
    std::int64_t result = net.result_bias;
    const auto sum_of = [&first](const Network::FirstLayer& weights) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < Network::kFirst; ++i) sum += first[i] * weights[i];
        return sum;
    };
    result += sum_of(net.result_of_first);
    for (std::size_t j = 0; j < Network::kSecond; ++j) {
        const std::int32_t sum = net.second_bias[j] + sum_of(net.second_weights[j]);
        result += std::int64_t{cut(sum / Network::kWeight)} * net.result_of_second[j];
    }
    return in_weight_units(result);
}

#if defined(__x86_64__)

constexpr std::size_t kLanes = 16;  // numbers of 16 bits in a register
constexpr std::size_t kRegisters = Network::kFirst / kLanes;
static_assert(Network::kFirst % kLanes == 0 && Network::kSecond % 8 == 0);

[[gnu::target("avx2")]] inline __m256i load(const std::int16_t* numbers) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(numbers));
}

/// Not std::array: g++ warns of attributes lost in a template's argument.
struct Registers {
    __m256i part[kRegisters];
};

/// Units by weights, in eight partial sums.
[[gnu::target("avx2")]] inline __m256i weighted(const Registers& units,
                                                const Network::FirstLayer& weights) {
    __m256i sum = _mm256_madd_epi16(units.part[0], load(weights.data()));
    for (std::size_t r = 1; r < kRegisters; ++r) {
        sum = _mm256_add_epi32(sum,
                               _mm256_madd_epi16(units.part[r], load(weights.data() + r * kLanes)));
    }
    return sum;
}

/// Eight sums in one register: that of each of the eight, lane by lane.
[[gnu::target("avx2")]] inline __m256i sums_of(const __m256i (&parts)[8]) {
    const __m256i a = _mm256_hadd_epi32(_mm256_hadd_epi32(parts[0], parts[1]),
                                        _mm256_hadd_epi32(parts[2], parts[3]));
    const __m256i b = _mm256_hadd_epi32(_mm256_hadd_epi32(parts[4], parts[5]),
                                        _mm256_hadd_epi32(parts[6], parts[7]));
    return _mm256_add_epi32(_mm256_permute2x128_si256(a, b, 0x20),
                            _mm256_permute2x128_si256(a, b, 0x31));
}

[[gnu::target("avx2")]] inline void add(Registers& sum, const Network::Vector& vector) {
    for (std::size_t r = 0; r < kRegisters; ++r) {
        sum.part[r] = _mm256_add_epi16(sum.part[r], load(vector.numbers.data() + r * kLanes));
    }
}

/// All windows without a loop, which leaves the sums in registers.
template <std::size_t... kWindow>
[[gnu::target("avx2")]] inline void add_windows(Registers& sum, const Network& net,
                                                const WindowStates& windows,
                                                std::index_sequence<kWindow...>) {
    const Network::Vector* const vectors = net.vectors.data();
    (add(sum, vectors[Network::vector_of(kWindow, windows[kWindow])]), ...);
}

[[gnu::target("avx2")]] std::int32_t evaluate_by_avx2(const Network& net, const Position& position,
                                                      const WindowStates& windows) {
    Registers first;
    for (std::size_t r = 0; r < kRegisters; ++r) first.part[r] = load(&net.first_bias[r * kLanes]);
    add_windows(first, net, windows, std::make_index_sequence<kWindowCount>());
    visit_kings(position, [&](std::size_t place) { add(first, net.vectors[place]); });
    const __m256i zero = _mm256_setzero_si256();
    const __m256i most = _mm256_set1_epi16(Network::kMostActivity);
    for (__m256i& units : first.part) units = _mm256_min_epi16(_mm256_max_epi16(units, zero), most);
    __m256i result = weighted(first, net.result_of_first);
    for (std::size_t j = 0; j < Network::kSecond; j += 8) {
        __m256i parts[8];
        for (std::size_t k = 0; k < 8; ++k) parts[k] = weighted(first, net.second_weights[j + k]);
        const __m256i bias =
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&net.second_bias[j]));
        // Below zero it is cut anyway, so that a shift is a division
        __m256i units = _mm256_max_epi32(_mm256_add_epi32(sums_of(parts), bias), zero);
        static_assert(Network::kWeight == 1 << 10);
        units = _mm256_min_epi32(_mm256_srli_epi32(units, 10),
                                 _mm256_set1_epi32(Network::kMostActivity));
        const __m256i weights = _mm256_cvtepi16_epi32(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(&net.result_of_second[j])));
        result = _mm256_add_epi32(result, _mm256_mullo_epi32(units, weights));
    }
    const __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(result), _mm256_extracti128_si256(result, 1));
    alignas(16) std::array<std::int32_t, 4> lanes;
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes.data()), half);
    return in_weight_units(std::int64_t{net.result_bias} + lanes[0] + lanes[1] + lanes[2] +
                           lanes[3]);
}

bool knows_avx2() {
    static const bool knows = __builtin_cpu_supports("avx2") != 0;
    return knows;
}

#endif

}  // namespace

Network::Network() : vectors(kVectors) {}

std::int32_t Network::evaluate(const Position& position, const WindowStates& windows) const {
#if defined(__x86_64__)
    if (knows_avx2()) return evaluate_by_avx2(*this, position, windows);
#endif
    return evaluate_by_plain_words(*this, position, windows);
}

std::int32_t Network::evaluate_plainly(const Position& position,
                                       const WindowStates& windows) const {
    return evaluate_by_plain_words(*this, position, windows);
}

}  // namespace meerslag

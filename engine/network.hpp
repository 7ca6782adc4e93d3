// Network: what the sums of single patterns cannot tell, by two small layers on top of vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "engine/patterns.hpp"

namespace meerslag {

/// A network of whole numbers. Every window's state and every king's square has a vector; their sum
/// and a bias, cut to 0..kMostActivity, are the first layer; sums of those by weights, cut alike,
/// the second; both layers by weights make the result. The position is seen by the side to move,
/// so the turned board with colours swapped has the same result. The same on every machine.
class Network {
public:
    static constexpr std::size_t kFirst = 64;         ///< units of the first layer
    static constexpr std::size_t kSecond = 16;        ///< units of the second
    static constexpr std::size_t kKingSquares = 100;  ///< 50 own, then the enemy's, by index()
    static constexpr std::size_t kVectors = kWindowCount * kWindowStates + kKingSquares;

    /// Unit of activities and of the numbers that sum up to them: 1/kActivity.
    static constexpr int kActivity = 256;
    static constexpr int kMostActivity = 4 * kActivity;
    /// Unit of the weights between layers: 1/kWeight. Of the result and its bias: 1/kActivity /
    /// kWeight man.
    static constexpr int kWeight = 1024;
    /// Bounds of the numbers, so that no sum leaves its type: bias, 18 windows and 40 kings stay
    /// within 16 bits, weighted sums within 32.
    static constexpr int kMostPart = 32767 / (1 + 18 + 40);
    static constexpr int kMostWeight = 16383;
    static constexpr int kMostBias = 1 << 28;

    /// All numbers 0: every position is worth 0.
    Network();

    /// The worth to the side to move, in 1/kWeightUnits man. `windows` are the side to move's.
    [[nodiscard]] std::int32_t evaluate(const Position& position,
                                        const WindowStates& windows) const;
    /// The same without the instructions that only some machines know.
    [[nodiscard]] std::int32_t evaluate_plainly(const Position& position,
                                                const WindowStates& windows) const;

    /// The place in `vectors` of a window's state.
    [[nodiscard]] static constexpr std::size_t vector_of(std::size_t window, std::size_t state) {
        return window * kWindowStates + state;
    }
    enum class KingOwner : std::uint8_t { Mover, Opponent };
    /// That of a king, on a square as the side to move sees it.
    [[nodiscard]] static constexpr std::size_t vector_of(KingOwner owner, Square seen) {
        return kWindowCount * kWindowStates + (owner == KingOwner::Mover ? 0 : 50) +
               static_cast<std::size_t>(seen.index());
    }

    using FirstLayer = std::array<std::int16_t, kFirst>;
    /// Vectors of kFirst numbers, lined up with the lines of the cache.
    struct alignas(64) Vector {
        FirstLayer numbers{};
        friend bool operator==(const Vector&, const Vector&) = default;
    };
    std::vector<Vector> vectors;  ///< kVectors elements
    alignas(64) FirstLayer first_bias{};
    alignas(64) std::array<FirstLayer, kSecond> second_weights{};
    std::array<std::int32_t, kSecond> second_bias{};
    alignas(64) FirstLayer result_of_first{};
    alignas(64) std::array<std::int16_t, kSecond> result_of_second{};
    std::int32_t result_bias = 0;

    friend bool operator==(const Network&, const Network&) = default;
};

}  // namespace meerslag

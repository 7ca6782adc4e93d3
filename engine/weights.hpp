// EvalWeights: the learned evaluation's numbers, and a position's worth by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"
#include "engine/network.hpp"
#include "engine/patterns.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// What is summed up beside the areas, each for the side to move minus the other side.
enum class Term : std::uint8_t {
    Tempo,         ///< 1: the turn to move
    Man,           ///< men
    HasKing,       ///< 1 if there is a king
    King,          ///< kings
    KingMobility,  ///< empty squares that the kings see, summed
    MainDiagonal,  ///< 1 if a king stands on it
    Imbalance,     ///< men on one wing more than on the other, beyond one
};
inline constexpr std::size_t kTermCount = 7;
using TermValues = std::array<int, kTermCount>;

[[nodiscard]] TermValues term_values(const Position& position);

/// How far a game has come: kPhaseMost at 40 pieces, 0 without any; weights are mixed by it.
inline constexpr int kPhaseMost = 40;
[[nodiscard]] int phase_of(const Position& position);

/// A weight in the opening and at the end of a game. Unit: 1/kWeightUnits man.
template <class T>
struct Phased {
    T early{};
    T late{};
    friend bool operator==(const Phased&, const Phased&) = default;
};
inline constexpr int kWeightUnits = 1600;

/// The learned evaluation: a linear part, of four tables of area states and a few terms, each with
/// two phases, and a network beside it. Symmetric under the half-turn with colours swapped. Integer
/// only.
class EvalWeights {
public:
    /// All weights 0: every position is level. Where learning begins.
    EvalWeights();

    /// The worth of `position` to the side to move.
    [[nodiscard]] Score evaluate(const Position& position) const;
    /// What the linear part gives to that, before the share for known draws. Unit: 1/kWeightUnits
    /// man.
    [[nodiscard]] std::int32_t linear_sum(const Position& position, const MenStates& states) const;

    using AreaTable = std::vector<Phased<std::int16_t>>;  // kAreaStates elements
    std::array<AreaTable, kAreaCount> areas;
    std::array<Phased<std::int32_t>, kTermCount> terms;
    Network network;
    /// How the weights were made: data, seeds, commit. One line or more, for people.
    std::string origin;

    /// Of all numbers; the origin does not count. It stands in the file too.
    [[nodiscard]] std::uint32_t checksum() const;
    /// The file form: a header with version, sizes and checksum, then the weights, compressed.
    [[nodiscard]] std::vector<std::byte> to_bytes() const;
    /// Errors: no such file, another version or size, a wrong checksum; in words.
    [[nodiscard]] static Expected<EvalWeights, std::string> from_bytes(
        std::span<const std::byte> bytes);
    [[nodiscard]] static Expected<EvalWeights, std::string> from_file(
        const std::filesystem::path& path);
    /// Whole or not at all: written beside the place, then moved there.
    [[nodiscard]] Expected<void, std::string> to_file(const std::filesystem::path& path) const;

    friend bool operator==(const EvalWeights&, const EvalWeights&) = default;
};

/// The weights that the program carries along. Unpacked at the first call, some 30 ms; shared
/// after. Thread: any.
[[nodiscard]] std::shared_ptr<const EvalWeights> embedded_weights();

}  // namespace meerslag

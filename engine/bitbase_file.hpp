// A slice of the endgame as bytes: format, checks, and reading where it lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engine/bitbase_index.hpp"
#include "engine/bitbase_solver.hpp"
#include "engine/outcome.hpp"

namespace meerslag {

/// Bytes, and what keeps them alive (null: they live as long as the program).
struct BitbaseImage {
    std::span<const std::uint8_t> bytes;
    std::shared_ptr<const void> owner;
};

/// How the positions of a slice, those with a capture included, end.
struct SliceCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    /// Plies; known where distances are kept.
    std::optional<int> longest_win;
    std::optional<int> longest_loss;

    [[nodiscard]] std::uint64_t positions() const { return wins + draws + losses; }
    friend bool operator==(const SliceCounts&, const SliceCounts&) = default;
};

[[nodiscard]] SliceCounts count_outcomes(const SolvedSlice& slice, SolveMode mode);

/// A whole slice file. The distances, if they are known, are kept too.
[[nodiscard]] std::vector<std::uint8_t> encode_slice(const SolvedSlice& slice, SolveMode mode,
                                                     int threads);

/// An opened slice: outcomes are read from the coded bytes where they lie. Only positions without a
/// capture are kept; what is said of the others means nothing.
///
/// Thread: all functions are safe from every thread, and none but the first win_plies waits.
class BitbaseSlice {
public:
    enum class Check : std::uint8_t { HeaderAndIndex, Everything };

    /// Opens the slice that `image` begins with.
    /// Errors: says what is wrong with the bytes. With Check::Everything no changed bit passes.
    [[nodiscard]] static Expected<BitbaseSlice, std::string> open(BitbaseImage image, Check check);

    BitbaseSlice(BitbaseSlice&&) noexcept;
    BitbaseSlice& operator=(BitbaseSlice&&) noexcept;
    ~BitbaseSlice();

    [[nodiscard]] const BitbaseIndex& index() const { return index_; }
    [[nodiscard]] const Material& material() const { return index_.material(); }
    [[nodiscard]] const SliceCounts& counts() const { return counts_; }
    /// Of the whole file.
    [[nodiscard]] std::uint64_t byte_size() const { return byte_size_; }

    /// Requires: index < index().size().
    /// Cost:     two or three random reads of memory.
    [[nodiscard]] Outcome outcome_at(std::uint64_t index) const;

    [[nodiscard]] bool has_distances() const { return distances_ != nullptr; }
    /// Plies to the end of a won position. Requires: has_distances(), the outcome is a win.
    /// Cost: the first call unpacks the distances of the slice, some milliseconds.
    [[nodiscard]] int win_plies_at(std::uint64_t index) const;

private:
    struct Distances;

    explicit BitbaseSlice(const Material& material);
    [[nodiscard]] std::uint64_t block_start(std::uint64_t block) const;

    BitbaseIndex index_;
    SliceCounts counts_;
    std::uint64_t byte_size_ = 0;
    std::span<const std::uint8_t> block_index_;
    std::span<const std::uint8_t> code_;
    std::unique_ptr<Distances> distances_;  // null: none are kept
    std::shared_ptr<const void> owner_;
};

}  // namespace meerslag

// What a collection of games looks like: results, lengths, openings.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "core/pdn_game.hpp"

namespace meerslag {

/// Counts of the results, in the order of PdnResult.
struct ResultCounts {
    std::array<std::uint64_t, 6> counts{};

    void add(PdnResult result) { ++counts[static_cast<std::size_t>(result)]; }
    [[nodiscard]] std::uint64_t of(PdnResult result) const {
        return counts[static_cast<std::size_t>(result)];
    }
    [[nodiscard]] std::uint64_t total() const;
};

/// So many different openings take some 400 MB if they are long.
inline constexpr std::size_t kMostKeptOpenings = 1'000'000;

/// Cost: memory for each different opening that is kept.
class PdnStatistics {
public:
    /// An opening is the first `opening_plies` moves from the usual start. Once `most_kept`
    /// different ones are known, others are only counted.
    explicit PdnStatistics(std::size_t opening_plies, std::size_t most_kept = kMostKeptOpenings)
        : opening_plies_(opening_plies), most_kept_(most_kept) {}

    void add(const PdnGame& game);

    /// A report for people, with the `most_openings` most frequent openings.
    [[nodiscard]] std::string text(std::size_t most_openings) const;
    /// The same as one JSON object on one line.
    [[nodiscard]] std::string json(std::size_t most_openings) const;

private:
    struct Opening {
        std::string moves;
        ResultCounts results;
    };
    [[nodiscard]] std::vector<Opening> most_frequent(std::size_t most) const;
    [[nodiscard]] double mean_plies() const;
    [[nodiscard]] std::uint64_t median_plies() const;

    std::size_t opening_plies_;
    std::size_t most_kept_;
    std::uint64_t games_ = 0;
    std::uint64_t skipped_ = 0;
    std::uint64_t cut_short_ = 0;
    std::uint64_t other_starts_ = 0;
    ResultCounts results_;
    std::map<std::size_t, std::uint64_t> games_of_length_;  // by plies
    std::map<std::string, ResultCounts> openings_;          // by moves
    std::uint64_t other_openings_ = 0;                      // games with one that is not kept
};

}  // namespace meerslag

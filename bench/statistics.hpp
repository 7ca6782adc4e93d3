// What the games of a match say about two engines: Elo, normalised Elo, intervals, and SPRT.
//
// Games are played in pairs, the same opening with colours swapped. The two games of a pair are not
// independent (the opening may favour a side), pairs are. So the pair is what is counted: its five
// results make the "pentanomial" counts, and every variance here is that of pairs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace meerslag {

/// Results of games, seen from the first engine. Shape: losses, draws, wins (points 0, 1/2, 1).
struct GameCounts {
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::uint64_t wins = 0;

    [[nodiscard]] std::uint64_t total() const { return losses + draws + wins; }
    friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

/// Results of pairs, seen from the first engine. Shape: pairs with 0, 1/2, 1, 3/2 and 2 points.
struct PairCounts {
    std::array<std::uint64_t, 5> pairs{};

    [[nodiscard]] std::uint64_t total() const;
    friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

/// A figure with its 95 % interval. Parts are infinite when the games set no limit (all results are
/// equal), and NaN when there are no games.
struct Estimate {
    double value;
    double low;
    double high;
};

/// Logistic Elo: the expected score is 1 / (1 + 10^(-elo / 400)).
[[nodiscard]] Estimate elo(const GameCounts& counts);
[[nodiscard]] Estimate elo(const PairCounts& counts);

/// Normalised Elo: (mean score - 1/2) / (standard deviation of a game) * 800 / ln 10. It measures
/// how many games show the difference, so it means the same at any share of draws.
/// Source: M. Van den Bergh, "Normalized Elo"; the unit is fishtest's.
[[nodiscard]] Estimate normalized_elo(const GameCounts& counts);
[[nodiscard]] Estimate normalized_elo(const PairCounts& counts);

/// Likelihood of superiority: how probable it is that the first engine is the stronger one.
[[nodiscard]] double likelihood_of_superiority(const GameCounts& counts);
[[nodiscard]] double likelihood_of_superiority(const PairCounts& counts);

/// A sequential test between two strengths, in normalised Elo.
struct SprtSettings {
    double elo0 = 0;      ///< H0: the strength is at most this
    double elo1 = 3;      ///< H1: the strength is at least this; above elo0
    double alpha = 0.05;  ///< accepted rate of passing at elo0
    double beta = 0.05;   ///< accepted rate of failing at elo1

    /// Log-likelihood ratios at which H0 and H1 are accepted.
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;
    friend bool operator==(const SprtSettings&, const SprtSettings&) = default;
};

enum class SprtVerdict : std::uint8_t { Continue, AcceptH0, AcceptH1 };

[[nodiscard]] std::string_view to_string(SprtVerdict verdict);

/// Generalised log-likelihood ratio of elo1 against elo0: the likelihood of the counts under the
/// best-fitting distribution with either strength. 0 without pairs.
[[nodiscard]] double log_likelihood_ratio(const PairCounts& counts, const SprtSettings& settings);

[[nodiscard]] SprtVerdict verdict(double log_likelihood_ratio, const SprtSettings& settings);

}  // namespace meerslag

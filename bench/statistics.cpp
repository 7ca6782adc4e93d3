// Elo, normalised Elo, intervals and SPRT from counts of pairs.
#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

namespace meerslag {
namespace {

/// Two-sided 95 % point of the normal distribution.
constexpr double kNormal95 = 1.959963984540054;

/// Elo per unit of (mean - 1/2) / sigma. Unit: Elo, from the slope of the logistic curve at 1/2.
constexpr double kNormalizedUnit = 800 / std::numbers::ln10;

/// Counts of results that are equally spaced from 0 to 1, and how many games make one result.
struct Sample {
    std::span<const std::uint64_t> counts;
    int games_per_result;

    [[nodiscard]] double value(std::size_t i) const {
        return static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    }
};

/// Moments of a sample; `skewness` and `kurtosis` are standardised.
struct Moments {
    double size = 0;
    double mean = 0;
    double variance = 0;
    double skewness = 0;
    double kurtosis = 0;
};

Moments moments(const Sample& sample) {
    Moments result;
    for (std::size_t i = 0; i < sample.counts.size(); ++i) {
        result.size += static_cast<double>(sample.counts[i]);
        result.mean += static_cast<double>(sample.counts[i]) * sample.value(i);
    }
    if (result.size == 0) return result;
    result.mean /= result.size;
    double third = 0;
    double fourth = 0;
    for (std::size_t i = 0; i < sample.counts.size(); ++i) {
        const double share = static_cast<double>(sample.counts[i]) / result.size;
        const double d = sample.value(i) - result.mean;
        result.variance += share * d * d;
        third += share * d * d * d;
        fourth += share * d * d * d * d;
    }
    if (result.variance > 0) {
        result.skewness = third / std::pow(result.variance, 1.5);
        result.kurtosis = fourth / (result.variance * result.variance);
    }
    return result;
}

constexpr Estimate kUnknown{std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::quiet_NaN()};

double elo_of_score(double score) {
    if (score <= 0) return -std::numeric_limits<double>::infinity();
    if (score >= 1) return std::numeric_limits<double>::infinity();
    return 400 * std::log10(score / (1 - score));
}

/// For results that are all equal: a difference of any size is possible.
Estimate unlimited(double value) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {value, -infinity, infinity};
}

Estimate elo_of(const Sample& sample) {
    const Moments m = moments(sample);
    if (m.size == 0) return kUnknown;
    if (m.variance == 0) return unlimited(elo_of_score(m.mean));
    const double margin = kNormal95 * std::sqrt(m.variance / m.size);
    return {elo_of_score(m.mean), elo_of_score(m.mean - margin), elo_of_score(m.mean + margin)};
}

Estimate normalized_elo_of(const Sample& sample) {
    const Moments m = moments(sample);
    if (m.size == 0) return kUnknown;
    if (m.variance == 0) {
        const double infinity = std::numeric_limits<double>::infinity();
        return unlimited(m.mean == 0.5 ? 0 : std::copysign(infinity, m.mean - 0.5));
    }
    // The mean of a result of n games varies sqrt(n) times less than a game.
    const double unit = kNormalizedUnit / std::sqrt(static_cast<double>(sample.games_per_result));
    const double t = (m.mean - 0.5) / std::sqrt(m.variance);
    // Delta method on mean / sigma, both estimated from the same sample.
    const double spread = 1 - t * m.skewness + t * t * (m.kurtosis - 1) / 4;
    const double margin = kNormal95 * std::sqrt(std::max(0.0, spread) / m.size);
    return {unit * t, unit * (t - margin), unit * (t + margin)};
}

double superiority_of(const Sample& sample) {
    const Moments m = moments(sample);
    if (m.size == 0 || m.mean == 0.5) return 0.5;
    if (m.variance == 0) {
        // Their spread is not known. Were each result of a pair as likely for either side, n alike
        // would come up once in 2^n; with every likelihood of that as credible, once in 2^(n + 1).
        const double doubt = std::exp2(-(m.size + 1));
        return m.mean > 0.5 ? 1 - doubt : doubt;
    }
    return std::erfc(-(m.mean - 0.5) / std::sqrt(2 * m.variance / m.size)) / 2;
}

std::array<std::uint64_t, 3> shape(const GameCounts& counts) {
    return {counts.losses, counts.draws, counts.wins};
}

using Distribution = std::array<double, 5>;

constexpr Distribution kPairValues{0, 0.25, 0.5, 0.75, 1};

/// The distribution p that fits `observed` best (most sum of observed * ln p) among those in which
/// sum of p * a is 0: p = observed / (1 + theta * a), with the theta that makes it so.
///
/// Requires: `a` has values of both signs, every `observed` is above 0.
Distribution best_fit_with_zero_mean(const Distribution& observed, const Distribution& a) {
    const auto [least, most] = std::minmax_element(a.begin(), a.end());
    // p stays positive strictly between these; there the mean of a falls as theta grows.
    double low = -1 / *most;
    double high = -1 / *least;
    double theta = 0;
    for (int step = 0; step < 100; ++step) {
        double mean = 0;
        double slope = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double share = a[i] / (1 + theta * a[i]);
            mean += observed[i] * share;
            slope -= observed[i] * share * share;
        }
        (mean > 0 ? low : high) = theta;
        // Newton, and halving where it would leave the interval.
        const double next = theta - mean / slope;
        const double before = theta;
        theta = next > low && next < high ? next : (low + high) / 2;
        if (std::abs(theta - before) <= 1e-13 * (1 + std::abs(theta))) break;
    }
    Distribution result{};
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = observed[i] / (1 + theta * a[i]);
    return result;
}

/// The distribution that fits `observed` best among those with (mean - 1/2) / sigma = `t`.
///
/// The constraint is not linear in p, so it is replaced by its tangent at the last p, where the fit
/// is easy, until p stays. With c(p) = mean - 1/2 - t * sigma and
/// sigma ~ sigma_k / 2 + sum of p * (x - mean_k)^2 / (2 sigma_k), the tangent is sum of p * a = 0.
Distribution best_fit_with_strength(const Distribution& observed, double t) {
    Distribution p = observed;
    for (int step = 0; step < 50; ++step) {
        double mean = 0;
        for (std::size_t i = 0; i < p.size(); ++i) mean += p[i] * kPairValues[i];
        double variance = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            variance += p[i] * (kPairValues[i] - mean) * (kPairValues[i] - mean);
        }
        const double sigma = std::sqrt(variance);
        Distribution a{};
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double z = (kPairValues[i] - mean) / sigma;
            a[i] = kPairValues[i] - 0.5 - t * sigma / 2 * (1 + z * z);
        }
        const auto [least, most] = std::minmax_element(a.begin(), a.end());
        if (*least >= 0 || *most <= 0) break;  // no distribution has that strength
        const Distribution next = best_fit_with_zero_mean(observed, a);
        double change = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            change = std::max(change, std::abs(next[i] - p[i]));
        }
        p = next;
        if (change < 1e-10) break;
    }
    return p;
}

}  // namespace

std::uint64_t PairCounts::total() const {
    return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

Estimate elo(const GameCounts& counts) { return elo_of({shape(counts), 1}); }
Estimate elo(const PairCounts& counts) { return elo_of({counts.pairs, 2}); }

Estimate normalized_elo(const GameCounts& counts) { return normalized_elo_of({shape(counts), 1}); }
Estimate normalized_elo(const PairCounts& counts) { return normalized_elo_of({counts.pairs, 2}); }

double likelihood_of_superiority(const GameCounts& counts) {
    return superiority_of({shape(counts), 1});
}
double likelihood_of_superiority(const PairCounts& counts) {
    return superiority_of({counts.pairs, 2});
}

// Wald's bounds.
double SprtSettings::lower_bound() const { return std::log(beta / (1 - alpha)); }
double SprtSettings::upper_bound() const { return std::log((1 - beta) / alpha); }

std::string_view to_string(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::Continue: return "continue";
        case SprtVerdict::AcceptH0: return "H0";
        case SprtVerdict::AcceptH1: return "H1";
    }
    std::abort();
}

double log_likelihood_ratio(const PairCounts& counts, const SprtSettings& settings) {
    if (counts.total() == 0) return 0;
    // A result that has not been seen yet is not impossible: without this grain, a handful of equal
    // pairs would leave no distribution that has the strengths asked about.
    constexpr double kUnseen = 1e-3;  // Unit: pairs
    Distribution observed{};
    double total = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        observed[i] = counts.pairs[i] == 0 ? kUnseen : static_cast<double>(counts.pairs[i]);
        total += observed[i];
    }
    for (double& share : observed) share /= total;
    // Normalised Elo is of games; a pair's mean varies sqrt(2) times less.
    const double unit = std::numbers::sqrt2 / kNormalizedUnit;
    const Distribution p0 = best_fit_with_strength(observed, settings.elo0 * unit);
    const Distribution p1 = best_fit_with_strength(observed, settings.elo1 * unit);
    double ratio = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        ratio += observed[i] * std::log(p1[i] / p0[i]);
    }
    return total * ratio;
}

SprtVerdict verdict(double log_likelihood_ratio, const SprtSettings& settings) {
    if (log_likelihood_ratio >= settings.upper_bound()) return SprtVerdict::AcceptH1;
    if (log_likelihood_ratio <= settings.lower_bound()) return SprtVerdict::AcceptH0;
    return SprtVerdict::Continue;
}

}  // namespace meerslag

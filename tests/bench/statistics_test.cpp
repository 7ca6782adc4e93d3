// Elo, intervals and SPRT against values worked out elsewhere.
#include "bench/statistics.hpp"

#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using Catch::Matchers::WithinAbs;

namespace {

void check_estimate(const Estimate& estimate, double value, double low, double high) {
    CHECK_THAT(estimate.value, WithinAbs(value, 0.005));
    CHECK_THAT(estimate.low, WithinAbs(low, 0.005));
    CHECK_THAT(estimate.high, WithinAbs(high, 0.005));
}

using Distribution = std::array<double, 5>;

/// Shares of pairs as they come about in draughts, four draws in five: 3 pairs in 5 are even.
constexpr Distribution kEvenMatch{0.01, 0.15, 0.68, 0.15, 0.01};

/// kEvenMatch shifted towards the first engine until its normalised Elo is `elo`.
Distribution match_of_strength(double elo) {
    Distribution p{};
    double low = -2;
    double high = 2;
    for (int step = 0; step < 60; ++step) {
        const double tilt = (low + high) / 2;
        double sum = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] = kEvenMatch[i] * std::exp(tilt * (static_cast<double>(i) - 2));
            sum += p[i];
        }
        double mean = 0;
        double square = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] /= sum;
            mean += p[i] * static_cast<double>(i) / 4;
            square += p[i] * static_cast<double>(i * i) / 16;
        }
        const double t = (mean - 0.5) / std::sqrt(2 * (square - mean * mean));
        (t * 800 / std::log(10.0) < elo ? low : high) = tilt;
    }
    return p;
}

std::size_t draw(const Distribution& distribution, SplitMix64& random) {
    double left = static_cast<double>(random.next() >> 11) * 0x1p-53;
    for (std::size_t i = 0; i + 1 < distribution.size(); ++i) {
        left -= distribution[i];
        if (left < 0) return i;
    }
    return distribution.size() - 1;
}

struct Simulation {
    int passed = 0;
    int runs = 0;
    double mean_pairs = 0;

    [[nodiscard]] double rate() const {
        return static_cast<double>(passed) / static_cast<double>(runs);
    }
};

/// Runs the test `runs` times on matches of the given strength.
Simulation simulate(const SprtSettings& settings, double elo, int runs, std::uint64_t seed) {
    const Distribution distribution = match_of_strength(elo);
    SplitMix64 random{seed};
    Simulation result;
    result.runs = runs;
    for (int run = 0; run < runs; ++run) {
        PairCounts counts;
        SprtVerdict now = SprtVerdict::Continue;
        while (now == SprtVerdict::Continue) {
            ++counts.pairs[draw(distribution, random)];
            now = verdict(log_likelihood_ratio(counts, settings), settings);
        }
        if (now == SprtVerdict::AcceptH1) ++result.passed;
        result.mean_pairs += static_cast<double>(counts.total()) / static_cast<double>(runs);
    }
    return result;
}

}  // namespace

TEST_CASE("Elo of 60 wins, 30 draws, 10 losses", "[bench][statistics]") {
    // Mean 3/4, so 400 log10(3); variance 0.6 / 16 + 0.3 / 16 + 0.1 * 9 / 16 = 0.1125.
    const GameCounts counts{10, 30, 60};
    check_estimate(elo(counts), 190.849, 134.357, 258.447);
    // 0.25 / sqrt(0.1125) * 800 / ln 10
    check_estimate(normalized_elo(counts), 258.963, 162.958, 354.968);
    CHECK(likelihood_of_superiority(counts) > 0.999999);
}

TEST_CASE("Elo of pairs takes the variance of pairs", "[bench][statistics]") {
    const PairCounts counts{{11, 481, 6120, 592, 13}};
    check_estimate(elo(counts), 2.768, 1.156, 4.380);
    check_estimate(normalized_elo(counts), 9.734, 4.076, 15.393);
    CHECK_THAT(likelihood_of_superiority(counts), WithinAbs(0.999619, 1e-6));
}

TEST_CASE("an even match is worth nothing", "[bench][statistics]") {
    const PairCounts counts{{10, 20, 40, 20, 10}};
    CHECK_THAT(elo(counts).value, WithinAbs(0, 1e-12));
    CHECK_THAT(elo(counts).low + elo(counts).high, WithinAbs(0, 1e-9));
    CHECK_THAT(normalized_elo(counts).value, WithinAbs(0, 1e-12));
    CHECK_THAT(likelihood_of_superiority(counts), WithinAbs(0.5, 1e-12));
    CHECK_THAT(log_likelihood_ratio(counts, {-7, 7, 0.05, 0.05}), WithinAbs(0, 1e-9));
}

TEST_CASE("a match without losses or without games has no finite Elo", "[bench][statistics]") {
    const PairCounts all_won{{0, 0, 0, 0, 5}};
    CHECK(elo(all_won).value == std::numeric_limits<double>::infinity());
    CHECK(normalized_elo(all_won).value == std::numeric_limits<double>::infinity());
    CHECK_THAT(likelihood_of_superiority(all_won), WithinAbs(1 - 1.0 / 64, 1e-12));
    CHECK_THAT(likelihood_of_superiority(PairCounts{{0, 1, 0, 0, 0}}), WithinAbs(0.25, 1e-12));
    CHECK(std::isfinite(log_likelihood_ratio(all_won, {0, 10, 0.05, 0.05})));
    CHECK(std::isnan(elo(PairCounts{}).value));
    CHECK(log_likelihood_ratio(PairCounts{}, {0, 10, 0.05, 0.05}) == 0);
}

TEST_CASE("only draws tell a test nothing", "[bench][statistics]") {
    const double llr = log_likelihood_ratio({{0, 0, 1000, 0, 0}}, {0, 10, 0.05, 0.05});
    CHECK_THAT(llr, WithinAbs(0, 0.01));
    CHECK(normalized_elo(PairCounts{{0, 0, 1000, 0, 0}}).value == 0);
}

TEST_CASE("the log-likelihood ratio is that of the best-fitting distributions",
          "[bench][statistics]") {
    // Expected: a maximisation over the standard deviation, for each the fit with given mean and
    // variance by its convex dual; another way than the one under test.
    const auto llr = [](const PairCounts& counts, double elo0, double elo1) {
        return log_likelihood_ratio(counts, {elo0, elo1, 0.05, 0.05});
    };
    CHECK_THAT(llr({{11, 481, 6120, 592, 13}}, 0, 10), WithinAbs(5.658438760, 1e-6));
    CHECK_THAT(llr({{3, 20, 50, 22, 5}}, 0, 30), WithinAbs(0.107848907, 1e-6));
    CHECK_THAT(llr({{30, 20, 5, 15, 40}}, -20, 60), WithinAbs(0.027439180, 1e-6));
    CHECK_THAT(llr({{0, 2, 30, 9, 0}}, 0, 50), WithinAbs(1.820558002, 1e-6));
}

TEST_CASE("the bounds of a test are Wald's", "[bench][statistics]") {
    const SprtSettings settings{0, 3, 0.05, 0.05};
    CHECK_THAT(settings.upper_bound(), WithinAbs(std::log(19.0), 1e-12));
    CHECK_THAT(settings.lower_bound(), WithinAbs(-std::log(19.0), 1e-12));
    CHECK(verdict(2.95, settings) == SprtVerdict::AcceptH1);
    CHECK(verdict(-2.95, settings) == SprtVerdict::AcceptH0);
    CHECK(verdict(0, settings) == SprtVerdict::Continue);
    const SprtSettings strict{0, 3, 0.01, 0.1};
    CHECK_THAT(strict.upper_bound(), WithinAbs(std::log(90.0), 1e-12));
    CHECK_THAT(strict.lower_bound(), WithinAbs(std::log(0.1 / 0.99), 1e-12));
}

// The error rates are at most alpha and beta but for the last step's overshoot, which makes them
// smaller; 500 runs of a rate of 0.05 spread by 0.01.
TEST_CASE("a test is wrong as often as it is told", "[bench][statistics]") {
    const SprtSettings settings{0, 60, 0.05, 0.05};
    CHECK(simulate(settings, 0, 500, 1).rate() <= 0.08);
    CHECK(simulate(settings, 60, 500, 2).rate() >= 0.92);
}

TEST_CASE("a test with the project's bounds is wrong as often as it is told",
          "[bench][statistics][.slow]") {
    const SprtSettings settings{0, 10, 0.05, 0.05};
    const Simulation equal = simulate(settings, 0, 1000, 3);
    const Simulation better = simulate(settings, 10, 1000, 4);
    const Simulation between = simulate(settings, 5, 200, 5);
    WARN("pass rate at elo0 " << equal.rate() << " in " << equal.mean_pairs << " pairs, at elo1 "
                              << better.rate() << " in " << better.mean_pairs << ", halfway "
                              << between.rate() << " in " << between.mean_pairs);
    CHECK(equal.rate() >= 0.025);
    CHECK(equal.rate() <= 0.075);
    CHECK(better.rate() >= 0.925);
    CHECK(better.rate() <= 0.975);
}

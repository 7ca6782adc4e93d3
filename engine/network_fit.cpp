// The network's fit: Adagrad in small batches, beside a linear part that stays as it is.
#include "engine/network_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "core/random.hpp"
#include "engine/fit_loss.hpp"
#include "engine/known_draws.hpp"
#include "engine/spin_barrier.hpp"

namespace meerslag {
namespace {

constexpr std::size_t kFirst = Network::kFirst;
constexpr std::size_t kSecond = Network::kSecond;
constexpr std::size_t kBatch = 16;
constexpr std::size_t kMostThreads = 4;
static_assert(kFirst % kMostThreads == 0);
/// The layers' weights, which every position moves, take smaller steps than the vectors.
constexpr float kLayerStep = 0.3F;
/// Of the pull towards 0, a step: more pulls small data down more than it learns.
constexpr double kMostDecay = 1e-4;

constexpr float kMostActivity = static_cast<float>(Network::kMostActivity) / Network::kActivity;
constexpr float kMostPart = static_cast<float>(Network::kMostPart) / Network::kActivity;
constexpr float kMostWeight = static_cast<float>(Network::kMostWeight) / Network::kWeight;

using First = std::array<float, kFirst>;
using Second = std::array<float, kSecond>;

float cut(float activity) { return std::clamp(activity, 0.0F, kMostActivity); }
bool is_moving(float activity) { return activity > 0 && activity < kMostActivity; }

/// A position ready to learn from, as the side to move sees it.
struct Sample {
    WindowStates windows;
    Bitboard own_kings, enemy_kings;
    float linear;                            ///< before it is shared out; unit: men
    std::uint8_t share_ahead, share_behind;  ///< of the score, see share_of_score
    float target;
    float weight;

    [[nodiscard]] float share(float men) const {
        return static_cast<float>(men > 0 ? share_ahead : share_behind) / kWholeShare;
    }
};

Bitboard seen_by(Color viewer, Bitboard squares) {
    if (viewer == Color::White) return squares;
    Bitboard seen;
    for (const Square square : squares) seen.add(square.turned());
    return seen;
}

static_assert(UpcomingSamples<Sample>::kStretch % kBatch == 0);

/// What the linear part says of a position, before it is shared out. Unit: men.
float linear_of(const Position& position, const EvalWeights& weights) {
    const MenStates states = states_of({position.men(Color::White), position.men(Color::Black)},
                                       position.side_to_move());
    return static_cast<float>(weights.linear_sum(position, states)) /
           static_cast<float>(kWeightUnits);
}

Sample sample_of(const TrainingPosition& entry, float linear, const FitOptions& options) {
    const Position& position = entry.position;
    const Color us = position.side_to_move();
    const MenStates states =
        states_of({position.men(Color::White), position.men(Color::Black)}, us);
    Sample sample{};
    sample.windows = states.windows;
    sample.own_kings = seen_by(us, position.kings(us));
    sample.enemy_kings = seen_by(us, position.kings(opposite(us)));
    sample.linear = linear;
    sample.share_ahead = static_cast<std::uint8_t>(share_of_score(position, us));
    sample.share_behind = static_cast<std::uint8_t>(share_of_score(position, opposite(us)));
    sample.target = target_of(entry, options);
    const float score = static_cast<float>(entry.score.value()) / 100;
    const float off = sample.linear * sample.share(sample.linear) - score;
    const bool is_far = std::abs(off) * 100 > static_cast<float>(options.tactical_margin);
    sample.weight =
        weight_of(entry, options) * (is_far ? static_cast<float>(options.tactical_weight) : 1.0F);
    return sample;
}

/// A number that is learned and Adagrad's sum of its squared gradients.
struct Cell {
    float value = 0;
    float squares = kFirstCurvature;

    void learn(float gradient, float step, float most) {
        descend(value, squares, gradient, step);
        value = std::clamp(value, -most, most);
    }
};

/// The same for a vector, apart, so that one instruction works on several.
struct VectorCells {
    alignas(64) First values{};
    alignas(64) First squares = [] {
        First all;
        all.fill(kFirstCurvature);
        return all;
    }();
};

/// The network in fractions, and passes over the samples.
///
/// Each thread owns some units of the first layer, and works out its part of the samples, some
/// batches ahead. For a batch, every thread sums up its units of
/// all samples; when all have, each works out the errors of some samples; when all have, each takes
/// what belongs to its units a step down, and goes on to the next batch's sums, which need its own
/// units alone. So nothing is written by two threads, and the order of additions does not depend on
/// their number.
class Fitter {
public:
    /// `count`: how many of the positions will be learned from in a pass. `linear`: what the linear
    /// part says of each of them.
    Fitter(const Network& start, std::span<const PackedPosition> positions,
           std::span<const float> linear, std::size_t count, const FitOptions& options)
        : options_(options),
          positions_(positions),
          linear_(linear),
          decay_(static_cast<float>(std::min(
              kMostDecay,
              options.network_decay / static_cast<double>(std::max<std::size_t>(count, 1))))),
          vectors_(Network::kVectors) {
        if (start == Network{}) {
            begin_at_random();
        } else {
            begin_with(start);
        }
        for (std::size_t i = 0; i < kFirst; ++i) {
            for (std::size_t j = 0; j < kSecond; ++j) copy_second_weight(i, j);
        }
    }

    /// One pass over `positions` in the given order, or, with a step of 0, a measurement. Returns:
    /// the mean loss on the way.
    double pass(const std::vector<std::uint32_t>& order, double step) {
        const auto threads =
            std::clamp<std::size_t>(static_cast<std::size_t>(options_.threads), 1, kMostThreads);
        SpinBarrier barrier{static_cast<int>(threads)};
        LossSum loss;
        const auto make = [&](std::uint32_t i) {
            return sample_of(positions_[i].unpacked(), linear_[i], options_);
        };
        const auto work = [&](std::size_t thread) {
            const std::size_t from = kFirst * thread / threads;
            const std::size_t to = kFirst * (thread + 1) / threads;
            for (std::size_t begin = 0; begin < order.size(); begin += kBatch) {
                const std::size_t count = std::min(kBatch, order.size() - begin);
                const auto sample = [&](std::size_t i) -> const Sample& {
                    return upcoming_[begin + i];
                };
                if (begin % UpcomingSamples<Sample>::kStretch == 0) {
                    upcoming_.work_out(positions_, order, begin, thread, threads, make);
                    barrier.arrive_and_wait();
                }
                for (std::size_t i = 0; i < count; ++i) sum_up(sample(i), batch_[i], from, to);
                barrier.arrive_and_wait();
                for (std::size_t i = thread; i < count; i += threads) {
                    find_error(sample(i), batch_[i]);
                }
                barrier.arrive_and_wait();
                if (thread == 0) {
                    for (std::size_t i = 0; i < count; ++i) {
                        loss.add(batch_[i].guess, sample(i).target, sample(i).weight);
                    }
                }
                if (step <= 0) continue;
                const auto pace = static_cast<float>(step);
                for (std::size_t i = 0; i < count; ++i) {
                    learn_vectors(sample(i), batch_[i], from, to, pace);
                }
                learn_first(count, from, to, pace);
                if (thread == 0) learn_second(count, pace);
            }
        };
        {
            std::vector<std::jthread> others;
            for (std::size_t thread = 1; thread < threads; ++thread) {
                others.emplace_back(work, thread);
            }
            work(0);
        }
        return loss.mean();
    }

    void write_to(Network& network) const {
        const auto whole = [](float value, int unit) {
            return static_cast<std::int32_t>(std::lround(value * static_cast<float>(unit)));
        };
        const auto part = [&whole](float value) {
            return static_cast<std::int16_t>(whole(value, Network::kActivity));
        };
        const auto weight = [&whole](const Cell& cell) {
            return static_cast<std::int16_t>(whole(cell.value, Network::kWeight));
        };
        constexpr int kSumUnit = Network::kActivity * Network::kWeight;
        for (std::size_t v = 0; v < Network::kVectors; ++v) {
            std::ranges::transform(vectors_[v].values, network.vectors[v].numbers.begin(), part);
        }
        for (std::size_t i = 0; i < kFirst; ++i) {
            network.first_bias[i] = part(first_bias_[i].value);
            network.result_of_first[i] = weight(result_of_first_[i]);
        }
        for (std::size_t j = 0; j < kSecond; ++j) {
            for (std::size_t i = 0; i < kFirst; ++i) {
                network.second_weights[j][i] = weight(second_weights_[i][j]);
            }
            network.second_bias[j] = whole(second_bias_[j].value, kSumUnit);
            network.result_of_second[j] = weight(result_of_second_[j]);
        }
        network.result_bias = whole(result_bias_.value, kSumUnit);
    }

private:
    /// What a batch holds of each sample.
    struct Work {
        alignas(64) First sums, activities;
        alignas(64) First errors;  ///< of the sums: the loss's gradient
        Second second, second_errors;
        float error;  ///< of the result
        float guess;
    };

    void begin_at_random() {
        SplitMix64 random{options_.seed};
        const auto within = [&random](float most) {
            constexpr std::uint32_t kHalf = 1 << 19;
            return (static_cast<float>(random.below(2 * kHalf)) / kHalf - 1) * most;
        };
        for (VectorCells& vector : vectors_) {
            for (float& value : vector.values) value = within(0.05F);
        }
        for (std::size_t i = 0; i < kFirst; ++i) {
            first_bias_[i].value = 0.3F;
            result_of_first_[i].value = i % 2 == 0 ? -0.1F : 0.1F;
        }
        for (std::size_t j = 0; j < kSecond; ++j) {
            for (auto& weights : second_weights_) weights[j].value = within(0.3F);
            second_bias_[j].value = 0.3F;
            result_of_second_[j].value = j % 2 == 0 ? -0.25F : 0.25F;
        }
    }

    void begin_with(const Network& start) {
        const auto fraction = [](std::int32_t number, int unit) {
            return static_cast<float>(number) / static_cast<float>(unit);
        };
        constexpr int kSumUnit = Network::kActivity * Network::kWeight;
        for (std::size_t v = 0; v < Network::kVectors; ++v) {
            for (std::size_t i = 0; i < kFirst; ++i) {
                vectors_[v].values[i] = fraction(start.vectors[v].numbers[i], Network::kActivity);
            }
        }
        for (std::size_t i = 0; i < kFirst; ++i) {
            first_bias_[i].value = fraction(start.first_bias[i], Network::kActivity);
            result_of_first_[i].value = fraction(start.result_of_first[i], Network::kWeight);
        }
        for (std::size_t j = 0; j < kSecond; ++j) {
            for (std::size_t i = 0; i < kFirst; ++i) {
                second_weights_[i][j].value =
                    fraction(start.second_weights[j][i], Network::kWeight);
            }
            second_bias_[j].value = fraction(start.second_bias[j], kSumUnit);
            result_of_second_[j].value = fraction(start.result_of_second[j], Network::kWeight);
        }
        result_bias_.value = fraction(start.result_bias, kSumUnit);
    }

    void copy_second_weight(std::size_t i, std::size_t j) {
        second_values_[i][j] = second_turned_[j][i] = second_weights_[i][j].value;
    }

    template <class Visit>
    static void visit_vectors(const Sample& sample, Visit&& visit) {
        for (std::size_t w = 0; w < kWindowCount; ++w) {
            visit(Network::vector_of(w, sample.windows[w]));
        }
        for (const Square king : sample.own_kings) {
            visit(Network::vector_of(Network::KingOwner::Mover, king));
        }
        for (const Square king : sample.enemy_kings) {
            visit(Network::vector_of(Network::KingOwner::Opponent, king));
        }
    }

    void sum_up(const Sample& sample, Work& work, std::size_t from, std::size_t to) const {
        for (std::size_t i = from; i < to; ++i) work.sums[i] = first_bias_[i].value;
        visit_vectors(sample, [&](std::size_t v) {
            const First& values = vectors_[v].values;
            for (std::size_t i = from; i < to; ++i) work.sums[i] += values[i];
        });
    }

    void find_error(const Sample& sample, Work& work) const {
        float men = sample.linear + result_bias_.value;
        for (std::size_t i = 0; i < kFirst; ++i) {
            work.activities[i] = cut(work.sums[i]);
            men += work.activities[i] * result_of_first_[i].value;
        }
        for (std::size_t j = 0; j < kSecond; ++j) work.second[j] = second_bias_[j].value;
        for (std::size_t i = 0; i < kFirst; ++i) {
            for (std::size_t j = 0; j < kSecond; ++j) {
                work.second[j] += work.activities[i] * second_values_[i][j];
            }
        }
        for (std::size_t j = 0; j < kSecond; ++j) {
            men += cut(work.second[j]) * result_of_second_[j].value;
        }
        const float share = sample.share(men);
        work.guess = win_share(men * share, options_);
        work.error = (work.guess - sample.target) * sample.weight * share;
        for (std::size_t i = 0; i < kFirst; ++i) {
            work.errors[i] = work.error * result_of_first_[i].value;
        }
        for (std::size_t j = 0; j < kSecond; ++j) {
            work.second_errors[j] =
                is_moving(work.second[j]) ? work.error * result_of_second_[j].value : 0;
            for (std::size_t i = 0; i < kFirst; ++i) {
                work.errors[i] += work.second_errors[j] * second_turned_[j][i];
            }
        }
        for (std::size_t i = 0; i < kFirst; ++i) {
            if (!is_moving(work.sums[i])) work.errors[i] = 0;
        }
    }

    void learn_vectors(const Sample& sample, const Work& work, std::size_t from, std::size_t to,
                       float step) {
        visit_vectors(sample, [&](std::size_t v) {
            VectorCells& vector = vectors_[v];
            for (std::size_t i = from; i < to; ++i) {
                const float gradient = work.errors[i] + decay_ * vector.values[i];
                descend(vector.values[i], vector.squares[i], gradient, step);
            }
            for (std::size_t i = from; i < to; ++i) {
                vector.values[i] = std::min(std::max(vector.values[i], -kMostPart), kMostPart);
            }
        });
    }

    void learn_first(std::size_t count, std::size_t from, std::size_t to, float step) {
        First bias{};
        First result{};
        std::array<Second, kFirst> weights{};
        for (std::size_t k = 0; k < count; ++k) {
            const Work& work = batch_[k];
            for (std::size_t i = from; i < to; ++i) {
                bias[i] += work.errors[i];
                result[i] += work.error * work.activities[i];
                for (std::size_t j = 0; j < kSecond; ++j) {
                    weights[i][j] += work.second_errors[j] * work.activities[i];
                }
            }
        }
        for (std::size_t i = from; i < to; ++i) {
            first_bias_[i].learn(bias[i], kLayerStep * step, kMostPart);
            result_of_first_[i].learn(result[i], kLayerStep * step, kMostWeight);
            for (std::size_t j = 0; j < kSecond; ++j) {
                second_weights_[i][j].learn(weights[i][j], kLayerStep * step, kMostWeight);
                copy_second_weight(i, j);
            }
        }
    }

    void learn_second(std::size_t count, float step) {
        float bias = 0;
        for (std::size_t k = 0; k < count; ++k) bias += batch_[k].error;
        result_bias_.learn(bias, kLayerStep * step, kMostWeight);
        for (std::size_t j = 0; j < kSecond; ++j) {
            float second_bias = 0;
            float result = 0;
            for (std::size_t k = 0; k < count; ++k) {
                second_bias += batch_[k].second_errors[j];
                result += batch_[k].error * cut(batch_[k].second[j]);
            }
            second_bias_[j].learn(second_bias, kLayerStep * step, kMostWeight);
            result_of_second_[j].learn(result, kLayerStep * step, kMostWeight);
        }
    }

    FitOptions options_;
    std::span<const PackedPosition> positions_;
    std::span<const float> linear_;
    float decay_;
    std::vector<VectorCells> vectors_;
    std::array<Cell, kFirst> first_bias_;
    std::array<std::array<Cell, kSecond>, kFirst> second_weights_;
    // Their values once more, in both orders, so that one instruction works on several
    std::array<Second, kFirst> second_values_;
    std::array<First, kSecond> second_turned_;
    std::array<Cell, kSecond> second_bias_;
    std::array<Cell, kFirst> result_of_first_;
    std::array<Cell, kSecond> result_of_second_;
    Cell result_bias_;
    UpcomingSamples<Sample> upcoming_;
    std::array<Work, kBatch> batch_;
};

}  // namespace

bool fit_network(std::span<const PackedPosition> positions, const FitOptions& options,
                 const FitProgress& on_epoch, EvalWeights& weights) {
    Division division = divide(positions, options);
    std::vector<float> linear;
    linear.reserve(positions.size());
    for (const PackedPosition& entry : positions) {
        linear.push_back(linear_of(entry.unpacked().position, weights));
    }
    const auto has_weight = [&](std::uint32_t i) {
        return sample_of(positions[i].unpacked(), linear[i], options).weight > 0;
    };
    if (std::ranges::none_of(division.learned, has_weight)) return false;
    const auto fitter = std::make_unique<Fitter>(weights.network, positions, linear,
                                                 division.learned.size(), options);
    run_epochs(
        std::move(division.learned), FitReport::Part::Network, options, on_epoch,
        [&](const std::vector<std::uint32_t>& order, double step) {
            return fitter->pass(order, step);
        },
        [&] { return fitter->pass(division.held_out, 0); });
    fitter->write_to(weights.network);
    return true;
}

}  // namespace meerslag

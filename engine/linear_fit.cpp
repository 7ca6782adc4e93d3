// The linear part's fit: logistic regression with back-off, by Adagrad in small batches.
//
// Of the states of a whole area only a few in a hundred ever occur. So while learning, each area is
// the sum of itself and of ten smaller parts, down to single rows; a state never seen gets its
// worth from the parts that were. On export the sums are written out.
#include "engine/linear_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "engine/fit_loss.hpp"
#include "engine/known_draws.hpp"
#include "engine/spin_barrier.hpp"

namespace meerslag {
namespace {

/// A weight of both phases and Adagrad's sums of squared gradients.
struct Cell {
    float early = 0, late = 0;
    float early_squares = kFirstCurvature, late_squares = kFirstCurvature;
};

/// The columns of an area's state: of each row the two left (right) squares, 9 states a row.
std::vector<std::uint16_t> column_states(bool right) {
    std::vector<std::uint16_t> table(kAreaStates);
    for (std::uint32_t state = 0; state < kAreaStates; ++state) {
        std::uint32_t columns = 0;
        std::uint32_t scale = 1;
        std::uint32_t rest = state;
        for (int row = 0; row < 4; ++row) {
            const std::uint32_t of_row = rest % kRowStates;
            columns += scale * (right ? of_row / 3 : of_row % 9);
            scale *= 9;
            rest /= kRowStates;
        }
        table[state] = static_cast<std::uint16_t>(columns);
    }
    return table;
}

struct ColumnTables {
    std::vector<std::uint16_t> left = column_states(false);
    std::vector<std::uint16_t> right = column_states(true);
};

/// One area's weights in parts, all in one array.
class AreaModel {
public:
    explicit AreaModel(const ColumnTables& columns) : columns_(columns), cells_(kCells) {}

    void add(std::uint32_t state, float& early, float& late) const {
        for (const std::uint32_t part : parts_of(state)) {
            early += cells_[part].early;
            late += cells_[part].late;
        }
    }
    void learn(std::uint32_t state, float early, float late, float step, float decay) {
        for (const std::uint32_t part : parts_of(state)) {
            Cell& cell = cells_[part];
            descend(cell.early, cell.early_squares, early + decay * cell.early, step);
            descend(cell.late, cell.late_squares, late + decay * cell.late, step);
        }
    }
    [[nodiscard]] Cell& whole(std::uint32_t state) { return cells_[state]; }

private:
    static constexpr std::uint32_t kThreeRows = 19683;
    static constexpr std::uint32_t kTwoRows = 729;
    static constexpr std::uint32_t kTwoColumns = 6561;
    static constexpr std::uint32_t kRow = kRowStates;
    static constexpr std::size_t kParts = 11;
    static constexpr std::uint32_t kUpperThree = kAreaStates;
    static constexpr std::uint32_t kLowerThree = kUpperThree + kThreeRows;
    static constexpr std::uint32_t kLeft = kLowerThree + kThreeRows;
    static constexpr std::uint32_t kRight = kLeft + kTwoColumns;
    static constexpr std::uint32_t kUpperTwo = kRight + kTwoColumns;
    static constexpr std::uint32_t kLowerTwo = kUpperTwo + kTwoRows;
    static constexpr std::uint32_t kRows = kLowerTwo + kTwoRows;
    static constexpr std::size_t kCells = kRows + 4 * kRow;

    [[nodiscard]] std::array<std::uint32_t, kParts> parts_of(std::uint32_t state) const {
        const std::uint32_t upper = state % kTwoRows;
        const std::uint32_t lower = state / kTwoRows;
        return {state,
                kUpperThree + state % kThreeRows,
                kLowerThree + state / kRow,
                kLeft + columns_.left[state],
                kRight + columns_.right[state],
                kUpperTwo + upper,
                kLowerTwo + lower,
                kRows + upper % kRow,
                kRows + kRow + upper / kRow,
                kRows + 2 * kRow + lower % kRow,
                kRows + 3 * kRow + lower / kRow};
    }

    const ColumnTables& columns_;
    std::vector<Cell> cells_;
};

/// A position ready to learn from, as the side to move sees it.
struct Sample {
    AreaStates ours, theirs;
    std::array<std::int8_t, kTermCount> terms;
    std::uint8_t phase;
    std::uint8_t share_ahead, share_behind;  ///< of the score, see share_of_score
    float score;                             ///< of the search; unit: men
    float target;
    float weight;
};

/// Samples worked out at a time, and learned from.
constexpr std::size_t kBatch = UpcomingSamples<Sample>::kStretch;

Sample sample_of(const TrainingPosition& entry, const FitOptions& options) {
    const Position& position = entry.position;
    const Color us = position.side_to_move();
    const MenStates states =
        states_of({position.men(Color::White), position.men(Color::Black)}, us);
    Sample sample{};
    sample.ours = states.areas[us];
    sample.theirs = states.areas[opposite(us)];
    const TermValues values = term_values(position);
    for (std::size_t t = 0; t < kTermCount; ++t) {
        sample.terms[t] = static_cast<std::int8_t>(std::clamp(values[t], -127, 127));
    }
    sample.phase = static_cast<std::uint8_t>(phase_of(position));
    sample.share_ahead = static_cast<std::uint8_t>(share_of_score(position, us));
    sample.share_behind = static_cast<std::uint8_t>(share_of_score(position, opposite(us)));
    sample.score = static_cast<float>(entry.score.value()) / 100;
    sample.target = target_of(entry, options);
    sample.weight = weight_of(entry, options);
    return sample;
}

/// The whole model, and one pass after the other over the samples.
///
/// Each thread owns some of the areas. For a batch, every thread works out some samples; when all
/// have, every thread sums up its areas' part of every
/// sample; when all have, every thread works out the errors, and takes its own areas a step down.
/// So nothing is written by two threads, and the order of additions does not depend on their
/// number.
class Fitter {
public:
    Fitter(const EvalWeights& start, const FitOptions& options)
        : options_(options), areas_(kAreaCount, AreaModel{columns_}) {
        for (std::size_t a = 0; a < kAreaCount; ++a) {
            for (std::uint32_t state = 0; state < kAreaStates; ++state) {
                Cell& cell = areas_[a].whole(state);
                cell.early = static_cast<float>(start.areas[a][state].early) / kWeightUnits;
                cell.late = static_cast<float>(start.areas[a][state].late) / kWeightUnits;
            }
        }
        for (std::size_t t = 0; t < kTermCount; ++t) {
            terms_[t].early = static_cast<float>(start.terms[t].early) / kWeightUnits;
            terms_[t].late = static_cast<float>(start.terms[t].late) / kWeightUnits;
        }
    }

    /// One pass over `positions` in the given order. Returns: the mean loss on the way.
    double pass(std::span<const PackedPosition> positions, const std::vector<std::uint32_t>& order,
                double step) {
        LossSum sum;
        run(positions, order, static_cast<float>(step), sum);
        knows_something_ = true;
        return sum.mean();
    }
    /// The mean loss without learning.
    double measure(std::span<const PackedPosition> positions,
                   const std::vector<std::uint32_t>& order) {
        LossSum sum;
        run(positions, order, 0, sum);
        return sum.mean();
    }

    void write_to(EvalWeights& weights) {
        const auto small = [](float men) {
            return static_cast<std::int16_t>(
                std::clamp(std::lround(men * kWeightUnits), -32767L, 32767L));
        };
        for (std::size_t a = 0; a < kAreaCount; ++a) {
            for (std::uint32_t state = 0; state < kAreaStates; ++state) {
                float early = 0;
                float late = 0;
                areas_[a].add(state, early, late);
                weights.areas[a][state] = {small(early), small(late)};
            }
        }
        for (std::size_t t = 0; t < kTermCount; ++t) {
            weights.terms[t] = {small(terms_[t].early), small(terms_[t].late)};
        }
    }

private:
    struct Sum {
        float early = 0, late = 0;
    };

    void run(std::span<const PackedPosition> positions, const std::vector<std::uint32_t>& order,
             float step, LossSum& total) {
        const auto threads = static_cast<std::size_t>(std::clamp(options_.threads, 1, 4));
        SpinBarrier barrier{static_cast<int>(threads)};
        const auto make = [&](std::uint32_t i) {
            return sample_of(positions[i].unpacked(), options_);
        };
        const auto work = [&](std::size_t thread) {
            std::vector<float> errors(kBatch);
            for (std::size_t begin = 0; begin < order.size(); begin += kBatch) {
                const std::size_t count = std::min(kBatch, order.size() - begin);
                const auto sample = [&](std::size_t i) -> const Sample& {
                    return upcoming_[begin + i];
                };
                upcoming_.work_out(positions, order, begin, thread, threads, make);
                barrier.arrive_and_wait();
                for (std::size_t a = thread; a < kAreaCount; a += threads) {
                    for (std::size_t i = 0; i < count; ++i) sums_[a][i] = sum_of(a, sample(i));
                }
                barrier.arrive_and_wait();
                for (std::size_t i = 0; i < count; ++i) {
                    errors[i] = error_of(sample(i), i, thread == 0 ? &total : nullptr);
                }
                barrier.arrive_and_wait();  // the terms, which the errors need, change below
                if (step <= 0) continue;
                for (std::size_t a = thread; a < kAreaCount; a += threads) {
                    for (std::size_t i = 0; i < count; ++i)
                        learn_area(a, sample(i), errors[i], step);
                }
                if (thread == 0) {
                    for (std::size_t i = 0; i < count; ++i) learn_terms(sample(i), errors[i], step);
                }
            }
        };
        std::vector<std::jthread> others;
        for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
        work(0);
    }

    [[nodiscard]] Sum sum_of(std::size_t area, const Sample& sample) const {
        Sum plus;
        Sum minus;
        areas_[area].add(sample.ours[area], plus.early, plus.late);
        areas_[area].add(sample.theirs[area], minus.early, minus.late);
        return {plus.early - minus.early, plus.late - minus.late};
    }

    /// The gradient of the loss by the score before it is shared out. Unit: per man.
    [[nodiscard]] float error_of(const Sample& sample, std::size_t i, LossSum* total) const {
        Sum sum;
        for (std::size_t a = 0; a < kAreaCount; ++a) {
            sum.early += sums_[a][i].early;
            sum.late += sums_[a][i].late;
        }
        for (std::size_t t = 0; t < kTermCount; ++t) {
            sum.early += terms_[t].early * static_cast<float>(sample.terms[t]);
            sum.late += terms_[t].late * static_cast<float>(sample.terms[t]);
        }
        const float phase = phase_share(sample);
        const float men = sum.early * phase + sum.late * (1 - phase);
        const float share =
            static_cast<float>(men > 0 ? sample.share_ahead : sample.share_behind) / kWholeShare;
        const float guess = win_share(men * share, options_);
        float weight = sample.weight;
        const bool is_far = std::abs(men * share - sample.score) * 100 >
                            static_cast<float>(options_.tactical_margin);
        if (knows_something_ && is_far) weight *= static_cast<float>(options_.tactical_weight);
        if (total != nullptr) total->add(guess, sample.target, weight);
        return (guess - sample.target) * weight * share;
    }

    void learn_area(std::size_t area, const Sample& sample, float error, float step) {
        const float phase = phase_share(sample);
        const auto decay = static_cast<float>(options_.decay);
        areas_[area].learn(sample.ours[area], error * phase, error * (1 - phase), step, decay);
        areas_[area].learn(sample.theirs[area], -error * phase, -error * (1 - phase), step, decay);
    }
    void learn_terms(const Sample& sample, float error, float step) {
        const float phase = phase_share(sample);
        for (std::size_t t = 0; t < kTermCount; ++t) {
            if (sample.terms[t] == 0) continue;
            const float value = static_cast<float>(sample.terms[t]) * error;
            descend(terms_[t].early, terms_[t].early_squares, value * phase, step);
            descend(terms_[t].late, terms_[t].late_squares, value * (1 - phase), step);
        }
    }
    [[nodiscard]] static float phase_share(const Sample& sample) {
        return static_cast<float>(sample.phase) / kPhaseMost;
    }

    FitOptions options_;
    bool knows_something_ = false;
    ColumnTables columns_;
    std::vector<AreaModel> areas_;
    std::array<Cell, kTermCount> terms_{};
    UpcomingSamples<Sample> upcoming_;
    std::array<std::array<Sum, kBatch>, kAreaCount> sums_{};  // of the batch, by area
};

}  // namespace

bool fit_linear(std::span<const PackedPosition> positions, const FitOptions& options,
                const FitProgress& on_epoch, EvalWeights& weights) {
    Division division = divide(positions, options);
    const auto has_weight = [&](std::uint32_t i) {
        return weight_of(positions[i].unpacked(), options) > 0;
    };
    if (std::ranges::none_of(division.learned, has_weight)) return false;
    const auto fitter = std::make_unique<Fitter>(weights, options);
    run_epochs(
        std::move(division.learned), FitReport::Part::Linear, options, on_epoch,
        [&](const std::vector<std::uint32_t>& order, double step) {
            return fitter->pass(positions, order, step);
        },
        [&] { return fitter->measure(positions, division.held_out); });
    fitter->write_to(weights);
    return true;
}

}  // namespace meerslag

// Fit: weights from training data, by logistic regression.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/training_data.hpp"
#include "engine/weights.hpp"

namespace meerslag {

struct FitOptions {
    int epochs = 10;
    double step = 0.02;          ///< of Adagrad, in men
    double result_share = 0.15;  ///< of the game's result in the target; the rest is the score's
    double score_scale = 165;    ///< 1/100 man at which a win is expected in 73 % of the games
    /// Of positions whose score is far from what the weights learned so far say: tactics, which no
    /// static evaluation can see. In the first pass nothing is far.
    double tactical_weight = 0.3;
    int tactical_margin = 150;  ///< what "far" is; unit: 1/100 man
    double side_weight = 1;     ///< of side positions
    double decay = 1e-7;        ///< pull of every touched weight towards 0, a step
    int held_out = 20;          ///< one game of so many is not learned from but measured
    int threads = 1;
    std::uint64_t seed = 1;  ///< of the order of positions
};

struct FitReport {
    int epoch = 0;
    double loss = 0;           ///< mean cross-entropy less that of a perfect guess
    double held_out_loss = 0;  ///< the same over the games held out
    double positions_per_second = 0;
};

/// Learns from `positions`, starting from `start`, the origin of which is kept. The result does not
/// depend on the number of threads. `on_epoch` is told after each pass; when it returns false the
/// weights learned so far are taken.
[[nodiscard]] EvalWeights fit_weights(const std::vector<TrainingPosition>& positions,
                                      const EvalWeights& start, const FitOptions& options,
                                      const std::function<bool(const FitReport&)>& on_epoch);

/// Mean loss of `weights` over `positions`, as FitReport has it.
[[nodiscard]] double loss_of(const EvalWeights& weights,
                             const std::vector<TrainingPosition>& positions,
                             const FitOptions& options);

}  // namespace meerslag

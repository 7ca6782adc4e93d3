// Fit: weights from training data, by logistic regression.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/error.hpp"
#include "engine/training_data.hpp"
#include "engine/weights.hpp"

namespace meerslag {

struct FitOptions {
    int epochs = 8;              ///< passes for the linear part; 0: it stays as it is
    double step = 0.02;          ///< of Adagrad, in men
    int network_epochs = 8;      ///< passes for the network, after those; 0: it stays as it is
    double network_step = 0.4;   ///< of Adagrad
    double result_share = 0.15;  ///< of the game's result in the target; the rest is the score's
    double score_scale = 165;    ///< 1/100 man at which a win is expected in 73 % of the games
    /// Of positions whose score is far from what the weights learned so far say: tactics, which no
    /// static evaluation can see. In the first pass nothing is far.
    double tactical_weight = 0.3;
    int tactical_margin = 150;  ///< what "far" is; unit: 1/100 man
    double side_weight = 1;     ///< of side positions
    double decay = 1e-7;        ///< pull of every touched linear weight towards 0, a step
    /// The same of the network's vectors, by the number of positions learned from: the best pull
    /// was found to fall as these grow. At most 1e-4 a step.
    double network_decay = 100;
    int held_out = 20;  ///< one game of so many is not learned from but measured
    int threads = 1;
    std::uint64_t seed = 1;  ///< of the order of positions
};

struct FitReport {
    enum class Part : std::uint8_t { Linear, Network };
    Part part = Part::Linear;
    int epoch = 0;
    double loss = 0;           ///< mean cross-entropy less that of a perfect guess
    double held_out_loss = 0;  ///< the same over the games held out
    double positions_per_second = 0;
};

/// Told after each pass; returns whether to go on. May be empty.
using FitProgress = std::function<bool(const FitReport&)>;

/// Learns from `positions`, starting from `start`, the origin of which is kept: the linear part
/// first, then the network beside it. The result does not depend on the number of threads. When
/// `on_epoch` returns false, what a part has learned so far is taken.
///
/// Errors: nothing to learn from: no positions, all held out, all without weight; in words.
/// Cost:   8 bytes for each position beside these.
[[nodiscard]] Expected<EvalWeights, std::string> fit_weights(
    std::span<const PackedPosition> positions, const EvalWeights& start, const FitOptions& options,
    const FitProgress& on_epoch);

/// Mean loss of `weights` over `positions`, as FitReport has it.
[[nodiscard]] double loss_of(const EvalWeights& weights, std::span<const PackedPosition> positions,
                             const FitOptions& options);

}  // namespace meerslag

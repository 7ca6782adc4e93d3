// The fit of the linear part.
#pragma once

#include <vector>

#include "engine/fit.hpp"

namespace meerslag {

/// Learns the linear part of `weights` from `positions`, going on from what is there; the network
/// counts for nothing.
void fit_linear(const std::vector<TrainingPosition>& positions, const FitOptions& options,
                const FitProgress& on_epoch, EvalWeights& weights);

}  // namespace meerslag

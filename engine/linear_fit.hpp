// The fit of the linear part.
#pragma once

#include <span>

#include "engine/fit.hpp"

namespace meerslag {

/// Learns the linear part of `weights` from `positions`, going on from what is there; the network
/// counts for nothing. Returns: whether it has; false if none of what is not held out has any
/// weight, `weights` are then as before.
[[nodiscard]] bool fit_linear(std::span<const PackedPosition> positions, const FitOptions& options,
                              const FitProgress& on_epoch, EvalWeights& weights);

}  // namespace meerslag

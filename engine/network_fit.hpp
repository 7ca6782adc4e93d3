// The fit of the network.
#pragma once

#include <span>

#include "engine/fit.hpp"

namespace meerslag {

/// Learns the network of `weights` from `positions`: what has to be added to the linear part, which
/// stays as it is. Goes on from the network there; one of noughts begins with small numbers at
/// random. Returns: as fit_linear; positions far from what the linear part says may be all there
/// are, and have no weight.
[[nodiscard]] bool fit_network(std::span<const PackedPosition> positions, const FitOptions& options,
                               const FitProgress& on_epoch, EvalWeights& weights);

}  // namespace meerslag

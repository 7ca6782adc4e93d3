// Evaluation: a position's worth at sight.
#pragma once

#include "core/position.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// The hand-made evaluation, to the side to move. The board turned half round has the same.
/// Requires: nothing, but it means little where a capture is due. Integer only.
[[nodiscard]] Score evaluate(const Position& position);

}  // namespace meerslag

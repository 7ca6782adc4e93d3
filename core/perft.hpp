// Perft: counting the leaves of the move tree, the proof and the measure of a move generator.
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace meerslag {

/// The number of move sequences of `depth` plies from `position`; finished games have none further.
/// One thread, no table. Leaves are counted without building moves, most of them for several
/// parents at once. Requires: depth >= 0.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace meerslag

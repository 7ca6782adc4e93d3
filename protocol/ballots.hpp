// The two-move ballots: the customary openings of matches between programs.
#pragma once

#include <vector>

#include "core/position.hpp"

namespace meerslag {

/// The 79 positions after one move by each side, White to move. Of the 81 pairs of first moves two
/// are left out, since Black loses a man by them: 31-27 16-21 and 32-27 16-21.
[[nodiscard]] std::vector<Position> ballot_positions();

}  // namespace meerslag

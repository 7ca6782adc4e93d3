// Small slices of the endgame solved in memory.
#pragma once

#include <map>
#include <string>

#include "engine/bitbase_solver.hpp"

namespace meerslag::test {

/// All slices up to some number of pieces, by name.
using SolvedSlices = std::map<std::string, SolvedSlice>;

[[nodiscard]] SolvedSlices solve_up_to(int pieces, SolveMode mode, int threads);

}  // namespace meerslag::test

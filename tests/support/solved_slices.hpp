// Small slices of the endgame solved in memory.
#pragma once

#include <map>
#include <string>

#include "engine/bitbase.hpp"
#include "engine/bitbase_solver.hpp"

namespace meerslag::test {

/// All slices up to some number of pieces, by name.
using SolvedSlices = std::map<std::string, SolvedSlice>;

[[nodiscard]] SolvedSlices solve_up_to(int pieces, SolveMode mode, int threads);

/// The same as bitbases, through the bytes of their files.
[[nodiscard]] Bitbases bitbases_of(const SolvedSlices& slices, SolveMode mode);

}  // namespace meerslag::test

// Checking bitbases against themselves.
#pragma once

#include <cstdint>
#include <string>

#include "engine/bitbase.hpp"

namespace meerslag {

/// What is wrong with a slice; all is well if both strings are empty.
struct SliceCheck {
    std::string wrong_counts;    ///< the counts in the file against those of its positions
    std::string wrong_position;  ///< the first position that its successors contradict
};

struct CheckOptions {
    bool recount = true;             ///< look at every position
    std::uint64_t samples = 10'000;  ///< positions to compare with their successors
    std::uint64_t seed = 1;
    int threads = 1;
};

/// Checks a slice against itself and against the slices that its moves lead to.
/// Requires: `slice` and those slices are in `bitbases`.
[[nodiscard]] SliceCheck check_slice(const Bitbases& bitbases, const BitbaseSlice& slice,
                                     const CheckOptions& options);

}  // namespace meerslag

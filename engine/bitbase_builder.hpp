// Building bitbases: all slices, smallest first, each kept as soon as it is solved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engine/bitbase.hpp"
#include "engine/bitbase_store.hpp"

namespace meerslag {

/// Slices with up to so many pieces keep the distance to the end.
inline constexpr int kMaxPiecesWithDistance = 4;

struct BuildOptions {
    int pieces = 4;  ///< all slices with up to so many
    int threads = 1;
    std::uint64_t memory_bytes = std::uint64_t{8} << 30;
    /// Instead of all slices: this one, its turned one, and those that their moves lead to.
    std::optional<Material> only = std::nullopt;
};

struct BuildEvents {
    /// A slice and its turned one are begun: how many positions they have.
    std::function<void(const Material&, std::uint64_t positions)> on_slice;
    /// So many more positions are finished; returns whether to go on.
    std::function<bool(std::uint64_t positions)> on_progress;
    BitbaseProblem on_problem;
};

/// The slices that a build is to provide, each after those that its moves lead to.
[[nodiscard]] std::vector<Material> slices_to_build(const BuildOptions& options);
[[nodiscard]] std::uint64_t positions_to_build(const BuildOptions& options);

/// Makes every slice of slices_to_build that `store` does not have, so that a build stopped at any
/// point goes on where it was. A file that is damaged is made again.
///
/// Returns: all of these slices, opened.
/// Errors:  in words: a slice that is missing needs more memory than allowed (then nothing is
///          begun), or than there is, or a file could not be written, or on_progress ended it.
[[nodiscard]] Expected<Bitbases, std::string> build_bitbases(const BuildOptions& options,
                                                             BitbaseStore& store,
                                                             const BuildEvents& events);

}  // namespace meerslag

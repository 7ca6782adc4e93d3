// Data that the program carries within itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace meerslag {

/// The bundle of all slices with 2-4 pieces, with distances (see add_bundle). Made by
/// `meerslag bitbase build --pieces 4` and `meerslag bitbase pack`.
[[nodiscard]] std::span<const std::uint8_t> embedded_bitbase_bundle();

/// The learned evaluation, see EvalWeights::from_bytes. How it was made: engine/EVALUATION.md.
[[nodiscard]] std::span<const std::uint8_t> embedded_weights_file();

/// The tactics suite, for parse_tactics.
[[nodiscard]] std::string_view embedded_tactics();

}  // namespace meerslag

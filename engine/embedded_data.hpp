// Data that the program carries within itself.
#pragma once

#include <cstdint>
#include <span>

namespace meerslag {

/// The bundle of all slices with 2-4 pieces, with distances (see add_bundle). Made by
/// `meerslag bitbase build --pieces 4` and `meerslag bitbase pack`.
[[nodiscard]] std::span<const std::uint8_t> embedded_bitbase_bundle();

/// The learned evaluation, see EvalWeights::from_bytes. Made by `scripts/train`.
[[nodiscard]] std::span<const std::uint8_t> embedded_weights_file();

}  // namespace meerslag

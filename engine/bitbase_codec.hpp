// Outcomes of a slice in short: runs and literals in blocks that are read where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/outcome.hpp"

namespace meerslag::codec {

/// Positions of one block. Each block is coded by itself, so that a look at one position reads some
/// twenty bytes.
inline constexpr std::uint64_t kBlockPositions = 512;

/// What has to be coded for a position: an outcome, or anything, since nobody will ask.
enum class Symbol : std::uint8_t { Loss, Draw, Win, Any };

[[nodiscard]] constexpr Symbol symbol_of(Outcome outcome) {
    return static_cast<Symbol>(static_cast<int>(outcome));
}

/// Appends the code of a block to `code`. Requires: at most kBlockPositions symbols.
void append_block(std::span<const Symbol> block, std::vector<std::uint8_t>& code);

/// The outcome at place `place` of a block. Draw where the code ends too soon, which no code from
/// append_block does.
[[nodiscard]] Outcome outcome_in_block(std::span<const std::uint8_t> code, std::uint32_t place);

/// The outcomes of the first `outcomes.size()` positions of a block.
void decode_block(std::span<const std::uint8_t> code, std::span<Outcome> outcomes);

}  // namespace meerslag::codec

// Key: a hash of a position, from scratch and after a move.
#pragma once

#include <cstdint>

#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag {

/// Hash of pieces and side to move. Same on every machine: the numbers come from a fixed seed.
enum class Key : std::uint64_t {};

/// The key of `position`, from scratch.
[[nodiscard]] Key key_of(const Position& position);

/// The key of `position.play(move)`. Requires: `key` is that of `position`, `move` is legal there.
[[nodiscard]] Key key_after(Key key, const Position& position, const Move& move);

}  // namespace meerslag

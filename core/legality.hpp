// Why a move is not legal, in a player's words.
#pragma once

#include <string>

#include "core/move_list.hpp"
#include "core/move_text.hpp"
#include "core/position.hpp"

namespace meerslag {

/// Why no legal move of `position` is meant by `text`: "there is no piece on 27", "39x30 takes 1
/// piece, but 40x20x24x34 takes 2".
/// Requires: matching_moves gives none.
[[nodiscard]] std::string explain_illegal(const Position& position, const MoveText& text);

/// Which moves a text may stand for: "4x15 may be 4x27x38x15 or 4x31x42x15".
[[nodiscard]] std::string explain_ambiguous(const Position& position, const MoveText& text,
                                            const MoveList& candidates);

}  // namespace meerslag

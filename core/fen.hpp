// FEN: positions as text, in every dialect that is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"

namespace meerslag {

enum class SideToMove : bool { Given, Unknown };

/// What a FEN says: a position, and what some dialects add to it.
struct FenPosition {
    Position position;
    SideToMove side = SideToMove::Given;  ///< Unknown: written as `?` and taken to be White
    std::optional<int> kings_only_plies;  ///< lidraughts' `:H`: plies that count for article 6.2
    std::optional<int> move_number;       ///< lidraughts' `:F`, from 1
    std::vector<std::string> warnings;    ///< what had to be left out
};

/// Reads a FEN: lists and ranges (`31-50`, `K1-3`), the colours in any order, blanks, either case,
/// a final dot, the wrapper `[FEN "..."]`, lidraughts' counters and ghosts. The game may be over in
/// it.
///
/// Errors: the column is that of the character, in bytes, at which reading stopped.
[[nodiscard]] Expected<FenPosition, TextError> parse_fen(std::string_view text);

/// The form every program reads: `W:W31,32:B1,K2`, White first, ascending, without ranges.
[[nodiscard]] std::string format_fen(const Position& position);

}  // namespace meerslag

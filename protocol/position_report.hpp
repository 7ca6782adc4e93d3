// What `meerslag position` says of a position: for people and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "protocol/board_drawing.hpp"

namespace meerslag {

struct GameFromText {
    Game game;
    std::vector<std::string> warnings;  ///< what had to be left out of the FEN
};

/// The game that starts from `fen` (lidraughts' `:H` starts the kings-only counter) and goes on
/// with `moves`, parted by blanks, in any notation, also with PDN's move numbers and marks. Moves
/// may go on after a draw by the rules.
///
/// Errors: in words for a person, naming the square, the column or the move.
[[nodiscard]] Expected<GameFromText, std::string> game_from_text(std::string_view fen,
                                                                 std::string_view moves);

/// The legal moves, in the order of their numbers.
[[nodiscard]] std::vector<Move> sorted_legal_moves(const Position& position);

/// The board, the FEN, whose turn it is, the status, the counters and every legal move.
[[nodiscard]] std::string position_text(const Game& game, const BoardStyle& style);

/// The same as one JSON object on one line: fen, side, moves, status, reason, counters.
[[nodiscard]] std::string position_json(const Game& game);

}  // namespace meerslag

// What `meerslag analyse` prints and writes: text, JSON, annotated PDN.
#pragma once

#include <span>
#include <string>

#include "core/pdn_game.hpp"
#include "protocol/analysis.hpp"
#include "protocol/board_drawing.hpp"

namespace meerslag {

/// All scores in reports are White's: above 0, White is better. Losses are those of the side that
/// moved, and never below 0.

/// One position for people: the board, the score and the best lines.
[[nodiscard]] std::string position_analysis_text(const AnalysedPosition& analysed,
                                                 const BoardStyle& style);

/// A game for people: a line a move with its mark, score and loss, and the better way to go on;
/// then the position at the end, and a count of the mistakes of each side.
/// Requires: `analysed` is not empty.
[[nodiscard]] std::string game_analysis_text(std::span<const AnalysedPosition> analysed);

/// An array of one object a position, each on a line of its own:
///
///     ply, fen, side, status, reason
///     move, move_score, loss, mark   what was played; null if nothing was
///     forced                         whether there was but one move
///     score, best, pv                with best play; null and [] if the game is over
///     depth, nodes                   nodes 0: known without a search
///     lines                          score and pv of each, if there are several
///
/// Moves are in Hub notation, which is complete without the position. Scores and losses: men;
/// beyond 80 the game is decided: 100 less 1/100 for each ply to its end, 90 by a bitbase.
[[nodiscard]] std::string analysis_json(std::span<const AnalysedPosition> analysed);

/// `game` with marks as NAGs ($2, $4, $6, and $7 for forced moves), the score after each move as
/// `[%eval 0.12]` in a comment, and better lines as variations. What an earlier analysis wrote is
/// replaced; the marks, comments and variations of people stay.
/// Requires: `analysed` is of this game.
[[nodiscard]] PdnGame annotate(PdnGame game, std::span<const AnalysedPosition> analysed);

}  // namespace meerslag

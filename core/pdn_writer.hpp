// PDN out: games as text.
#pragma once

#include <string>

#include "core/pdn_game.hpp"

namespace meerslag {

enum class PdnTerminator : std::uint8_t {
    Result,    ///< a finished game ends with its result, as old programs expect
    Asterisk,  ///< every game ends with `*`, as the PDN 3.0 draft has it
};
enum class PdnLineEnd : std::uint8_t { Lf, CrLf };

struct PdnStyle {
    PdnTerminator terminator = PdnTerminator::Result;
    PdnLineEnd line_end = PdnLineEnd::Lf;
    std::size_t columns = 80;  ///< lines are broken before they get longer, at blanks alone
};

/// A game with its tags, moves and an empty line behind it. Tags GameType, Result and FEN are
/// written as the game has them, whatever its tags say.
/// Requires: the moves are legal.
[[nodiscard]] std::string format_pdn_game(const PdnGame& game, const PdnStyle& style = {});

}  // namespace meerslag

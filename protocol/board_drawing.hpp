// A board drawn with characters, for people.
#pragma once

#include <cstdint>
#include <string>

#include "core/bitboard.hpp"
#include "core/position.hpp"

namespace meerslag {

/// Letters as in the Hub protocol (w, W, b, B), discs and crowns, or those in colours on squares in
/// colours (escape sequences that every terminal of today knows).
enum class BoardSymbols : std::uint8_t { Ascii, Unicode, Colored };

struct BoardStyle {
    BoardSymbols symbols = BoardSymbols::Ascii;
    Color bottom = Color::White;  ///< whose side of the board is below
    Bitboard marked = {};         ///< squares to stand out, as those of the last move
};

/// Ten lines and a frame. Every playing square shows its number (article 2.6) and its piece.
[[nodiscard]] std::string draw_board(const Position& position, const BoardStyle& style = {});

}  // namespace meerslag

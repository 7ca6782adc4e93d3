// The board as characters.
#include "protocol/board_drawing.hpp"

#include "core/fen.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

const Position kPosition = parse_fen("W:W32,K37:BK4,19").value().position;

}  // namespace

TEST_CASE("the board shows numbers and pieces, White below", "[protocol][board]") {
    CHECK(draw_board(kPosition) ==
          "  +-----------------------------------------+\n"
          "  |     1 .     2 .     3 .     4 B     5 . |\n"
          "  | 6 .     7 .     8 .     9 .    10 .     |\n"
          "  |    11 .    12 .    13 .    14 .    15 . |\n"
          "  |16 .    17 .    18 .    19 b    20 .     |\n"
          "  |    21 .    22 .    23 .    24 .    25 . |\n"
          "  |26 .    27 .    28 .    29 .    30 .     |\n"
          "  |    31 .    32 w    33 .    34 .    35 . |\n"
          "  |36 .    37 W    38 .    39 .    40 .     |\n"
          "  |    41 .    42 .    43 .    44 .    45 . |\n"
          "  |46 .    47 .    48 .    49 .    50 .     |\n"
          "  +-----------------------------------------+\n");
}

TEST_CASE("turned round the board shows Black below and the last move marked",
          "[protocol][board]") {
    const BoardStyle style{.bottom = Color::Black, .marked = Bitboard{Square::from_number(32)}};
    CHECK(draw_board(kPosition, style) ==
          "  +-----------------------------------------+\n"
          "  |    50 .    49 .    48 .    47 .    46 . |\n"
          "  |45 .    44 .    43 .    42 .    41 .     |\n"
          "  |    40 .    39 .    38 .    37 W    36 . |\n"
          "  |35 .    34 .    33 .    32>w    31 .     |\n"
          "  |    30 .    29 .    28 .    27 .    26 . |\n"
          "  |25 .    24 .    23 .    22 .    21 .     |\n"
          "  |    20 .    19 b    18 .    17 .    16 . |\n"
          "  |15 .    14 .    13 .    12 .    11 .     |\n"
          "  |    10 .     9 .     8 .     7 .     6 . |\n"
          "  | 5 .     4 B     3 .     2 .     1 .     |\n"
          "  +-----------------------------------------+\n");
}

TEST_CASE("in colours both sides have filled pieces that differ in colour", "[protocol][board]") {
    const std::string board = draw_board(kPosition, {.symbols = BoardSymbols::Colored});
    CHECK(board.find("32\x1b[1;38;5;231m●") != std::string::npos);
    CHECK(board.find("19\x1b[1;38;5;16m●") != std::string::npos);
    CHECK(board.find("37\x1b[1;38;5;231m♚") != std::string::npos);
}

// The reasons why a move is not legal.
#include "core/legality.hpp"

#include <string>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

struct Row {
    const char* fen;
    const char* move;
    const char* reason;
};

}  // namespace

TEST_CASE("an illegal move is refused in a player's words", "[core][legality]") {
    const auto row = GENERATE(
        Row{"W:W31-50:B1-20", "32-51", "there is no square 51"},
        Row{"W:W31-50:B1-20", "0-5", "there is no square 0"},
        Row{"W:W31-50:B1-20", "27-22", "there is no piece on 27"},
        Row{"W:W31-50:B1-20", "19-23", "the piece on 19 is not White's, who is to move"},
        Row{"B:W31-50:B1-20", "32-28", "the piece on 32 is not Black's, who is to move"},
        Row{"W:W31-50:B1-20", "37-32", "square 32 is taken"},
        Row{"W:W28:B1", "28-33", "a man cannot move backwards"},
        Row{"B:W50:B23", "23-19", "a man cannot move backwards"},
        Row{"W:W28:B1", "28-17", "a man moves only one square"},
        Row{"W:W28:B1", "28-14", "a man moves only one square"},
        Row{"W:W28:B1", "28x17", "there is no piece to capture on 22"},
        Row{"W:W22,28:B1", "28-17", "a man cannot jump over its own side's piece on 22"},
        Row{"W:W28:B1", "28-24", "24 is not on a diagonal through 28"},
        Row{"W:W28:B1", "28x24", "no capture leads from 28 to 24"},
        Row{"W:W31-50:B1-20", "32-28-19", "nothing can be captured: the move is 32-28"},
        Row{"W:WK46:B1", "46-41-37", "nothing can be captured: the move is 46-37"},
        Row{"W:W28:B1", "28-28", "no capture leads from 28 back to it"},
        Row{"W:WK46,32:B1", "46-23", "a king cannot jump over its own side's piece on 32"},
        Row{"W:WK46:B28,32", "46-14", "a king cannot jump over two pieces in a row (28, 32) to 14"},
        Row{"W:WK46:B1", "46-24", "24 is not on a diagonal through 46"},
        Row{"W:W28,38:B23", "38-33", "a capture is compulsory: 28x19x23"},
        Row{"W:W28,38:B22,23", "38-33", "a capture is compulsory: 28x17x22, 28x19x23"},
        Row{"W:W28,39:B13,22,23", "28x17", "28x17 takes 1 piece, but 28x8x13x23 takes 2"},
        Row{"W:W26,28,32,33,36,38,39,40,43,44,45,48:B3,6,9,12,13,15,16,17,18,19,24,34", "39x30",
            "39x30 takes 1 piece, but 40x20x24x34 takes 2"},
        Row{"B:W19,20,26,32,33,36,38,43,44,45,48:B3,6,8,9,12,13,16,18,21", "13x24",
            "the capture 13x24 must go on: 13x15x19x20 takes 2 pieces"},
        Row{"W:WK4:B13,20,32,37", "4x15x32x37", "4x15 takes 13, 20, 32 or 13, 20, 37, not 32, 37"},
        Row{"W:W28:B23", "28x19x22", "28x19 takes 23, not 22"},
        Row{"W:W28,39:B13,22,23", "28x17x22", "28x17 takes 1 piece, but 28x8x13x23 takes 2"},
        Row{"W:W28,39:B13,22,23", "28x19x23",
            "the capture 28x19 must go on: 28x8x13x23 takes 2 pieces"},
        Row{"W:WK47:B14,19,29,31,42", "47x38x24x13x50", "no capture leads from 47 to 50"},
        Row{"B:W22,24,27,31,34,40,45,48:BK2,7,15,25", "2x1x17",
            "no capture goes 2x1x17: from 2 to 17 there is 2x17x22x24x34 or 2x17x22x24x40"},
        Row{"W:W:BK16", "46-41", "the game is over: White has no piece left"},
        Row{"W:W31:B22,26,27", "31-36", "the game is over: White has no move"});
    CAPTURE(row.fen, row.move);
    const auto move = parse_move(row.move, parse_fen(row.fen)->position);
    REQUIRE_FALSE(move);
    CHECK(move.error().kind == NotationError::Kind::Illegal);
    CHECK(move.error().reason == row.reason);
}

// FEN: the dialects, the faults, and there and back.
#include "core/fen.hpp"

#include <string>
#include <vector>

#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

std::string reformatted(std::string_view text) {
    const auto fen = parse_fen(text);
    return fen ? format_fen(fen->position) : "error: " + fen.error().reason;
}

struct Dialect {
    const char* text;
    const char* standard;
};

struct Fault {
    const char* text;
    const char* reason;
    int column;
};

}  // namespace

TEST_CASE("the start position has its FEN", "[core][fen]") {
    CHECK(format_fen(Position::start()) ==
          "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"
          ":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20");
    CHECK(parse_fen("W:W31-50:B1-20")->position == Position::start());
}

TEST_CASE("every dialect of FEN is read", "[core][fen]") {
    const auto row = GENERATE(
        Dialect{"W:W31,32:B1,K2", "W:W31,32:B1,K2"}, Dialect{"W:WK1-3:B20", "W:WK1,K2,K3:B20"},
        Dialect{"B:B1-3:W48-50", "B:W48,49,50:B1,2,3"}, Dialect{"W:W31:B1:W32", "W:W31,32:B1"},
        Dialect{"W:B1", "W:W:B1"}, Dialect{"W:W31:B", "W:W31:B"}, Dialect{"W:W31", "W:W31:B"},
        Dialect{"W:W:B1", "W:W:B1"}, Dialect{"W:W31:B1.", "W:W31:B1"},
        Dialect{"  W : W31, 32 : B1 ", "W:W31,32:B1"}, Dialect{"W:_W31,_32_:B1", "W:W31,32:B1"},
        Dialect{"W:W31,\xC2\xA0"
                "32:B1",
                "W:W31,32:B1"},
        Dialect{"w:w31:b1,k2", "W:W31:B1,K2"}, Dialect{"[FEN \"W:W31:B1\"]", "W:W31:B1"},
        Dialect{"[fen 'W:W31:B1.'] ", "W:W31:B1"}, Dialect{"\"W:W31:B1\"", "W:W31:B1"},
        Dialect{"W:W31:B1:H0:F1", "W:W31:B1"}, Dialect{"W:WK31:BK1:H0:F1:+0+0", "W:WK31:BK1"},
        Dialect{"W:W31,G22:B1,P3", "W:W31:B1"},
        Dialect{"?:W29,13,11:B22,4,2", "W:W11,13,29:B2,4,22"}, Dialect{"W:W031:B01", "W:W31:B1"},
        Dialect{"W:W31,:B1", "W:W31:B1"}, Dialect{"W:W31,,32:B1", "W:W31,32:B1"},
        Dialect{"W:W31,31:B1,1-2", "W:W31:B1,2"},
        Dialect{"B:WK5,31,32:B1,2,K46", "B:WK5,31,32:B1,2,K46"},
        Dialect{"W:W50:B1,10,11,2,20,3", "W:W50:B1,2,3,10,11,20"});
    CAPTURE(row.text);
    CHECK(reformatted(row.text) == row.standard);
}

TEST_CASE("a FEN keeps lidraughts' counters within their limits", "[core][fen]") {
    const auto fen = parse_fen("B:WK31:BK1:H12:F40");
    REQUIRE(fen);
    CHECK(fen->kings_only_plies == 12);
    CHECK(fen->move_number == 40);
    const auto beyond = parse_fen("B:WK31:BK1:H999999999999:F0");
    CHECK(beyond->kings_only_plies == 100);
    CHECK(beyond->move_number == 1);
    CHECK_FALSE(parse_fen("B:WK31:BK1")->kings_only_plies);
}

TEST_CASE("an unknown side to move is remembered and taken to be White", "[core][fen]") {
    const auto fen = parse_fen("?:W31:B1");
    CHECK(fen->side == SideToMove::Unknown);
    CHECK(fen->position.side_to_move() == Color::White);
    CHECK(parse_fen("W:W31:B1")->side == SideToMove::Given);
}

TEST_CASE("ghosts are left out with a warning", "[core][fen]") {
    const auto fen = parse_fen("W:W31,G22:B1,P3");
    REQUIRE(fen->warnings.size() == 1);
    CHECK(fen->warnings[0] ==
          "the FEN shows a capture half played: the taken pieces on 22, 3 were left out");
    CHECK(parse_fen("W:W31:B1")->warnings.empty());
}

TEST_CASE("a faulty FEN is refused with column and reason", "[core][fen]") {
    const auto row = GENERATE(
        Fault{"", "the FEN is empty", 1}, Fault{"  ", "the FEN is empty", 3},
        Fault{"W:W31,0:B1", "there is no square 0: they are numbered 1 to 50", 7},
        Fault{"W:W31:B51", "there is no square 51: they are numbered 1 to 50", 8},
        Fault{"W:W31:B1-99999999999", "there is no square 9999: they are numbered 1 to 50", 10},
        Fault{"W:W31:B20-1", "the range 20-1 runs backwards", 8},
        Fault{"W:W31:B20-", "a square number is missing at the end", 11},
        Fault{"W:W31,K:B20", "a square number is missing before ':'", 8},
        Fault{"W:W31:B12,31", "two pieces stand on square 31", 11},
        Fault{"W:W31,K31:B1", "two pieces stand on square 31", 7},
        Fault{"W:W1-10:B20", "a white man cannot stand on square 1: it would be a king", 4},
        Fault{"W:W31:B47", "a black man cannot stand on square 47: it would be a king", 8},
        Fault{"X:W31:B1", "'X' is no side to move: it must be W or B", 1},
        Fault{":W31:B1", "the side to move is missing: W or B", 1},
        Fault{"31", "'3' is no side to move: it must be W or B", 1},
        Fault{"\xFF:W31", "byte 0xFF is no side to move: it must be W or B", 1},
        Fault{"W:W31:C1", "'C' is no colour: it must be W or B", 7},
        Fault{"W:W31:B1:H", "a number is missing after H", 11},
        Fault{"WW31:B1", "':' expected before 'W'", 2},
        Fault{"W:W31 32:B1", "',' or ':' expected before '3'", 7},
        Fault{"W:W:B", "there is no piece on the board", 1},
        Fault{"W", "there is no piece on the board", 1});
    CAPTURE(row.text);
    const auto fen = parse_fen(row.text);
    REQUIRE_FALSE(fen);
    CHECK(fen.error().reason == row.reason);
    CHECK(fen.error().column == row.column);
}

TEST_CASE("more than 20 pieces a side are accepted", "[core][fen]") {  // article 11.1.7
    CHECK(parse_fen("W:W6-50:BK1")->position.men(Color::White).count() == 45);
}

TEST_CASE("random bytes and cut FENs never break the reader", "[core][fen]") {
    SplitMix64 random{2};
    const std::string alphabet = "WBKGP?:,-.0123456789 _[]\"HF+\xC2\xA0\xFF";
    const std::string whole = "[FEN \"W:W31-50,G22:B1-20,K25:H10:F3:+1+0.\"]";
    int accepted = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        if (round % 2 == 0) {
            text = whole;
            text[random.below(static_cast<std::uint32_t>(text.size()))] =
                alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
            text.resize(random.below(static_cast<std::uint32_t>(text.size())) + 1);
        } else {
            for (std::uint32_t i = random.below(40); i > 0; --i) {
                text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
            }
        }
        if (const auto fen = parse_fen(text)) {
            ++accepted;
            REQUIRE(parse_fen(format_fen(fen->position))->position == fen->position);
        }
    }
    CHECK(accepted > 100);
}

// Positions as 51 characters.
#include "core/position_string.hpp"

#include "core/fen.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

struct Row {
    const char* fen;
    const char* hub;
    const char* dxp;
};

std::string with(std::string text, std::size_t at, char c) {
    text[at] = c;
    return text;
}

const std::string kStart = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

}  // namespace

TEST_CASE("FEN, Hub and DXP strings name the same position", "[core][position_string]") {
    const auto row =
        GENERATE(Row{"W:W31-50:B1-20", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
                     "Wzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"},
                 Row{"B:WK5,31,32:B1,2,K46", "BbbeeWeeeeeeeeeeeeeeeeeeeeeeeeewweeeeeeeeeeeeeBeeee",
                     "ZzzeeWeeeeeeeeeeeeeeeeeeeeeeeeewweeeeeeeeeeeeeZeeee"},
                 Row{"W:WK4:B13,20,32,37", "WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee",
                     "WeeeWeeeeeeeezeeeeeezeeeeeeeeeeezeeeezeeeeeeeeeeeee"});
    CAPTURE(row.fen);
    const Position position = parse_fen(row.fen)->position;
    CHECK(format_hub_position(position) == row.hub);
    CHECK(format_dxp_position(position) == row.dxp);
    CHECK(parse_hub_position(row.hub) == position);
    CHECK(parse_dxp_position(row.dxp) == position);
}

TEST_CASE("a side not to move without pieces is written but not read", "[core][position_string]") {
    const Position position = parse_fen("B:W22,39:B")->position;
    CHECK(format_hub_position(position) == "Beeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeweeeeeeeeeee");
    CHECK(parse_hub_position(format_hub_position(position)) == position);  // Black is to move
    const Position other = parse_fen("W:W22,39:B")->position;
    CHECK(parse_hub_position(format_hub_position(other)).error().reason ==
          "the side not to move has no piece");
}

TEST_CASE("Hub version 1 writes the side in lower case", "[core][position_string]") {
    CHECK(parse_hub_position(with(kStart, 0, 'w')) == Position::start());
}

TEST_CASE("a faulty position string is refused with its column", "[core][position_string]") {
    CHECK(parse_hub_position("").error().reason == "the position is empty");
    CHECK(parse_hub_position(kStart + "w").error().reason ==
          "a position has 51 characters, this one has 52");
    CHECK(parse_hub_position(kStart.substr(0, 50)).error().reason ==
          "a position has 51 characters, this one has 50");
    CHECK(parse_hub_position(with(kStart, 0, 'Z')).error() ==
          TextError{"'Z' is no side to move: it must be W or B", 1});
    CHECK(parse_hub_position(with(kStart, 25, 'z')).error() ==
          TextError{"'z' on square 25 is no piece", 26});
    CHECK(parse_dxp_position(with(kStart, 25, 'b')).error().column == 2);
    CHECK(parse_hub_position(with(kStart, 3, 'w')).error() ==
          TextError{"a white man cannot stand on square 3: it would be a king", 4});
    CHECK(parse_hub_position(with(kStart, 47, 'b')).error() ==
          TextError{"a black man cannot stand on square 47: it would be a king", 48});
    CHECK(parse_hub_position("W" + std::string(50, 'e')).error().reason ==
          "there is no piece on the board");
}

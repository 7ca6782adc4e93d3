// Squares, rows, columns and directions.
#include "core/square.hpp"

#include "core/bitboard.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("every square keeps its number, row and column", "[core][square]") {  // article 2.6
    for (int number = 1; number <= 50; ++number) {
        const Square square = Square::from_number(number);
        CHECK(square.number() == number);
        CHECK(square.row() == (number + 4) / 5);
        CHECK((square.row() + square.column()) % 2 == 1);
        CHECK(square.turned().number() == 51 - number);
        CHECK(Bitboard{square}.turned() == Bitboard{square.turned()});
    }
}

TEST_CASE("a number that is no square gives none", "[core][square]") {
    CHECK_FALSE(Square::try_from_number(0));
    CHECK_FALSE(Square::try_from_number(51));
    CHECK_FALSE(Square::try_from_number(-1));
}

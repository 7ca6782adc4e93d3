// The hand-made evaluation.
#include "engine/evaluation.hpp"

#include <fmt/format.h>

#include "core/fen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

TEST_CASE("the turned board with colours swapped has the same hand-made score",
          "[engine][evaluation]") {
    SplitMix64 random{31};
    int unequal = 0;
    const auto check = [&unequal](const Position& position) {
        INFO(format_fen(position));
        const Score score = evaluate(position);
        CHECK(score == evaluate(position.turned()));
        if (score != Score{0}) ++unequal;
    };
    for (int i = 0; i < 5000; ++i) {
        check(random_placement(random, {.most_pieces = 40, .king_percent = 20}));
        check(random_placement(random, {.most_pieces = 8, .king_percent = 50}));
    }
    for (int i = 0; i < 50; ++i) {
        for (const Position& position : random_game(random, Position::start(), 200)) {
            check(position);
        }
    }
    CHECK(unequal > 10'000);
}

TEST_CASE("the hand-made score of the start position is that of the turn to move",
          "[engine][evaluation]") {
    CHECK(evaluate(Position::start()) == evaluate(Position::start().turned()));
    CHECK(evaluate(Position::start()) > Score{0});
    CHECK(evaluate(Position::start()) < Score{10});
}

TEST_CASE("the hand-made evaluation sees known draws", "[engine][evaluation]") {
    // Three kings against one: on the main line, beside it, and four of them
    const Score on_line = evaluate(position_of("W:WK1,K2,K3:BK28"));
    const Score beside = evaluate(position_of("W:WK1,K2,K3:BK27"));
    const Score four = evaluate(position_of("W:WK1,K2,K3,K4:BK28"));
    CHECK(on_line > Score{0});
    CHECK(on_line < Score{100});
    CHECK(beside > Score{200});
    CHECK(four > Score{700});
}

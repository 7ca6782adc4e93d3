// Engine: limits, modes, and a legal answer at all times.
#include "engine/engine.hpp"

#include <thread>

#include "core/movegen.hpp"
#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

bool is_legal_line(Position position, const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        if (!legal_moves(position).contains(move)) return false;
        position = position.play(move);
    }
    return true;
}

Position kings_and_men(Bitboard white_men, Bitboard white_kings, Bitboard black_men,
                       Bitboard black_kings) {
    return Position::from_board(Board{{white_men, black_men}, {white_kings, black_kings}},
                                Color::White)
        .value();
}

Bitboard squares(std::initializer_list<int> numbers) {
    Bitboard set;
    for (const int number : numbers) set.add(Square::from_number(number));
    return set;
}

TEST_CASE("the engine answers to a depth with a legal line", "[engine][search]") {
    Engine engine;
    const SearchResult result = engine.search(Game{}, {.depth = 6}, SearchMode::Think, {});
    REQUIRE(result.best.has_value());
    CHECK(result.info.depth == 6);
    CHECK(result.info.pv.front() == *result.best);
    CHECK(is_legal_line(Position::start(), result.info.pv));
}

TEST_CASE("a node limit of 1 still gives a legal move", "[engine][search]") {
    Engine engine;
    const SearchResult result = engine.search(Game{}, {.nodes = 1}, SearchMode::Think, {});
    REQUIRE(result.best.has_value());
    CHECK(legal_moves(Position::start()).contains(*result.best));
}

TEST_CASE("a clock that has run out still gives a legal move", "[engine][time]") {
    Engine engine;
    const Clock clock{milliseconds{-1400}, milliseconds{0}, 0};
    const SearchResult result = engine.search(Game{}, {.clock = clock}, SearchMode::Think, {});
    REQUIRE(result.best.has_value());
    CHECK(legal_moves(Position::start()).contains(*result.best));
}

TEST_CASE("a side without moves gets no move", "[engine][search]") {
    Engine engine;
    const Position blocked = kings_and_men(squares({26}), {}, squares({17, 21}), {});
    REQUIRE(legal_moves(blocked).empty());
    CHECK_FALSE(engine.search(Game{blocked}, {.depth = 3}, SearchMode::Think, {}).best.has_value());
}

TEST_CASE("a win at once is seen as one ply away", "[engine][search]") {
    Engine engine;
    const Position position = kings_and_men(squares({28}), {}, squares({22}), {});
    const SearchResult result =
        engine.search(Game{position}, {.depth = 4}, SearchMode::Analyze, {});
    CHECK(result.info.score == Score::win_in(Ply{1}));
}

TEST_CASE("stop() ends an endless search, also one that has yet to begin",
          "[engine][search][threads]") {
    Engine engine;
    engine.prepare();
    SearchResult result;
    std::thread searcher{[&] { result = engine.search(Game{}, {}, SearchMode::Analyze, {}); }};
    engine.stop();
    searcher.join();
    REQUIRE(result.best.has_value());
    CHECK(legal_moves(Position::start()).contains(*result.best));
}

TEST_CASE("a search that is stopped at once has a score and a line all the same", "[engine]") {
    Engine engine;
    engine.prepare();
    engine.stop();
    const SearchResult result = engine.search(Game{}, {}, SearchMode::Analyze, {});
    REQUIRE(result.best);
    CHECK(result.info.depth == 0);
    CHECK_FALSE(result.info.score.is_decided());
    CHECK(result.info.pv == std::vector<Move>{*result.best});
}

}  // namespace
}  // namespace meerslag

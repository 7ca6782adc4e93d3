// The search: legal lines, known results, draws, and the same nodes every time.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_positions.hpp"

namespace meerslag {
namespace {

const EngineOptions kSmall{.table_bytes = 1 << 20};

Bitboard squares(std::initializer_list<int> numbers) {
    Bitboard set;
    for (const int number : numbers) set.add(Square::from_number(number));
    return set;
}

Position position_of(const Board& board, Color side_to_move) {
    return Position::from_board(board, side_to_move).value();
}

void check_legal(Position position, const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        REQUIRE(legal_moves(position).contains(move));
        position = position.play(move);
    }
}

SearchResult analyze(Engine& engine, const Position& position, int depth) {
    return engine.search(Game{position}, {.depth = depth}, SearchMode::Analyze, {});
}

TEST_CASE("every line shown is legal, from ten thousand random positions", "[engine][search]") {
    SplitMix64 random{20};
    Engine engine{kSmall};
    int searched = 0;
    const auto check_all = [&](const std::vector<Position>& positions) {
        for (const Position& position : positions) {
            if (!has_move(position)) continue;
            ++searched;
            CAPTURE(searched);
            const SearchResult result =
                engine.search(Game{position}, {.depth = 4, .nodes = 500}, SearchMode::Analyze,
                              [&](const SearchInfo& info) { check_legal(position, info.pv); });
            REQUIRE(result.best.has_value());
            REQUIRE(result.info.pv.front() == *result.best);
            check_legal(position, result.info.pv);
        }
    };
    while (searched < 7000) check_all(test::random_game(random, Position::start(), 120));
    while (searched < 10'000) {
        check_all({test::random_placement(random, test::PlacementMix{40, 30})});
    }
}

TEST_CASE("lines through the longest captures are legal and played as shown", "[engine][search]") {
    // Kings among many men: captures of many pieces, several with the same ends
    SplitMix64 random{22};
    Engine engine{kSmall};
    int longest = 0;
    for (int i = 0; i < 400; ++i) {
        const Position position = test::random_placement(
            random,
            PerColor<test::PieceCounts>{{4, 3}, {4 + static_cast<int>(random.below(16)), 1}});
        if (!has_move(position)) continue;
        CAPTURE(i);
        const SearchResult result =
            engine.search(Game{position}, {.depth = 5, .nodes = 20'000}, SearchMode::Analyze,
                          [&](const SearchInfo& info) { check_legal(position, info.pv); });
        check_legal(position, result.info.pv);
        REQUIRE(result.info.pv.front() == *result.best);
        for (const Move& move : result.info.pv) {
            longest = std::max(longest, move.captured().count());
        }
    }
    CHECK(longest >= 6);

    // The most legal captures known (407), many of which only differ in what they take
    const Position most = position_of(
        Board{{{}, squares({4, 8, 9, 13, 18, 19, 22, 24, 27, 30, 31, 40, 41, 42, 43, 44})},
              {squares({5, 15, 35, 36, 46, 47, 48, 49}), {}}},
        Color::White);
    const SearchResult result = analyze(engine, most, 6);
    check_legal(most, result.info.pv);
    CHECK(result.info.pv.front() == *result.best);
}

TEST_CASE("the line of a search that was cut short is legal", "[engine][search]") {
    SplitMix64 random{21};
    Engine engine{kSmall};
    for (int game = 0; game < 5; ++game) {
        for (const Position& position : test::random_game(random, Position::start(), 120)) {
            if (!has_move(position)) continue;
            for (const std::uint64_t nodes : {1000U, 4000U, 8000U}) {
                CAPTURE(game, nodes);
                const SearchResult result =
                    engine.search(Game{position}, {.nodes = nodes}, SearchMode::Analyze, {});
                check_legal(position, result.info.pv);
            }
        }
    }
}

TEST_CASE("two equal games, each after a new game, take equal nodes", "[engine][search]") {
    Engine engine{kSmall};
    const auto play = [&engine] {
        engine.new_game();
        Game game;
        std::vector<std::uint64_t> nodes;
        for (int ply = 0; ply < 12; ++ply) {
            const SearchResult result = engine.search(game, {.depth = 8}, SearchMode::Think, {});
            nodes.push_back(result.info.nodes);
            game.play(*result.best);
        }
        return nodes;
    };
    const auto first = play();
    (void)engine.search(Game{Position::start().turned()}, {.depth = 9}, SearchMode::Analyze, {});
    CHECK(play() == first);
}

TEST_CASE("two engines search the same tree", "[engine][search]") {
    Engine one{kSmall};
    Engine other{kSmall};
    CHECK(analyze(one, Position::start(), 10).info.nodes ==
          analyze(other, Position::start(), 10).info.nodes);
}

TEST_CASE("a node limit is kept to the node", "[engine][search]") {
    Engine engine{kSmall};
    for (const std::uint64_t nodes : {1U, 100U, 12345U}) {
        CAPTURE(nodes);
        const SearchResult result = engine.search(Game{}, {.nodes = nodes}, SearchMode::Think, {});
        CHECK(result.info.nodes <= nodes + 1);
        CHECK(result.best.has_value());
    }
}

TEST_CASE("a forced move is answered at once when thinking, not when analysing",
          "[engine][search]") {
    Engine engine{kSmall};
    const Position forced =
        position_of(Board{{squares({28, 48, 49}), squares({22, 3, 4})}, {}}, Color::White);
    REQUIRE(legal_moves(forced).size() == 1);
    const SearchResult thought = engine.search(Game{forced}, {.depth = 9}, SearchMode::Think, {});
    CHECK(thought.info.depth == 1);
    CHECK(thought.best == legal_moves(forced)[0]);
    CHECK(analyze(engine, forced, 9).info.depth == 9);
}

TEST_CASE("two kings cannot win against one", "[engine][search][draw]") {
    Engine engine{kSmall};
    const Position position =
        position_of(Board{{}, {squares({2, 45}), squares({5})}}, Color::White);
    CHECK(analyze(engine, position, 13).info.score.value() == 0);
}

TEST_CASE("a position that comes back is a draw to the search", "[engine][search][draw]") {
    // White, a king down, repeats; after the second time only the third is missing
    Engine engine{kSmall};
    const Position start =
        position_of(Board{{{}, {}}, {squares({46}), squares({1, 3})}}, Color::White);
    Game game{start};
    const SearchResult result = engine.search(game, {.depth = 12}, SearchMode::Analyze, {});
    CHECK(result.info.score.value() == 0);
}

TEST_CASE("no win is promised that the 25 moves do not leave time for", "[engine][search][draw]") {
    // Four kings beat one, but not when only two plies are left (FMJD 6.2)
    Engine engine{kSmall};
    const Position position =
        position_of(Board{{}, {squares({46, 47, 48, 49, 50}), squares({1, 2})}}, Color::White);
    const Game fresh{position};
    const Game late{position, DrawCounters::at_start(position, kKingsOnlyLimit - 1)};
    const SearchLimits limits{.depth = 7};
    CHECK(engine.search(fresh, limits, SearchMode::Analyze, {}).info.score.value() > 200);
    engine.new_game();
    CHECK(engine.search(late, limits, SearchMode::Analyze, {}).info.score.value() >= 0);
    CHECK(engine.search(late, limits, SearchMode::Analyze, {}).info.score.value() < 200);
}

TEST_CASE("a game drawn by the rules still gets a move", "[engine][search][draw]") {
    Engine engine{kSmall};
    const Position position =
        position_of(Board{{}, {squares({46, 47, 48, 49}), squares({5, 1})}}, Color::White);
    const Game over{position, DrawCounters::at_start(position, kKingsOnlyLimit)};
    REQUIRE(over.status().is_over());
    const SearchResult result = engine.search(over, {.depth = 5}, SearchMode::Think, {});
    REQUIRE(result.best.has_value());
    CHECK(legal_moves(position).contains(*result.best));
}

TEST_CASE("twenty kings a side do not explode", "[engine][search]") {
    SplitMix64 random{8};
    Engine engine{kSmall};
    for (int i = 0; i < 20; ++i) {
        const Position position =
            test::random_placement(random, PerColor<test::PieceCounts>{{0, 20}, {0, 20}});
        if (!has_move(position)) continue;
        CAPTURE(i);
        const SearchResult result = analyze(engine, position, 2);
        CHECK(result.info.depth == 2);
        CHECK(result.info.nodes < 5'000'000);
    }
}

TEST_CASE("one call of the quiescence search is bounded with twenty kings a side",
          "[engine][search]") {
    SplitMix64 random{9};
    EngineOptions options = kSmall;
    options.search.quiescence_nodes = 300;
    options.search.aspiration_depth = 127;
    Engine engine{options};
    for (int i = 0; i < 300; ++i) {
        const Position position =
            test::random_placement(random, PerColor<test::PieceCounts>{{0, 20}, {0, 20}});
        const MoveList moves = legal_moves(position);
        if (moves.empty()) continue;
        CAPTURE(i);
        // Depth 1 is a call for each move and one more for those that raise alpha. Past its limit a
        // call still looks at the moves of the positions it is in the middle of
        const SearchResult result = analyze(engine, position, 1);
        CHECK(result.info.nodes < 2 * moves.size() * (300 + 2000));
    }
}

TEST_CASE("a long iteration shows its line again", "[engine][search][threads]") {
    Engine engine{kSmall};
    SearchInfo last;
    int shown_again = 0;
    const SearchResult result =
        engine.search(Game{}, {}, SearchMode::Analyze, [&](const SearchInfo& info) {
            REQUIRE(info.depth >= last.depth);
            REQUIRE(info.nodes >= last.nodes);
            REQUIRE(info.time >= last.time);
            if (info.depth == last.depth) {
                CHECK(info.pv == last.pv);
                CHECK(info.score == last.score);
                ++shown_again;
                engine.stop();
            }
            last = info;
        });
    CHECK(shown_again > 0);
    CHECK(result.info.depth == last.depth);
}

TEST_CASE("stop at any moment leaves a legal move", "[engine][search][threads]") {
    SplitMix64 random{77};
    Engine engine{kSmall};
    for (int i = 0; i < 40; ++i) {
        engine.prepare();
        SearchResult result;
        std::thread searcher{[&] { result = engine.search(Game{}, {}, SearchMode::Analyze, {}); }};
        std::this_thread::sleep_for(std::chrono::microseconds{random.below(3000)});
        engine.stop();
        searcher.join();
        REQUIRE(result.best.has_value());
        check_legal(Position::start(), result.info.pv);
    }
}

TEST_CASE("pondering goes on past the time limit until the hit", "[engine][search][threads]") {
    Engine engine{kSmall};
    engine.prepare();
    SearchResult result;
    std::atomic<int> depth{0};
    std::thread searcher{[&] {
        result =
            engine.search(Game{}, {.move_time = std::chrono::milliseconds{0}}, SearchMode::Ponder,
                          [&depth](const SearchInfo& info) { depth = info.depth; });
    }};
    while (depth < 7) std::this_thread::yield();
    engine.ponder_hit();
    searcher.join();
    REQUIRE(result.best.has_value());
    CHECK(result.info.depth >= 7);
}

TEST_CASE("the deepest iteration is reached in an ending without overflow", "[engine][search]") {
    EngineOptions options = kSmall;
    options.bitbases = nullptr;  // they know this one
    Engine engine{options};
    const Position position = position_of(Board{{squares({48}), squares({3})}, {}}, Color::White);
    const SearchResult result =
        engine.search(Game{position}, {.depth = 127, .nodes = 300'000}, SearchMode::Analyze, {});
    REQUIRE(result.best.has_value());
    check_legal(position, result.info.pv);
}

TEST_CASE("depth 127 is reached where every line comes to a draw soon", "[engine][search]") {
    EngineOptions options = kSmall;
    options.bitbases = nullptr;
    Engine engine{options};
    // One king on the long diagonal against another: each draws by the five moves (FMJD 6.4),
    // and two of those have been made: the tree of all five would take minutes with sanitizers.
    Game game{position_of(Board{{}, {squares({46}), squares({1})}}, Color::White)};
    for (const char* move : {"46-41", "1-7", "41-46", "7-12"})
        game.play(parse_move(move, game.position()).value());
    const SearchResult result = engine.search(game, {.depth = 127}, SearchMode::Analyze, {});
    CHECK(result.info.depth == 127);
    CHECK(result.info.score.value() == 0);
    CHECK(result.info.selective_depth <= kMaxPly.value());
    check_legal(game.position(), result.info.pv);
}

EngineOptions with_threads(int threads) {
    EngineOptions options = kSmall;
    options.threads = threads;
    return options;
}

TEST_CASE("eight threads share a search", "[engine][search][threads]") {
    Engine engine{with_threads(8)};
    const SearchResult result =
        engine.search(Game{}, {.depth = 9}, SearchMode::Analyze,
                      [](const SearchInfo& info) { check_legal(Position::start(), info.pv); });
    REQUIRE(result.best.has_value());
    CHECK(result.info.depth >= 9);
    check_legal(Position::start(), result.info.pv);
}

TEST_CASE("eight threads stop together at any moment", "[engine][search][threads]") {
    SplitMix64 random{88};
    Engine engine{with_threads(8)};
    for (int i = 0; i < 40; ++i) {
        engine.prepare();
        SearchResult result;
        std::thread searcher{[&] { result = engine.search(Game{}, {}, SearchMode::Analyze, {}); }};
        std::this_thread::sleep_for(std::chrono::microseconds{random.below(20'000)});
        engine.stop();
        searcher.join();
        REQUIRE(result.best.has_value());
        check_legal(Position::start(), result.info.pv);
    }
}

TEST_CASE("one thread after many is as deterministic as before", "[engine][search][threads]") {
    Engine engine{kSmall};
    const std::uint64_t nodes = analyze(engine, Position::start(), 8).info.nodes;
    engine.configure(with_threads(3));
    (void)analyze(engine, Position::start(), 8);
    engine.configure(kSmall);
    engine.new_game();
    CHECK(analyze(engine, Position::start(), 8).info.nodes == nodes);
}

TEST_CASE("several lines are the best moves in order, each with its own first move",
          "[engine][search]") {
    EngineOptions options = kSmall;
    options.lines = 4;
    Engine engine{options};
    std::vector<SearchInfo> last(4);
    (void)engine.search(Game{}, {.depth = 7}, SearchMode::Analyze, [&last](const SearchInfo& info) {
        last.at(static_cast<std::size_t>(info.line - 1)) = info;
    });
    for (std::size_t i = 0; i < last.size(); ++i) {
        CAPTURE(i);
        CHECK(last[i].depth == 7);
        check_legal(Position::start(), last[i].pv);
        for (std::size_t j = 0; j < i; ++j) {
            CHECK(last[j].score >= last[i].score);
            CHECK(last[j].pv.front() != last[i].pv.front());
        }
    }
}

TEST_CASE("a drawn line is worth the contempt less to the side to move", "[engine][search][draw]") {
    EngineOptions options = kSmall;
    options.contempt = 25;
    Engine engine{options};
    const Position position =
        position_of(Board{{}, {squares({2, 45}), squares({5})}}, Color::White);
    const SearchResult result = engine.search(Game{position}, {.depth = 13}, SearchMode::Think, {});
    CHECK(result.info.score == Score{-25});
}

}  // namespace
}  // namespace meerslag

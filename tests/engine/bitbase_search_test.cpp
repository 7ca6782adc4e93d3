// The search with bitbases: won endings are won, drawn ones held, lost ones defended.
#include <algorithm>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/solved_slices.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

/// Three kings against one. Won in 13 plies, by one move alone.
constexpr std::string_view kLongWin = "W:WK1,K29,K43:BK49";
constexpr SearchLimits kShort{.nodes = 300};
const EngineOptions kSmall{.table_bytes = 1 << 20};

EndValue value_of(const Position& position) {
    return embedded_bitbases()->probe_distance(position).value();
}

/// A seeded placement of `pieces` pieces in which the side to move has that result.
Position random_ending(SplitMix64& random, int pieces, Outcome outcome) {
    for (;;) {
        const Position position = random_placement(random, PlacementMix{pieces, 50});
        if (position.occupied().count() != pieces || !has_move(position)) continue;
        if (position.pieces(opposite(position.side_to_move())).is_empty()) continue;
        if (embedded_bitbases()->probe(position) == outcome) return position;
    }
}

/// The sooner win or the later loss; among equals any.
Move perfect_move(const Position& position, SplitMix64& random) {
    std::vector<Move> best;
    std::optional<EndValue> best_value;
    for (const Move& move : legal_moves(position)) {
        const EndValue value = value_of(position.play(move)).before_move();
        if (!best_value || value.is_better_than(*best_value)) {
            best.clear();
            best_value = value;
        }
        if (value == *best_value) best.push_back(move);
    }
    return best[random.below(static_cast<std::uint32_t>(best.size()))];
}

/// The engine moves first and the other side plays perfectly, to the end by the rules.
Game play_out(Engine& engine, Game game, SplitMix64& random, const SearchLimits& limits = kShort) {
    engine.new_game();
    const Color engine_color = game.position().side_to_move();
    while (!game.status().is_over()) {
        const Position& position = game.position();
        game.play(position.side_to_move() == engine_color
                      ? *engine.search(game, limits, SearchMode::Think, {}).best
                      : perfect_move(position, random));
    }
    return game;
}

}  // namespace

TEST_CASE("a thousand won endings of 3 and 4 pieces are won in the shortest time",
          "[engine][bitbase]") {
    SplitMix64 random{2024};
    Engine engine{kSmall};
    for (int i = 0; i < 1000; ++i) {
        const Position start = random_ending(random, 3 + i % 2, Outcome::Win);
        CAPTURE(i);
        const Game game = play_out(engine, Game{start}, random);
        CHECK(game.status().result == win_for(start.side_to_move()));
        CHECK(static_cast<int>(game.moves().size()) == value_of(start).plies());
    }
}

TEST_CASE("no win of up to four pieces takes longer than the counted moves allow",
          "[engine][bitbase]") {
    // What the search relies on: an ending that has just come about leaves time for every win
    for (const BitbaseSlice* const slice : embedded_bitbases()->slices()) {
        CAPTURE(slice->material().name());
        const Board board = slice->index().board_of(0);
        const auto position = Position::from_board(board, Color::White);
        if (!position) continue;
        const int limit = DrawCounters::at_start(*position).plies_left();
        CHECK(slice->counts().longest_win.value_or(0) <= limit);
        CHECK(slice->counts().longest_loss.value_or(0) <= limit);
    }
}

TEST_CASE("lost endings are held out in as long as can be", "[engine][bitbase]") {
    SplitMix64 random{7};
    Engine engine{kSmall};
    for (int i = 0; i < 40; ++i) {
        const Position start = random_ending(random, 3 + i % 2, Outcome::Loss);
        CAPTURE(i);
        const Game game = play_out(engine, Game{start}, random);
        CHECK(game.status().result == win_for(opposite(start.side_to_move())));
        CHECK(static_cast<int>(game.moves().size()) == value_of(start).plies());
    }
}

TEST_CASE("drawn endings are held against any play that keeps them drawn", "[engine][bitbase]") {
    SplitMix64 random{99};
    Engine engine{kSmall};
    for (int i = 0; i < 25; ++i) {
        const Position start = random_ending(random, 3 + i % 2, Outcome::Draw);
        CAPTURE(i);
        CHECK(play_out(engine, Game{start}, random).status().result == GameResult::Draw);
    }
}

TEST_CASE("a won ending is known with its whole line at once", "[engine][bitbase]") {
    Engine engine{kSmall};
    const Position position = position_of(kLongWin);
    const EndValue value = value_of(position);
    REQUIRE(value.outcome() == Outcome::Win);
    const SearchResult result = engine.search(Game{position}, {}, SearchMode::Analyze, {});
    CHECK(result.info.score == Score::win_in(Ply{value.plies()}));
    CHECK(static_cast<int>(result.info.pv.size()) == value.plies());
    Game game{position};
    for (const Move& move : result.info.pv) game.play(move);
    CHECK(game.status().result == GameResult::WhiteWins);
}

TEST_CASE("a drawn ending shows a draw and gets a move that holds it", "[engine][bitbase]") {
    SplitMix64 random{5};
    EngineOptions options = kSmall;
    options.contempt = 20;
    Engine engine{options};
    for (int i = 0; i < 20; ++i) {
        const Position position = random_ending(random, 4, Outcome::Draw);
        CAPTURE(i);
        const auto mode = i % 2 == 0 ? SearchMode::Think : SearchMode::Analyze;
        const SearchResult result = engine.search(Game{position}, {.nodes = 1}, mode, {});
        CHECK(result.info.score == Score{mode == SearchMode::Think ? -20 : 0});
        CHECK(value_of(position.play(*result.best)).is_draw());
    }
}

TEST_CASE("several lines come in the order of their results", "[engine][bitbase]") {
    SplitMix64 random{41};
    EngineOptions options = kSmall;
    options.lines = 30;
    Engine engine{options};
    for (int i = 0; i < 30; ++i) {
        const Position position = random_ending(random, 4, Outcome::Win);
        CAPTURE(i);
        std::vector<SearchInfo> last;
        const auto take = [&last](const SearchInfo& info) {
            last.resize(static_cast<std::size_t>(info.line - 1));
            last.push_back(info);
        };
        (void)engine.search(Game{position}, {.depth = 3}, SearchMode::Analyze, take);
        REQUIRE(last.size() == std::min<std::size_t>(30, legal_moves(position).size()));
        for (std::size_t line = 0; line < last.size(); ++line) {
            const EndValue value = value_of(position.play(last[line].pv.front())).before_move();
            const Score score = value.is_draw() ? Score::draw()
                                : value.outcome() == Outcome::Win
                                    ? Score::win_in(Ply{value.plies()})
                                    : Score::loss_in(Ply{value.plies()});
            CHECK(last[line].score == score);
            if (line > 0) CHECK(last[line].score <= last[line - 1].score);
        }
    }
}

TEST_CASE("a position that leads to a won ending has a score of the bitbase band",
          "[engine][bitbase]") {
    Engine engine{kSmall};
    const Position position = position_of("W:WK46,37,38:BK14,8");
    const SearchResult result =
        engine.search(Game{position}, {.depth = 8}, SearchMode::Analyze, {});
    CHECK(result.info.score == Score::bitbase_win_in(Ply{2}));
}

TEST_CASE("no win is promised that the counted moves leave no time for",
          "[engine][bitbase][draw]") {
    Engine engine{kSmall};
    const Position position = position_of(kLongWin);
    const int plies = value_of(position).plies();
    REQUIRE(plies > 5);
    const auto score_with_left = [&](int left) {
        engine.new_game();
        const Game game{position, DrawCounters::at_start(position, kKingsOnlyLimit - left)};
        return engine.search(game, {.depth = 5}, SearchMode::Analyze, {}).info.score;
    };
    CHECK(score_with_left(plies) == Score::win_in(Ply{plies}));
    CHECK_FALSE(score_with_left(plies - 1).is_game_end());
    CHECK(score_with_left(1) == Score::draw());
}

TEST_CASE("no win is begun with a move that repeats the position a third time",
          "[engine][bitbase][draw]") {
    Engine engine{kSmall};
    // Afterwards White has 47-33, which wins in 9 plies, and 50-45, in 11
    Game game{position_of("B:WK2,K33,K50:BK1")};
    for (const char* const move : {"1-6", "33-47", "6-1", "47-33", "1-6", "33-47", "6-1"}) {
        game.play(parse_move(move, game.position()).value());
    }
    REQUIRE_FALSE(game.status().is_over());
    const SearchResult result = engine.search(game, kShort, SearchMode::Think, {});
    CHECK(result.best == parse_move("50-45", game.position()).value());
    CHECK(result.info.score == Score::win_in(Ply{11}));
}

TEST_CASE("without pieces to ask about no bitbase is asked", "[engine][bitbase]") {
    const Position position = position_of(kLongWin);
    EngineOptions options = kSmall;
    options.bitbase_pieces = 0;
    Engine none{options};
    options.bitbase_pieces = 3;
    Engine fewer{options};
    const SearchResult unasked = none.search(Game{position}, {.depth = 5}, SearchMode::Analyze, {});
    CHECK_FALSE(unasked.info.score.is_decided());
    CHECK_FALSE(fewer.search(Game{position}, {.depth = 5}, SearchMode::Analyze, {})
                    .info.score.is_game_end());
    options.bitbases = nullptr;
    options.bitbase_pieces = kAllBitbasePieces;
    Engine nothing{options};
    CHECK(nothing.search(Game{position}, {.depth = 5}, SearchMode::Analyze, {}).info.nodes ==
          unasked.info.nodes);
    // The same engine with another setting forgets what it knew
    nothing.configure(kSmall);
    CHECK(nothing.search(Game{position}, {.depth = 5}, SearchMode::Analyze, {})
              .info.score.is_game_end());
}

TEST_CASE("endings without distances are won by search", "[engine][bitbase]") {
    static const Bitbases kOutcomes =
        bitbases_of(solve_up_to(3, SolveMode::Outcome, 2), SolveMode::Outcome);
    EngineOptions options = kSmall;
    options.bitbases = std::make_shared<const Bitbases>(kOutcomes);
    Engine engine{options};
    SplitMix64 random{12};
    int won = 0;
    for (int i = 0; i < 100; ++i) {
        const Position start = random_ending(random, 3, Outcome::Win);
        const Game game = play_out(engine, Game{start}, random, {.nodes = 2000});
        CAPTURE(i);
        CHECK(game.status().result != win_for(opposite(start.side_to_move())));
        if (game.status().result == win_for(start.side_to_move())) ++won;
    }
    CHECK(won == 100);
}

TEST_CASE("a search that asks the bitbases takes the same nodes every time", "[engine][bitbase]") {
    const Position position = position_of("W:WK46,37,38:BK14,8,12");
    const auto nodes = [&position] {
        Engine engine{kSmall};
        return engine.search(Game{position}, {.depth = 11}, SearchMode::Analyze, {}).info.nodes;
    };
    CHECK(nodes() == nodes());
}

TEST_CASE("a weaker level asks no bitbase", "[engine][bitbase][strength]") {
    EngineOptions options = kSmall;
    options.strength = 1;
    Engine engine{options};
    const Game game{position_of(kLongWin)};
    CHECK_FALSE(engine.search(game, {}, SearchMode::Think, {}).info.score.is_decided());
}

// Weaker levels: what they still do, and no longer.
#include "engine/strength.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "core/fen.hpp"
#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

EngineOptions options_of(int strength, std::uint64_t seed) {
    EngineOptions options;
    options.table_bytes = 1 << 20;
    options.strength = strength;
    options.seed = seed;
    return options;
}

/// Of games begun at random and played on by `engine`.
std::vector<Position> sensible_positions(Engine& engine, SplitMix64& random) {
    std::vector<Position> positions;
    for (int number = 0; number < 4; ++number) {
        Game game{random_game(random, Position::start(), 6).back()};
        for (int ply = 0; ply < 60 && !game.status().is_over(); ++ply) {
            positions.push_back(game.position());
            game.play(*engine.search(game, {.depth = 4}, SearchMode::Think, {}).best);
        }
    }
    return positions;
}

}  // namespace

TEST_CASE("a level never takes a move that is too much worse", "[engine][strength]") {
    const std::vector<Score> scores{Score{-40}, Score{100}, Score{90}, Score{-500}};
    SplitMix64 random{7};
    for (int level = 1; level <= kStrongestLevel; ++level) {
        const StrengthLevel& strength = strength_level(level);
        for (int i = 0; i < 1000; ++i) {
            const Score chosen = scores[choose_move(scores, strength, random)];
            REQUIRE(Score{100} - chosen <= strength.mistakes);
        }
    }
}

TEST_CASE("above level 3 no piece is given away in one ply", "[engine][strength]") {
    constexpr int kLast = 8;  // the two above look further, and choose among fewer
    Engine full{options_of(0, 1)};
    SplitMix64 random{3};
    int temptations = 0;
    for (const Position& position : sensible_positions(full, random)) {
        const MoveList moves = legal_moves(position);
        if (std::none_of(moves.begin(), moves.end(),
                         [&](const Move& move) { return gives_piece_away(position, move); }))
            continue;
        // A sacrifice that brings in more is not given away
        const SearchLimits limits{.depth = 8};
        if (gives_piece_away(position,
                             *full.search(Game{position}, limits, SearchMode::Think, {}).best))
            continue;
        ++temptations;
        for (int level = 4; level <= kLast; ++level) {
            Engine engine{options_of(level, random.next())};
            const Move chosen = *engine.search(Game{position}, {}, SearchMode::Think, {}).best;
            CAPTURE(level, format_fen(position), format_hub(chosen));
            CHECK_FALSE(gives_piece_away(position, chosen));
        }
    }
    CHECK(temptations > 10);
}

TEST_CASE("a piece is given away where it is taken for nothing", "[engine][strength]") {
    const auto gives = [](std::string_view fen, std::string_view move) {
        const Position position = parse_fen(fen)->position;
        return gives_piece_away(position, parse_move(move, position).value());
    };
    CHECK(gives("W:W31,32,36:B16,22", "32-28"));
    CHECK_FALSE(gives("W:W31,36,37,42:B16,22", "31-27"));  // 22x31 36x27: one for one
    CHECK_FALSE(gives("W:W31,32,36:B16,22", "31-26"));
    CHECK_FALSE(gives("W:W28,32:B12,23", "28x19"));
}

TEST_CASE("a level varies with its seed and repeats with the same", "[engine][strength]") {
    const Game start;
    const auto first_move = [&start](std::uint64_t seed) {
        Engine engine{options_of(3, seed)};
        return *engine.search(start, {}, SearchMode::Think, {}).best;
    };
    std::set<Move> moves;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        moves.insert(first_move(seed));
        CHECK(first_move(seed) == first_move(seed));
    }
    CHECK(moves.size() > 1);
}

TEST_CASE("every level ends its search by itself with a legal move", "[engine][strength]") {
    SplitMix64 random{11};
    for (int level = 1; level <= 5; ++level) {
        Engine engine{options_of(level, 1)};
        for (const Position& position : random_game(random, Position::start(), 60)) {
            if (!has_move(position)) break;
            const SearchResult result = engine.search(Game{position}, {}, SearchMode::Think, {});
            REQUIRE(result.best);
            CHECK(legal_moves(position).contains(*result.best));
            CHECK(result.info.pv.front() == *result.best);
        }
    }
}

TEST_CASE("an analysis is never weakened", "[engine][strength]") {
    Engine weak{options_of(1, 1)};
    SearchLimits limits;
    limits.depth = 4;
    CHECK(weak.search(Game{}, limits, SearchMode::Analyze, {}).info.depth == 4);
}

#include "engine/strength.hpp"

#include <set>
#include <vector>

#include "core/game.hpp"
#include "core/movegen.hpp"
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

TEST_CASE("above level 3 a mistake is less than a man", "[engine][strength]") {
    for (int level = 4; level <= kStrongestLevel; ++level)
        CHECK(strength_level(level).mistakes < 100);
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

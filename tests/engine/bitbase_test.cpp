// Probing bitbases.
#include "engine/bitbase.hpp"

#include <algorithm>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "engine/bitbase_store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/solved_slices.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

const SolvedSlices& three_pieces() {
    static const SolvedSlices slices = solve_up_to(3, SolveMode::Distance, 2);
    return slices;
}

const Bitbases& three_piece_bitbases() {
    static const Bitbases bitbases = bitbases_of(three_pieces(), SolveMode::Distance);
    return bitbases;
}

/// Three kings against one, without a capture.
constexpr std::string_view kWonInThirteen = "W:WK1,K29,K43:BK49";

/// The sooner win or the later loss.
Move best_move(const Bitbases& bitbases, const Position& position) {
    const MoveList moves = legal_moves(position);
    const auto value = [&](const Move& move) {
        return bitbases.probe_distance(position.play(move)).value().before_move();
    };
    return *std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
        return value(b).is_better_than(value(a));
    });
}

}  // namespace

TEST_CASE("probing gives the solved value of every position", "[engine][bitbase]") {
    const Bitbases& bitbases = three_piece_bitbases();
    CHECK(bitbases.max_pieces() == 3);
    CHECK(bitbases.slices().size() == three_pieces().size());
    for (const auto& [name, slice] : three_pieces()) {
        CAPTURE(name);
        for (std::uint64_t i = 0; i < slice.index.size(); i += 3) {
            const Position position =
                Position::from_valid_board(slice.index.board_of(i), Color::White);
            const EndValue value = EndValue::from_byte(slice.values[i]);
            if (bitbases.probe(position) != value.outcome()) FAIL("outcome at " << i);
            if (bitbases.probe(position.turned()) != value.outcome()) FAIL("turned at " << i);
            if (i % 31 == 0 && bitbases.probe_distance(position) != value) FAIL("plies at " << i);
        }
    }
}

TEST_CASE("a position outside the open slices is not known", "[engine][bitbase]") {
    const Bitbases& bitbases = three_piece_bitbases();
    CHECK_FALSE(bitbases.probe(position_of("W:WK1,K2:BK20,K45")));
    CHECK_FALSE(bitbases.probe_distance(position_of("W:WK1,K2:BK20,K45")));
    CHECK_FALSE(bitbases.probe(Position::start()));
    CHECK_FALSE(Bitbases{}.probe(position_of("W:WK1:BK20")));
    CHECK(Bitbases{}.empty());
}

TEST_CASE("a capture into open slices is known", "[engine][bitbase]") {
    const Bitbases& bitbases = three_piece_bitbases();
    const auto value = bitbases.probe_distance(position_of("W:WK46:BK37,K38,K20"));
    CHECK(value.has_value());
    CHECK(bitbases.probe(position_of("W:W28:B22")) == Outcome::Win);  // takes the last piece
}

TEST_CASE("a side without pieces or moves has lost", "[engine][bitbase]") {  // 7.2
    const Bitbases& bitbases = three_piece_bitbases();
    CHECK(bitbases.probe(position_of("W:W:BK20")) == Outcome::Loss);
    CHECK(bitbases.probe_distance(position_of("W:W:BK20")) == EndValue::lost());
    const Position blocked = position_of("W:W26:B17,21");
    CHECK(bitbases.probe(blocked) == Outcome::Loss);
    CHECK(bitbases.probe_distance(blocked) == EndValue::lost());
}

TEST_CASE("slices without distances give the outcome only", "[engine][bitbase]") {
    const Bitbases bitbases =
        bitbases_of(solve_up_to(2, SolveMode::Outcome, 1), SolveMode::Outcome);
    const Position won_slowly = position_of("B:W28:BK45");
    CHECK(bitbases.probe(won_slowly) == Outcome::Win);
    CHECK_FALSE(bitbases.probe_distance(won_slowly));
    CHECK_FALSE(sure_result(bitbases, Game{won_slowly}));
    CHECK(sure_result(bitbases, Game{position_of("W:WK5:BK45")}) == GameResult::Draw);
}

TEST_CASE("a win is sure where it comes before a draw by counted moves", "[engine][bitbase]") {
    const Bitbases& bitbases = *embedded_bitbases();
    const Position won = position_of(kWonInThirteen);
    REQUIRE(bitbases.probe_distance(won)->plies() == 13);
    const auto result_after = [&](int kings_only_plies) {
        return sure_result(bitbases, Game{won, DrawCounters::at_start(won, kings_only_plies)});
    };
    CHECK(result_after(0) == GameResult::WhiteWins);
    CHECK(result_after(kKingsOnlyLimit - 13) == GameResult::WhiteWins);
    CHECK_FALSE(result_after(kKingsOnlyLimit - 12));
    CHECK(sure_result(bitbases, Game{won.turned()}) == GameResult::BlackWins);
}

TEST_CASE("a win is not sure where a position has come back", "[engine][bitbase]") {
    // A third time would be a draw (6.1), and the way to the win may need it
    Game game{position_of("W:WK1,K6,K16:BK50")};
    for (const char* const move : {"1-7", "50-45", "7-1", "45-50"}) {
        game.play(parse_move(move, game.position()).value());
    }
    REQUIRE(game.repetitions() == 2);
    CHECK(sure_result(*embedded_bitbases(), Game{game.position()}) == GameResult::WhiteWins);
    CHECK_FALSE(sure_result(*embedded_bitbases(), game));
}

TEST_CASE("best play leads to every result called sure", "[engine][bitbase]") {
    const Bitbases& bitbases = *embedded_bitbases();
    SplitMix64 random{31};
    int decided = 0;
    for (int i = 0; i < 400; ++i) {
        const Position start = random_placement(random, PlacementMix{4, 60});
        const int counted = static_cast<int>(random.below(kKingsOnlyLimit));
        Game game{start, DrawCounters::at_start(start, counted)};
        if (game.status().is_over()) continue;
        const auto sure = sure_result(bitbases, game);
        if (!sure || *sure == GameResult::Draw) continue;
        ++decided;
        while (!game.status().is_over()) game.play(best_move(bitbases, game.position()));
        CAPTURE(i);
        CHECK(game.status().result == *sure);
    }
    CHECK(decided > 50);
}

#include "engine/bitbase.hpp"

#include "core/movegen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
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
}

// Score: the bands of hub.md and the form for the table.
#include "engine/score.hpp"

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

TEST_CASE("the bands of a score do not overlap", "[engine][score]") {
    CHECK(Score::clamped(123456).value() == 7999);
    CHECK(Score::clamped(-123456).value() == -7999);
    CHECK(Score::bitbase_win_in(kMaxPly) > Score::clamped(123456));
    CHECK(Score::win_in(kMaxPly) > Score::bitbase_win_in(Ply{0}));
    CHECK(Score::infinite() > Score::win_in(Ply{0}));
    CHECK(Score::win_in(Ply{3}) == -Score::loss_in(Ply{3}));
}

TEST_CASE("a win in 3 plies reads 99.97 and one in a bitbase after 5 reads 89.95",
          "[engine][score]") {
    CHECK(Score::win_in(Ply{3}).value() == 9997);
    CHECK(Score::bitbase_win_in(Ply{5}).value() == 8995);
}

TEST_CASE("distances in the table count from the entry's own position", "[engine][score]") {
    for (const Score score : {Score::win_in(Ply{30}), Score::loss_in(Ply{30}),
                              Score::bitbase_win_in(Ply{30}), Score::bitbase_loss_in(Ply{30})}) {
        CAPTURE(score.value());
        const Score nearer = Score::from_table(score.to_table(Ply{20}), Ply{10});
        CHECK(nearer.value() - score.value() == (score > Score::draw() ? 10 : -10));
    }
    CHECK(Score::from_table(Score{7999}.to_table(Ply{20}), Ply{10}) == Score{7999});
}

}  // namespace
}  // namespace meerslag

// Many games over DXP: their order and their score.
#include "protocol/dxp_match.hpp"

#include "protocol/ballots.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

namespace {

DxpGameRecord game(Color ours, GameResult result, DxpEnding ending = DxpEnding::Rules) {
    DxpGameRecord record;
    record.ours = ours;
    record.result = result;
    record.ending = ending;
    return record;
}

}  // namespace

TEST_CASE("158 games over the ballots play each with both colours", "[protocol][dxp]") {
    DxpMatchPlan plan;
    plan.openings = ballot_positions();
    plan.games = 158;
    plan.time = 1min;
    plan.moves = 75;
    DxpMatch match{plan};
    for (std::size_t i = 0; i < 158; ++i) {
        const auto request = match.next();
        REQUIRE(request);
        CHECK(request->start() == plan.openings[i / 2]);
        CHECK(request->follower == (i % 2 == 0 ? Color::White : Color::Black));
        CHECK(request->time == 1min);
        CHECK(request->moves == 75);
        match.record(game(opposite(request->follower), GameResult::Draw));
    }
    CHECK_FALSE(match.next());
    CHECK(match.is_complete());
}

TEST_CASE("the table counts games by colour, seen from us", "[protocol][dxp]") {
    DxpMatchPlan plan;
    plan.games = 5;
    DxpMatch match{plan};
    match.record(game(Color::White, GameResult::WhiteWins));
    match.record(game(Color::White, GameResult::BlackWins));
    match.record(game(Color::Black, GameResult::BlackWins));
    match.record(game(Color::Black, GameResult::Draw));
    match.record(game(Color::Black, GameResult::Ongoing, DxpEnding::MoveLimit));
    CHECK(match.table() ==
          "           games   won drawn  lost unknown     score\n"
          "as White       2     1     0     1       0    50.0 %\n"
          "as Black       3     1     1     0       1    75.0 %\n"
          "all            5     2     1     1       1    62.5 %\n");
    CHECK(match.is_complete());
}

TEST_CASE("a broken game leaves the match incomplete", "[protocol][dxp]") {
    DxpMatch match{DxpMatchPlan{}};
    match.record(game(Color::White, GameResult::Ongoing, DxpEnding::PeerGone));
    CHECK_FALSE(match.next());
    CHECK_FALSE(match.is_complete());
    CHECK(match.table().find("broken off: 1") != std::string::npos);
}

TEST_CASE("a peer that refuses twice in a row ends the match", "[protocol][dxp]") {
    using Code = DxpGameAnswer::Code;
    DxpMatchPlan plan;
    plan.games = 10;
    DxpMatch match{plan};
    match.record_refusal(Code::NotThisGame);
    CHECK(match.next());
    match.record(game(Color::White, GameResult::Draw));
    match.record_refusal(Code::NotThisGame);
    CHECK(match.next());
    match.record_refusal(Code::NotThisGame);
    CHECK_FALSE(match.next());
    CHECK_FALSE(match.is_complete());
    for (const Code code : {Code::NoGames, Code::WrongVersion}) {
        DxpMatch other{plan};
        other.record_refusal(code);
        CHECK_FALSE(other.next());
    }
}

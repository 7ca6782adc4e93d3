// Adjudication: when both engines agree, and when the bitbases are sure.
#include "bench/adjudication.hpp"

#include "bench/match_game.hpp"
#include "core/movegen.hpp"
#include "engine/bitbase_store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

/// Plays the first legal move and thinks nothing of it.
class FirstMovePlayer : public Player {
public:
    void leave() override {}
    Expected<void, EngineFault> new_game(const Game&, Color, const std::stop_token&) override {
        return {};
    }
    Expected<PlayerAnswer, EngineFault> think(const Game& game, const PlayerClock&,
                                              const std::stop_token&) override {
        PlayerAnswer answer;
        answer.move = legal_moves(game.position())[0];
        return answer;
    }
    Expected<void, EngineFault> ponder(const Game&, const PlayerClock&) override { return {}; }
    Expected<void, EngineFault> end_game(const Game&, const std::stop_token&) override {
        return {};
    }
    [[nodiscard]] std::vector<std::string> last_lines() const override { return {}; }
};

PlayedGame play_first_moves(std::string_view fen, const AdjudicationRules& adjudication) {
    FirstMovePlayer player;
    GameRules rules;
    rules.adjudication = adjudication;
    return play_game({&player, &player}, position_of(fen), rules, {}).value();
}

AdjudicationRules bitbases_judge() {
    AdjudicationRules rules;
    rules.endings = KnownEndings{"the program", embedded_bitbases()};
    return rules;
}

}  // namespace

TEST_CASE("a game ends when both engines agree long enough", "[bench][adjudication]") {
    AdjudicationRules rules;
    rules.win = ScoreAgreement{400, 2, 0};
    rules.draw = ScoreAgreement{5, 2, 3};
    Adjudicator lost{rules};
    CHECK_FALSE(lost.add(Color::White, 500));
    CHECK_FALSE(lost.add(Color::Black, -450));
    CHECK_FALSE(lost.add(Color::White, 400));
    CHECK(lost.add(Color::Black, -400) == GameResult::WhiteWins);

    Adjudicator drawn{rules};
    for (int move = 1; move <= 2; ++move) {
        CHECK_FALSE(drawn.add(Color::White, 5));
        CHECK_FALSE(drawn.add(Color::Black, -5));
    }
    CHECK_FALSE(drawn.add(Color::White, 0));
    CHECK(drawn.add(Color::Black, 0) == GameResult::Draw);  // not before move 3

    Adjudicator broken{rules};
    for (const int score : {-500, -500, -399, -500}) {
        CHECK_FALSE(broken.add(Color::White, score));
        CHECK_FALSE(broken.add(Color::Black, std::nullopt));
    }
    CHECK_FALSE(broken.add(Color::White, -500));  // Black has never said anything
}

TEST_CASE("bitbases end a game with a move that makes it known", "[bench][adjudication]") {
    constexpr std::string_view kDrawn = "W:WK5,K46:BK1,K50";
    const PlayedGame drawn = play_first_moves(kDrawn, bitbases_judge());
    CHECK(drawn.ending == kEndedByBitbases);
    CHECK(drawn.result == GameResult::Draw);
    CHECK(drawn.moves.size() == 1);
    CHECK(play_first_moves(kDrawn, {}).moves.size() > 1);

    // 28x19 leaves four kings against a man
    const PlayedGame won = play_first_moves("W:WK28,K46,K47:B23,6", bitbases_judge());
    CHECK(won.ending == kEndedByBitbases);
    CHECK(won.result == GameResult::WhiteWins);
    CHECK(won.moves.size() == 1);
}

TEST_CASE("an end on the board comes before the bitbases", "[bench][adjudication]") {
    const PlayedGame taken = play_first_moves("W:W28:B23", bitbases_judge());
    CHECK(taken.ending == to_string(EndReason::NoPieces));
    CHECK(taken.result == GameResult::WhiteWins);
}

TEST_CASE("bitbases leave a game alone that they do not know", "[bench][adjudication]") {
    AdjudicationRules rules = bitbases_judge();
    rules.endings->bitbases = std::make_shared<const Bitbases>();
    CHECK(play_first_moves("W:WK5,K46:BK1,K50", rules).ending != kEndedByBitbases);
}

// Games over DXP as PDN.
#include "protocol/dxp_pdn.hpp"

#include "core/pdn_writer.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

namespace {

Move quiet(int from, int to) { return {Square::from_number(from), Square::from_number(to)}; }

DxpGameRecord broken_game() {
    DxpGameRecord record;
    record.request.time = 5min;
    record.request.moves = 75;
    record.names = {"Meerslag 1.0", "Scan 3.1"};
    record.game.play(quiet(32, 28));
    record.game.play(quiet(19, 24));
    record.times = {1499ms, 61s};
    record.ending = DxpEnding::PeerGone;
    return record;
}

}  // namespace

TEST_CASE("a broken game becomes PDN with all that is known of it", "[protocol][dxp][pdn]") {
    CHECK(format_pdn_game(to_pdn_game(broken_game(), {"2026.11.29", 3})) ==
          "[Event \"DXP game\"]\n"
          "[Date \"2026.11.29\"]\n"
          "[Round \"3\"]\n"
          "[White \"Meerslag 1.0\"]\n"
          "[Black \"Scan 3.1\"]\n"
          "[Result \"*\"]\n"
          "[GameType \"20\"]\n"
          "[TimeControl \"75/300\"]\n"
          "[Termination \"the peer has gone\"]\n"
          "\n"
          "1. 32-28 {[%emt 0:00:01]} 1... 19-24 {[%emt 0:01:01]} *\n"
          "\n");
}

TEST_CASE("the result of a game is the one reported", "[protocol][dxp][pdn]") {
    DxpGameRecord record = broken_game();
    record.result = GameResult::BlackWins;
    record.ending = DxpEnding::GivenUp;
    record.request.moves = 0;
    const PdnGame pdn = to_pdn_game(record, {"2026.11.29", 1});
    CHECK(pdn.result == PdnResult::BlackWins);
    CHECK(pdn.tag("TimeControl") == "300");
    CHECK(pdn.tag("Termination") == "given up");
}

TEST_CASE("a game from an own position has it as FEN", "[protocol][dxp][pdn]") {
    DxpGameRecord record;
    Board board;
    board.kings.white.add(Square::from_number(46));
    board.men.black.add(Square::from_number(1));
    const auto start = Position::from_board(board, Color::Black);
    REQUIRE(start);
    record.game = Game{*start};
    const std::string text = format_pdn_game(to_pdn_game(record, {"2026.11.29", 1}));
    CHECK(text.find("[FEN \"B:WK46:B1\"]") != std::string::npos);
    CHECK(text.find("[TimeControl \"-\"]") != std::string::npos);
}

// Adjourned games: the sealed move, the clocks, and PDN there and back.
#include "core/adjournment.hpp"

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

Game played(std::initializer_list<std::string_view> moves, const Game& start = Game{}) {
    Game game = start;
    for (const std::string_view move : moves) game.play(parse_move(move, game.position()).value());
    return game;
}

Expected<AdjournedGame, std::string> read(std::string_view pdn) {
    PdnReader reader{source_of(pdn)};
    return adjourned_game_from(reader.next().value());
}

AdjournedGame there_and_back(const AdjournedGame& adjourned) {
    return read(format_pdn_game(to_pdn_game(adjourned))).value();
}

}  // namespace

TEST_CASE("a sealed move is played when the game is resumed", "[core][adjournment]") {  // C11
    const Arbiter arbiter =
        resume({.game = played({"32-28", "19-23"}), .sealed_move = std::string{"28x19"}});
    CHECK(arbiter.game().moves().size() == 3);
    CHECK(arbiter.game().position().side_to_move() == Color::Black);
    CHECK_FALSE(arbiter.status().is_over());
}

TEST_CASE("an illegal sealed move loses", "[core][adjournment]") {  // C11
    for (const auto* const sealed : {"37-32", "", "no move", "28-19-10"}) {
        CAPTURE(sealed);
        const Arbiter arbiter =
            resume({.game = played({"32-28", "19-23"}), .sealed_move = std::string{sealed}});
        CHECK(arbiter.status() == GameStatus{GameResult::BlackWins, EndReason::IllegalSealedMove});
        CHECK(arbiter.game().moves().size() == 2);
    }
}

TEST_CASE("without a sealed move the game goes on where it stood", "[core][adjournment]") {
    const Arbiter arbiter = resume({.game = played({"32-28"})});
    CHECK(arbiter.game().position().side_to_move() == Color::Black);
    CHECK_FALSE(arbiter.status().is_over());
}

TEST_CASE("moves, clocks and the sealed move come back from PDN", "[core][adjournment]") {
    const AdjournedGame adjourned{
        .game = played({"32-28", "19-23", "28x19"}),
        .clocks = GameClocks{.start = minutes{90},
                             .increment = milliseconds{2500},
                             .left = {milliseconds{3'723'456}, seconds{59}}},
        .sealed_move = std::string{"14x23"}};
    const AdjournedGame back = there_and_back(adjourned);
    CHECK(back.game.moves() == adjourned.game.moves());
    CHECK(back.clocks == adjourned.clocks);
    CHECK(back.sealed_move == adjourned.sealed_move);
}

TEST_CASE("the tags can be read by people and other programs", "[core][adjournment]") {
    const std::string pdn = format_pdn_game(to_pdn_game(
        AdjournedGame{.game = played({"32-28"}),
                      .clocks = GameClocks{.start = minutes{90},
                                           .increment = seconds{30},
                                           .left = {milliseconds{3'723'456}, seconds{59}}},
                      .sealed_move = std::string{"19-23"}}));
    CHECK(pdn.find("[Result \"*\"]\n") != std::string::npos);
    CHECK(pdn.find("[TimeControl \"5400+30\"]\n") != std::string::npos);
    CHECK(pdn.find("[WhiteClock \"1:02:03.456\"]\n") != std::string::npos);
    CHECK(pdn.find("[BlackClock \"0:00:59\"]\n") != std::string::npos);
    CHECK(pdn.find("[SealedMove \"19-23\"]\n") != std::string::npos);
}

TEST_CASE("a game from a position with counted plies keeps its counters", "[core][adjournment]") {
    const Position start = parse_fen("B:WK16,K47:BK4,K35").value().position;
    const Game game = played({"35-44"}, Game{start, DrawCounters::at_start(start, 30)});
    const AdjournedGame back = there_and_back({.game = game});
    CHECK(back.game.start() == start);
    CHECK(back.game.counters() == game.counters());
    CHECK(back.game.counters().kings_only_plies() == 31);
    CHECK_FALSE(back.clocks);
    CHECK_FALSE(back.sealed_move);
}

TEST_CASE("random games come back from PDN", "[core][adjournment]") {
    SplitMix64 random{3};
    for (int round = 0; round < 30; ++round) {
        Game game;
        for (int ply = 0; ply < 150 && !game.status().is_over(); ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const AdjournedGame back = there_and_back({.game = game});
        REQUIRE(back.game.moves() == game.moves());
        REQUIRE(back.game.status() == game.status());
    }
}

TEST_CASE("tags that make no sense are refused by name", "[core][adjournment]") {
    for (const auto* const time : {"1:60:00", "-1:00:00", "10", "1:00", "a:b:c", "1:00:00.5", ""}) {
        CAPTURE(time);
        const auto adjourned = read(std::string{"[WhiteClock \""} + time +
                                    "\"]\n[BlackClock \"0:01:00\"]\n\n1. 32-28 *\n");
        REQUIRE_FALSE(adjourned);
        CHECK(adjourned.error().find("WhiteClock") != std::string::npos);
    }
    const auto one_clock = read("[WhiteClock \"0:01:00\"]\n\n1. 32-28 *\n");
    REQUIRE_FALSE(one_clock);
    CHECK(one_clock.error().find("BlackClock") != std::string::npos);
    const auto plies = read("[KingsOnlyPlies \"-3\"]\n\n1. 32-28 *\n");
    REQUIRE_FALSE(plies);
    CHECK(plies.error().find("KingsOnlyPlies") != std::string::npos);
}

TEST_CASE("a game that cannot be read whole is refused", "[core][adjournment]") {
    const auto illegal = read("1. 32-28 37-32 *\n");
    REQUIRE_FALSE(illegal);
    CHECK(illegal.error().find("line 1") != std::string::npos);
    CHECK_FALSE(read("1. 32-28 /FEN \"B:W28:B20\"/ 20-24 *\n"));
}

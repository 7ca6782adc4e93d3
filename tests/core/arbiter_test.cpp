// Arbiter: draw offers, resignation, time.
#include "core/arbiter.hpp"

#include "core/movegen.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

void play_any(Arbiter& arbiter) { arbiter.play(legal_moves(arbiter.game().position())[0]); }

/// The first random game that goes on for that long and a while more.
Arbiter after_plies(int plies) {
    for (std::uint64_t seed = 1;; ++seed) {
        SplitMix64 random{seed};
        Game game;
        while (static_cast<int>(game.moves().size()) < plies + 6 && !game.status().is_over()) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (game.status().is_over()) continue;
        while (static_cast<int>(game.moves().size()) > plies) game.undo();
        return Arbiter{game};
    }
}

}  // namespace

TEST_CASE("a draw can be offered after the 40th move, not before", "[core][arbiter]") {  // C12.4
    Arbiter arbiter = after_plies(78);
    CHECK(arbiter.moves_made(Color::White) == 39);
    CHECK(arbiter.obstacle_after_next_move(Color::White) == std::nullopt);
    CHECK(arbiter.offer_obstacle(Color::Black) == OfferError::TooEarly);
    play_any(arbiter);
    CHECK(arbiter.moves_made(Color::White) == 40);
    CHECK(arbiter.moves_made(Color::Black) == 39);
    CHECK(arbiter.offer_obstacle(Color::White) == std::nullopt);
}

TEST_CASE("an offer follows the move of the one who offers", "[core][arbiter]") {  // C12.4
    const Arbiter arbiter = after_plies(82);
    CHECK(arbiter.offer_obstacle(Color::White) == OfferError::NotAfterMove);
    CHECK(arbiter.obstacle_after_next_move(Color::White) == std::nullopt);
    CHECK(arbiter.obstacle_after_next_move(Color::Black) == OfferError::NotAfterMove);
    CHECK(arbiter.offer_obstacle(Color::Black) == std::nullopt);
}

TEST_CASE("an accepted offer ends the game in a draw", "[core][arbiter]") {  // 7.3
    Arbiter arbiter = after_plies(81);
    arbiter.offer_draw(Color::White);
    CHECK(arbiter.offered_by() == Color::White);
    CHECK(arbiter.offer_obstacle(Color::White) == OfferError::AlreadyStands);
    arbiter.accept_draw();
    CHECK(arbiter.status() == GameStatus{GameResult::Draw, EndReason::Agreement});
    CHECK(arbiter.offer_obstacle(Color::White) == OfferError::GameOver);
}

TEST_CASE("a move refuses the offer and bars its maker until the opponent has offered",
          "[core][arbiter]") {  // C12.4
    Arbiter arbiter = after_plies(81);
    arbiter.offer_draw(Color::White);
    play_any(arbiter);
    CHECK(arbiter.offered_by() == std::nullopt);
    CHECK(arbiter.obstacle_after_next_move(Color::White) == OfferError::RefusedBefore);
    CHECK(arbiter.offer_obstacle(Color::Black) == std::nullopt);
    play_any(arbiter);
    CHECK(arbiter.offer_obstacle(Color::White) == OfferError::RefusedBefore);

    play_any(arbiter);
    arbiter.offer_draw(Color::Black);
    play_any(arbiter);
    CHECK(arbiter.offer_obstacle(Color::White) == std::nullopt);
    CHECK(arbiter.obstacle_after_next_move(Color::Black) == OfferError::RefusedBefore);
}

TEST_CASE("an offer refused in words counts as refused", "[core][arbiter]") {  // C12.4
    Arbiter arbiter = after_plies(81);
    arbiter.offer_draw(Color::White);
    arbiter.refuse_draw();
    CHECK(arbiter.offered_by() == std::nullopt);
    CHECK(arbiter.offer_obstacle(Color::White) == OfferError::RefusedBefore);
    CHECK_FALSE(arbiter.status().is_over());
}

TEST_CASE("taking back moves restores the offers of that time", "[core][arbiter]") {
    Arbiter arbiter = after_plies(81);
    arbiter.offer_draw(Color::White);
    play_any(arbiter);
    arbiter.undo();
    CHECK(arbiter.offered_by() == Color::White);
    arbiter.redo();
    CHECK(arbiter.offered_by() == std::nullopt);
    CHECK(arbiter.obstacle_after_next_move(Color::White) == OfferError::RefusedBefore);
}

TEST_CASE("who resigns or oversteps the time loses", "[core][arbiter]") {  // 7.2.1, C8.2.6
    Arbiter resigned;
    resigned.resign(Color::White);
    CHECK(resigned.status() == GameStatus{GameResult::BlackWins, EndReason::Resignation});
    Arbiter late;
    late.lose_on_time(Color::Black);
    CHECK(late.status() == GameStatus{GameResult::WhiteWins, EndReason::Time});
}

TEST_CASE("a resignation is taken back before any move", "[core][arbiter]") {
    Arbiter arbiter;
    play_any(arbiter);
    arbiter.resign(Color::Black);
    CHECK(arbiter.undo());
    CHECK_FALSE(arbiter.status().is_over());
    CHECK(arbiter.game().moves().size() == 1);
}

TEST_CASE("results are written in points and in the other notation", "[core][arbiter]") {  // C12.6
    CHECK(points_text(GameResult::WhiteWins) == "2-0");
    CHECK(points_text(GameResult::Draw) == "1-1");
    CHECK(points_text(GameResult::BlackWins) == "0-2");
    CHECK(points_text(GameResult::Ongoing) == "*");
    CHECK(score_text(GameResult::WhiteWins) == "1-0");
    CHECK(score_text(GameResult::Draw) == "1/2-1/2");
    CHECK(score_text(GameResult::BlackWins) == "0-1");
}

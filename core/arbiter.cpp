// Draw offers and the ends of a game that the players bring about.
#include "core/arbiter.hpp"

#include <cassert>
#include <cstdlib>
#include <utility>

namespace meerslag {

std::string_view describe(OfferError error) {
    switch (error) {
        case OfferError::GameOver: return "the game is over";
        case OfferError::TooEarly: return "a draw can be offered after 40 moves of one's own";
        case OfferError::NotAfterMove: return "a draw is offered after one's own move";
        case OfferError::AlreadyStands: return "the offer stands already";
        case OfferError::RefusedBefore:
            return "the last offer was refused: now the opponent has to offer first";
    }
    std::abort();
}

Arbiter::Arbiter(Game game) : game_(std::move(game)), offers_(game_.moves().size() + 1) {}

GameStatus Arbiter::status() const {
    return ended_by_players_.is_over() ? ended_by_players_ : game_.status();
}

int Arbiter::moves_made(Color color) const {
    const int plies = static_cast<int>(game_.moves().size());
    return game_.start().side_to_move() == color ? (plies + 1) / 2 : plies / 2;
}

void Arbiter::play(const Move& move) {
    assert(!ended_by_players_.is_over());
    game_.play(move);
    follow_last_move();
}

bool Arbiter::undo() {
    if (ended_by_players_.is_over()) {
        ended_by_players_ = {};
        return true;
    }
    if (!game_.undo()) return false;
    offers_.pop_back();
    return true;
}

bool Arbiter::redo() {
    if (ended_by_players_.is_over() || !game_.redo()) return false;
    follow_last_move();
    return true;
}

std::optional<OfferError> Arbiter::offer_obstacle(Color color) const {
    if (status().is_over()) return OfferError::GameOver;
    if (offers_.back().standing == color) return OfferError::AlreadyStands;
    if (offers_.back().barred == color) return OfferError::RefusedBefore;
    if (moves_made(color) < kMovesBeforeDrawOffer) return OfferError::TooEarly;
    if (game_.position().side_to_move() == color) return OfferError::NotAfterMove;
    return std::nullopt;
}

std::optional<OfferError> Arbiter::obstacle_after_next_move(Color color) const {
    if (status().is_over()) return OfferError::GameOver;
    if (game_.position().side_to_move() != color) return OfferError::NotAfterMove;
    if (offers_.back().barred == color) return OfferError::RefusedBefore;
    if (moves_made(color) + 1 < kMovesBeforeDrawOffer) return OfferError::TooEarly;
    return std::nullopt;
}

void Arbiter::offer_draw(Color color) {
    assert(!offer_obstacle(color));
    // Having offered, `color` lets the opponent offer again
    offers_.back() = {.standing = color, .barred = std::nullopt};
}

void Arbiter::accept_draw() {
    assert(offered_by() && !status().is_over());
    ended_by_players_ = {GameResult::Draw, EndReason::Agreement};
}

void Arbiter::refuse_draw() {
    assert(offered_by());
    offers_.back() = {.standing = std::nullopt, .barred = offers_.back().standing};
}

void Arbiter::lose(Color loser, EndReason reason) {
    assert(!status().is_over());
    ended_by_players_ = {win_for(opposite(loser)), reason};
}

void Arbiter::follow_last_move() {
    // An offer is made with the opponent to move, so that this move answers it
    offers_.push_back(offers_.back());
    if (offered_by()) refuse_draw();
}

}  // namespace meerslag

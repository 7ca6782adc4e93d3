// Arbiter: a game between two players, with what they say to each other beside the moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"

namespace meerslag {

/// A player may offer a draw after having made this many moves (C12.4).
inline constexpr int kMovesBeforeDrawOffer = 40;

/// Why a draw cannot be offered now.
enum class OfferError : std::uint8_t {
    GameOver,
    TooEarly,       ///< fewer than 40 moves made
    NotAfterMove,   ///< an offer follows one's own move
    AlreadyStands,  ///< one's own offer waits for its answer
    RefusedBefore,  ///< the opponent has to offer first
};

/// For people: "a draw can be offered after 40 moves" and so on.
[[nodiscard]] std::string_view describe(OfferError error);

/// A Game with draw offers (C12.4), resignation, and loss on time. It has no clock: whoever has one
/// reports the flag.
class Arbiter {
public:
    explicit Arbiter(Game game = Game{});

    [[nodiscard]] const Game& game() const { return game_; }
    /// How the players ended the game, else how the rules did.
    [[nodiscard]] GameStatus status() const;
    /// How many moves that colour has made.
    [[nodiscard]] int moves_made(Color color) const;

    /// Plays a move, which refuses an offer of the opponent.
    /// Requires: it is legal; the players have not ended the game.
    void play(const Move& move);
    /// Takes back an end by the players, else the last move. Returns: whether there was one.
    bool undo();
    /// Plays again what undo() took back last. Returns: whether there was such a move.
    bool redo();

    /// What stands against an offer by `color`, if anything.
    [[nodiscard]] std::optional<OfferError> offer_obstacle(Color color) const;
    /// The same, for an offer that would follow the next move of `color`, the side to move.
    [[nodiscard]] std::optional<OfferError> obstacle_after_next_move(Color color) const;
    /// Requires: nothing stands against it.
    void offer_draw(Color color);
    /// Whose offer waits for an answer.
    [[nodiscard]] std::optional<Color> offered_by() const { return offers_.back().standing; }
    /// Ends the game in a draw (7.3). Requires: an offer stands, and the game goes on.
    void accept_draw();
    /// Refuses in words what a move would refuse too. Requires: an offer stands.
    void refuse_draw();

    /// Each ends the game. Requires: it goes on.
    void resign(Color loser) { lose(loser, EndReason::Resignation); }
    void lose_on_time(Color loser) { lose(loser, EndReason::Time); }
    void lose_by_sealed_move(Color loser) { lose(loser, EndReason::IllegalSealedMove); }

private:
    /// After each ply.
    struct Offers {
        std::optional<Color> standing;  ///< whose offer waits for an answer
        std::optional<Color> barred;    ///< who was refused and may not offer before the opponent
    };

    void lose(Color loser, EndReason reason);
    void follow_last_move();

    Game game_;
    GameStatus ended_by_players_;
    std::vector<Offers> offers_;  // one element more than moves
};

}  // namespace meerslag

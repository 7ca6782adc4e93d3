// DxpSession: one conversation over DXP as a state machine, for either side. Pure: what happens
// comes in as calls that carry the time, what has to be done goes out as a list of actions. So both
// ends of a game can run in one test, without sockets and without waiting.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/game_status.hpp"
#include "engine/limits.hpp"
#include "protocol/dxp_message.hpp"

namespace meerslag {

using DxpInstant = std::chrono::steady_clock::time_point;

/// Who proposes the games. It has nothing to do with who listens and who connects.
enum class DxpRole : std::uint8_t { Follower, Initiator };

/// Whether to think in the peer's time too.
enum class DxpPondering : bool { Off, On };

struct DxpSettings {
    std::string name = "Meerslag";  ///< ours, as the peer is told it
    DxpRole role = DxpRole::Follower;
    /// Follower: how many games to accept; after them every proposal is refused. Initiator: how
    /// many are planned; with several, a peer that acknowledges a game's end with "no more games",
    /// as some do every time, is asked again all the same.
    std::optional<int> games = {};
    DxpPondering pondering = DxpPondering::Off;
    /// How long the peer may be silent when it is on it to speak. None: for ever.
    std::optional<std::chrono::milliseconds> peer_timeout = {};
};

/// How a game came to its end.
enum class DxpEnding : std::uint8_t {
    Rules,        ///< it is over on the board
    GivenUp,      ///< the loser said so
    Agreed,       ///< reported as a draw, though the rules do not say so
    Claimed,      ///< reported as a win by the winner
    MoveLimit,    ///< both sides have made the moves that were agreed on
    Unknown,      ///< ended by the peer without a result
    IllegalMove,  ///< the peer's move cannot be played
    StoppedByUs,  ///< broken off: from here on nobody knows
    StoppedByPeer,
    PeerGone,
    PeerSilent,
};

/// In words for a person, such as "the peer has gone".
[[nodiscard]] std::string_view to_string(DxpEnding ending);

/// A game as it was played, to the end or not.
struct DxpGameRecord {
    DxpGameRequest request;
    Color ours = Color::White;
    PerColor<std::string> names;
    Game game;
    std::vector<std::chrono::milliseconds> times;  ///< of each move, by our own clock
    GameResult result = GameResult::Ongoing;       ///< Ongoing: not known
    DxpEnding ending = DxpEnding::Unknown;
};

namespace dxp_action {

/// Nothing to do: a message has come, and what follows answers it.
struct Heard {
    std::string message;
};
/// Send it now, with the NUL, in one piece.
struct Send {
    std::string message;
};
/// Close the connection.
struct Close {};
/// Search; the answer is DxpSession::moved with the same id.
struct Search {
    int id;
    Game game;
    SearchLimits limits;
};
/// Search, in the peer's time, the game as it stands when the peer answers as expected; `limits`
/// are those from then on. The answer is DxpSession::moved with the same id.
struct Ponder {
    int id;
    Game game;
    SearchLimits limits;
};
/// The peer has answered as expected: the limits of the search that runs hold from now on.
struct PonderHit {};
/// The running search's answer is no longer wanted.
struct StopSearch {};
/// A game begins: what was learned from others is of no use.
struct GameStarted {
    DxpGameRequest request;
    Color ours;
    PerColor<std::string> names;
};
/// A game has ended or was broken off.
struct GameOver {
    DxpGameRecord record;
};
/// The peer does not want the game proposed.
struct Refused {
    DxpGameAnswer::Code code;
};
/// Something a person who looks for a fault wants to read.
struct Note {
    std::string text;
};

}  // namespace dxp_action

using DxpAction = std::variant<dxp_action::Heard, dxp_action::Send, dxp_action::Close,
                               dxp_action::Search, dxp_action::Ponder, dxp_action::PonderHit,
                               dxp_action::StopSearch, dxp_action::GameStarted,
                               dxp_action::GameOver, dxp_action::Refused, dxp_action::Note>;

enum class DxpState : std::uint8_t {
    Idle,       ///< connected, no game
    Requested,  ///< initiator: a game is proposed
    OurTurn,    ///< searching, or waiting until the move may be sent
    TheirTurn,
    Ending,   ///< we have ended the game and wait for the acknowledgement
    Leaving,  ///< no more games: what is still to be sent, then the end of the connection
    Closed,
};

/// One connection, from its start to its end.
///
/// Between two messages that are sent without one received in between lie 100 ms: many programs
/// take what arrives together for one message. So a message may wait here until `deadline`.
class DxpSession {
public:
    using Actions = std::vector<DxpAction>;

    DxpSession(DxpSettings settings, DxpInstant now);

    // What happens. Each gives what has to be done, in this order.

    /// Bytes of the stream, cut anywhere.
    [[nodiscard]] Actions received(std::string_view bytes, DxpInstant now);
    /// The search `id` has chosen `move` and expects `reply`. An old id is passed over.
    [[nodiscard]] Actions moved(int id, const Move& move, DxpInstant now,
                                std::optional<Move> reply = std::nullopt);
    /// `deadline` has come. Too early does no harm.
    [[nodiscard]] Actions woken(DxpInstant now);
    /// The connection is gone.
    [[nodiscard]] Actions disconnected(DxpInstant now);

    // What the user wants.

    /// Proposes a game. Requires: wants_proposal().
    [[nodiscard]] Actions propose(DxpGameRequest request, DxpInstant now);
    /// Asks to go back to where `ply` plies were played. Whether there is such a place is for the
    /// peer to say. Requires: a game is running, and no such request is open.
    [[nodiscard]] Actions ask_back(int ply, DxpInstant now);
    [[nodiscard]] Actions say(std::string text, DxpInstant now);
    /// Gives the game up. Requires: it is our turn.
    [[nodiscard]] Actions resign(DxpInstant now);
    /// Breaks the game off without a result; another may follow. On the peer's turn, where the
    /// protocol leaves it to the peer, only when the game cannot go on. Requires: a game is
    /// running.
    [[nodiscard]] Actions break_off(DxpInstant now);
    /// Ends the session: a running game is broken off.
    [[nodiscard]] Actions leave(DxpInstant now);

    [[nodiscard]] DxpState state() const { return state_; }
    /// The running game; none between games.
    [[nodiscard]] const Game* game() const { return game_ ? &game_->record.game : nullptr; }
    [[nodiscard]] bool is_asking_back() const { return asked_back_.has_value(); }
    /// When woken() is to be called, unless something else happens before.
    [[nodiscard]] std::optional<DxpInstant> deadline() const;
    /// Whether it is on us to propose a game or to leave.
    [[nodiscard]] bool wants_proposal() const {
        return settings_.role == DxpRole::Initiator && state_ == DxpState::Idle;
    }

private:
    struct RunningGame {
        DxpGameRecord record;
        DxpInstant turn_began;
    };
    /// What a search has come to.
    struct Choice {
        Move move;
        std::optional<Move> reply;
    };
    enum class Thought : std::uint8_t { None, Search, Ponder };

    // Messages, one function each
    void handle(std::string_view text);
    void handle_bad(const DxpError& error, std::string_view text);
    void handle(const DxpGameRequest& request);
    void handle(const DxpGameAnswer& answer);
    void handle(const DxpMove& move, std::string_view text);
    void handle(const DxpGameEnd& end);
    void handle(const DxpChat& chat);
    void handle(const DxpBackRequest& request);
    void handle(const DxpBackAnswer& answer);

    // The game
    void start_game(const DxpGameRequest& request, Color ours, std::string_view peer);
    void begin_turn();
    void search();
    void ponder(const Move& reply);
    void hit();
    void stop_search();
    [[nodiscard]] SearchLimits limits() const;
    [[nodiscard]] bool is_limit_reached(std::size_t plies) const;
    void play(const Choice& choice);
    [[nodiscard]] bool has_ply(int ply) const;
    void go_back(int ply);
    void end_game_on_illegal_move(std::string_view text);
    void end_game(DxpGameEnd::Reason reason, DxpEnding ending);
    void save_game(GameResult result, DxpEnding ending);
    void begin_leaving(std::chrono::milliseconds patience);
    [[nodiscard]] bool is_playing() const {
        return state_ == DxpState::OurTurn || state_ == DxpState::TheirTurn;
    }
    [[nodiscard]] bool awaits_peer() const;

    // Sending
    [[nodiscard]] Actions finish();
    void send(const DxpMessage& message);
    void flush();
    [[nodiscard]] DxpInstant next_send() const;
    void note(std::string text) { actions_.push_back(dxp_action::Note{std::move(text)}); }

    const DxpSettings settings_;
    DxpState state_ = DxpState::Idle;
    std::optional<RunningGame> game_;
    DxpGameRequest proposed_;        // while Requested
    std::optional<int> asked_back_;  // the ply, while the answer is out
    std::optional<Choice> chosen_;   // our move, while it may not be sent yet
    Thought thought_ = Thought::None;
    int search_id_ = 0;               // of the last search, pondering included
    std::optional<Move> expected_;    // the peer's move, while pondering
    std::optional<Choice> pondered_;  // while pondering: what has come out before the peer's move
    int games_accepted_ = 0;

    DxpFrameReader reader_;
    std::deque<std::string> outbox_;
    bool heard_since_send_ = true;
    DxpInstant last_send_;
    DxpInstant last_heard_;              // or since when the peer is waited for
    DxpInstant state_ends_;              // Ending and Leaving
    std::optional<DxpInstant> hint_at_;  // when to say that nobody proposes a game

    DxpInstant now_;  // of the call that is being worked on
    Actions actions_;
};

}  // namespace meerslag

// Player: an engine in a match, whatever protocol it speaks.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/engine_fault.hpp"
#include "bench/time_control.hpp"
#include "core/error.hpp"
#include "core/game.hpp"

namespace meerslag {

enum class EngineProtocol : std::uint8_t { Hub, Hub1, Dxp };

/// An engine as the command line describes it.
struct EngineSettings {
    std::string name;
    std::string command;
    std::string folder;  ///< to start it in; empty: the present one
    EngineProtocol protocol = EngineProtocol::Hub;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< set before `init`
    std::vector<std::string> console_lines;  ///< written to its standard input first
    int port = 0;  ///< where a DXP engine listens; the match's seat number is added
    std::optional<TimeControl> control;  ///< if not that of the match

    friend bool operator==(const EngineSettings&, const EngineSettings&) = default;
};

enum class Ponder : bool { Off, On };

/// What holds for all games of a player.
struct PlayerRules {
    TimeControl control;
    Ponder ponder = Ponder::Off;
    /// A move may come so much later than its time allows.
    std::chrono::milliseconds margin{0};
    /// Without a limit on time, and to get ready.
    std::chrono::milliseconds patience{60000};
};

/// One seat at which games are played: its number and processor.
struct Seat {
    int number = 0;
    std::optional<int> processor;
};

/// What an engine answers when it is to move.
struct PlayerAnswer {
    enum class Kind : std::uint8_t { Move, Resigns, ClaimsDraw };
    Kind kind = Kind::Move;
    std::optional<Move> move;  ///< legal; set for Kind::Move
    Microseconds time{0};
    // What it told of its search, if anything.
    std::optional<int> score;  ///< 1/100 man, to its own side
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

/// An engine that is running and ready. After a fault it is of no more use. Its program is killed
/// with the player, unless it has ended before.
class Player {
public:
    virtual ~Player() = default;

    /// Asks the program to end and gives it a little time for it.
    virtual void leave() = 0;

    /// A game begins, `game` without moves yet, in which the player has `color`.
    [[nodiscard]] virtual Expected<void, EngineFault> new_game(const Game& game, Color color,
                                                               const std::stop_token& stop) = 0;

    /// Asks for the move in the game as it stands, which is not over.
    /// Errors: TimeLoss when it comes later than the clock's allowance and the margin.
    [[nodiscard]] virtual Expected<PlayerAnswer, EngineFault> think(
        const Game& game, const PlayerClock& clock, const std::stop_token& stop) = 0;

    /// The opponent's turn has begun: the player may ponder. `clock` is that of its next move.
    [[nodiscard]] virtual Expected<void, EngineFault> ponder(const Game& game,
                                                             const PlayerClock& clock) = 0;

    /// The game is over; `game` has all its moves.
    [[nodiscard]] virtual Expected<void, EngineFault> end_game(const Game& game,
                                                               const std::stop_token& stop) = 0;

    /// Between games: whether its program can play another. If it has said that it leaves, which is
    /// no fault, it has to be started again.
    [[nodiscard]] virtual bool can_play_on() const { return true; }

    /// What the engine wrote last, for reports.
    [[nodiscard]] virtual std::vector<std::string> last_lines() const = 0;
};

/// Starts an engine and makes it ready.
/// Errors: NoStart and others, with what the engine wrote last.
struct StartFailure {
    EngineFault fault;
    std::vector<std::string> last_lines;
};
[[nodiscard]] Expected<std::unique_ptr<Player>, StartFailure> start_player(
    const EngineSettings& settings, const PlayerRules& rules, const Seat& seat,
    const std::stop_token& stop);

}  // namespace meerslag

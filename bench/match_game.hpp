// One game between two players, with the referee's eye on moves and clocks.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/adjudication.hpp"
#include "bench/player.hpp"
#include "core/game_status.hpp"

namespace meerslag {

struct GameRules {
    PerColor<TimeControl> controls;
    AdjudicationRules adjudication;
    int move_limit = 0;  ///< moves of each side, then it is a draw; 0: none
};

/// PlayedGame::ending where the bitbases were sure of the result.
inline constexpr std::string_view kEndedByBitbases = "bitbases";

/// Whose fault ended the game, and where.
struct FaultReport {
    Color color;
    EngineFault fault;
    Position position;
    std::vector<std::string> last_lines;
};

/// A move and what its player told of it.
struct PlayedMove {
    Move move;
    Microseconds time{0};
    std::optional<int> score;  ///< 1/100 man, to the mover
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

struct PlayedGame {
    Position start;
    std::vector<PlayedMove> moves;
    GameResult result;
    std::string ending;  ///< for people: "threefold", "adjudicated", "NAME: crash"
    std::optional<FaultReport> fault;
};

/// Plays a game to its end. A fault loses it; the player at fault is of no more use then.
/// Returns: nullopt when `stop` was requested before its end.
[[nodiscard]] std::optional<PlayedGame> play_game(const PerColor<Player*>& players,
                                                  const Position& start, const GameRules& rules,
                                                  const std::stop_token& stop);

}  // namespace meerslag

// AdjournedGame: an unfinished game put away, with its clocks and a sealed move (C11).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/arbiter.hpp"
#include "core/error.hpp"
#include "core/pdn_game.hpp"

namespace meerslag {

/// Both players' clocks: one time for all moves, and an addition for every move (C8.1.1, C8.1.2).
struct GameClocks {
    std::chrono::milliseconds start{0};      ///< what each player had when the game began
    std::chrono::milliseconds increment{0};  ///< added before every move
    PerColor<std::chrono::milliseconds> left{start, start};  ///< without that of the next move

    friend bool operator==(const GameClocks&, const GameClocks&) = default;
};

struct AdjournedGame {
    Game game;
    std::optional<GameClocks> clocks = {};
    /// What the side to move has written down, unread: it may be illegal.
    std::optional<std::string> sealed_move = {};
};

/// Opens a game again. A sealed move is played, so that the opponent is to move and the opponent's
/// clock starts; an illegal or ambiguous one loses.
[[nodiscard]] Arbiter resume(const AdjournedGame& adjourned);

/// As a PDN game that other programs can open. Beside the usual tags, among them TimeControl:
///
///     WhiteClock, BlackClock   the time left, h:mm:ss or h:mm:ss.mmm
///     SealedMove               as it was written
///     KingsOnlyPlies           where plies of article 6.2 had been counted before the start
///
/// Names, date and result are for the caller; the result is `*` unless the rules have ended it.
[[nodiscard]] PdnGame to_pdn_game(const AdjournedGame& adjourned);

/// The moves of a PDN as a game, whatever its clocks.
///
/// Errors: in words for a person: moves that could not be read, positions set up in the middle, and
/// a tag KingsOnlyPlies that makes no sense.
[[nodiscard]] Expected<Game, std::string> game_from(const PdnGame& pdn);

/// The same for a PDN in which positions may be set up: a game from each of them to the next, the
/// first from the start of the PDN; some may have no moves.
///
/// Errors: those of game_from(), but for set-ups.
[[nodiscard]] Expected<std::vector<Game>, std::string> parts_from(const PdnGame& pdn);

/// The game of a PDN; one without these tags has no clocks and no sealed move.
///
/// Errors: those of game_from(), and other tags that make no sense.
[[nodiscard]] Expected<AdjournedGame, std::string> adjourned_game_from(const PdnGame& pdn);

}  // namespace meerslag

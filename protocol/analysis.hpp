// Analysis: every position of a game searched, and every move that was played judged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/pdn_game.hpp"
#include "engine/engine.hpp"

namespace meerslag {

/// A way to go on, and what it is worth to the side to move.
struct AnalysedLine {
    Score score;
    std::vector<Move> moves;  ///< not empty
};

/// What is known of one position of a game. All scores are those of its side to move.
struct AnalysedPosition {
    Position position;
    std::size_t ply = 0;     ///< moves played before it
    GameStatus status = {};  ///< of the game, at this moment
    std::size_t legal_moves = 0;
    std::optional<Move> played = {};  ///< none: the game stops here
    /// The best ways to go on, best first; empty if the game is over here and stops.
    std::vector<AnalysedLine> lines = {};
    Score score = {};                        ///< with best play; the result if there are no lines
    std::optional<Score> played_score = {};  ///< of the move that was played
    int depth = 0;                           ///< plies of the last finished iteration
    std::uint64_t nodes = 0;                 ///< 0: known without a search

    [[nodiscard]] bool is_forced() const { return legal_moves == 1; }
    /// Whether no better move than the one played is known.
    [[nodiscard]] bool is_best_played() const { return played_score && *played_score >= score; }
    /// What the move that was played gave away. Unit: 1/100 man. Range: 0 to 2 * kMostForLoss;
    /// nothing where no move was played.
    [[nodiscard]] std::optional<int> loss() const;
    /// The mark such a move deserves: ?!, ? or ??; None for the others, and for a forced one.
    [[nodiscard]] PdnStrength mark() const;
};

/// A loss is measured between scores held within this, so a won game counts as ten men.
/// Unit: 1/100 man.
inline constexpr int kMostForLoss = 1000;

/// A mark is given by the difference of scores held within this: three men ahead, a game is won,
/// and a slower win is no mistake. Unit: 1/100 man.
inline constexpr int kMostForMark = 300;

/// From which difference on a move gets its mark. A man is a mistake, and the learned weights take
/// one for 0.76 at the start of a game; what turns a win into a draw, a draw into a loss, or costs
/// two men is a blunder. Unit: 1/100 man.
inline constexpr int kDoubtfulFrom = 40;
inline constexpr int kBadFrom = 60;
inline constexpr int kVeryBadFrom = 200;

/// Who watches an analysis. Both are called by the thread that analyses.
struct AnalysisWatcher {
    /// Asked before each search, after Engine::prepare(), so that whoever says no and calls
    /// Engine::stop() from another thread ends the analysis at once.
    std::function<bool()> may_go_on = [] { return true; };
    std::function<void()> on_position_done = [] {};
};

/// Searches the positions of `game`, from the last one back to the start: what came of a move is
/// then known when the move is judged. The position reached is the last one; for it alone give a
/// game without moves. The engine shows as many lines as its options say.
///
/// - A position from which only one move was possible is not searched: it is worth what follows.
/// - A move played that turns out better than what the search prefers becomes the best.
/// - Where the rules have ended the game, the result is the score, unless it was played on.
///
/// Returns: in the order of the game; without the earlier ones if the watcher ended it.
[[nodiscard]] std::vector<AnalysedPosition> analyse(Engine& engine, Game game,
                                                    const SearchLimits& limits,
                                                    const AnalysisWatcher& watcher = {});

/// The same for a game in which positions were set up, by the games from each of them to the next.
/// The position in which another one was set up is left out, as if it had not been reached: so
/// there is one for each move, and the last.
[[nodiscard]] std::vector<AnalysedPosition> analyse(Engine& engine, std::span<const Game> parts,
                                                    const SearchLimits& limits,
                                                    const AnalysisWatcher& watcher = {});

}  // namespace meerslag

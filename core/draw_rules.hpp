// DrawCounters: how far the game has come towards the draws by counted moves (articles 6.2-6.4).
#pragma once

#include <cstdint>
#include <optional>

#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag {

/// The endings in which the number of moves left is limited, whoever is the lone king.
enum class LimitedEnding : std::uint8_t {
    None,
    ThreeAgainstOne,    ///< 6.3: three kings, two kings and a man, or a king and two men, v a king
    UpToTwoAgainstOne,  ///< 6.4: two kings, a king and a man, or a king, v a king
};

/// The ending that the pieces on the board make.
[[nodiscard]] LimitedEnding limited_ending(const Position& position);

/// The draws by counting, those that need no earlier position.
enum class CountedDraw : std::uint8_t {
    FiveMoves,        ///< 6.4
    SixteenMoves,     ///< 6.3
    TwentyFiveMoves,  ///< 6.2
};

/// Limits. Unit: plies, so 25 moves by each side are 50, whoever began.
inline constexpr int kKingsOnlyLimit = 50;          // 6.2
inline constexpr int kThreeAgainstOneLimit = 32;    // 6.3
inline constexpr int kUpToTwoAgainstOneLimit = 10;  // 6.4

/// The counters of one position of a game. A small value: the search carries it along in its tree
/// (`child = counters.after(position, move)`), as Game does in its history.
///
/// - Kings only (6.2): plies in a row with kings only and without a capture. Any move of a man, a
///   promotion too, and any capture set it to 0.
/// - Endings (6.3, 6.4): plies since the ending came about; the ply that brought it about is not
///   counted, moves of men are. The count belongs to the article: it goes on while the pieces stay
///   within it, starts at 0 when they enter the other article, and is gone when they leave both.
class DrawCounters {
public:
    /// All counters at 0, and no ending begun.
    constexpr DrawCounters() = default;

    /// At the start of a game: an ending that is on the board begins with it. `kings_only_plies`
    /// may have been counted before (the `:H` of a lidraughts FEN). Requires: not negative.
    [[nodiscard]] static DrawCounters at_start(const Position& start, int kings_only_plies = 0);

    /// The counters after `move`. Requires: they are those of `before`, `move` is legal there.
    /// Cost: a few instructions, unless the move captures or promotes.
    [[nodiscard]] DrawCounters after(const Position& before, const Move& move) const;

    [[nodiscard]] constexpr int kings_only_plies() const { return kings_only_plies_; }
    [[nodiscard]] constexpr LimitedEnding ending() const { return ending_; }
    /// Plies since the limited ending came about; nothing outside one.
    [[nodiscard]] std::optional<int> endgame_plies() const;
    /// How many plies it may last; nothing outside one.
    [[nodiscard]] std::optional<int> endgame_limit_plies() const;

    /// Plies that the draws by counting leave: a game that is over in so many is won before them.
    /// Range: negative in a game played on after such a draw.
    [[nodiscard]] int plies_left() const;

    /// The draw these counters give, if any; the shorter limit first where two are reached.
    /// Only for a side that has a move left: one without has lost (7.2), which comes before.
    [[nodiscard]] std::optional<CountedDraw> draw() const;

    friend constexpr bool operator==(const DrawCounters&, const DrawCounters&) = default;

private:
    // Range: from 0 without a limit, since a game may be played on after the draw.
    int kings_only_plies_ = 0;
    int ending_plies_ = 0;
    LimitedEnding ending_ = LimitedEnding::None;
};

}  // namespace meerslag

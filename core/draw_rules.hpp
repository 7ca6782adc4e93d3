// DrawCounters: how far the game has come towards the draws by counted moves (articles 6.2-6.4).
#pragma once

#include <cstdint>
#include <cstdlib>
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

/// No limited ending has more pieces.
inline constexpr int kLimitedEndingPieces = 4;

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

/// How long `ending` may last. Requires: it is one.
[[nodiscard]] constexpr int limit_plies_of(LimitedEnding ending) {
    switch (ending) {
        case LimitedEnding::ThreeAgainstOne: return kThreeAgainstOneLimit;
        case LimitedEnding::UpToTwoAgainstOne: return kUpToTwoAgainstOneLimit;
        case LimitedEnding::None: break;
    }
    std::abort();
}

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
    /// Cost: a few instructions, unless few pieces are left and the move captures or promotes.
    [[nodiscard]] DrawCounters after(const Position& before, const Move& move) const {
        const bool is_man = before.men(before.side_to_move()).contains(move.from());
        DrawCounters next;
        next.kings_only_plies_ = is_man || move.is_capture() ? 0 : kings_only_plies_ + 1;
        // Only these two change which pieces are on the board
        next.ending_ = move.is_capture() || move.promotes() ? ending_after(before, move) : ending_;
        const bool goes_on = next.ending_ == ending_ && ending_ != LimitedEnding::None;
        next.ending_plies_ = goes_on ? ending_plies_ + 1 : 0;
        return next;
    }

    [[nodiscard]] constexpr int kings_only_plies() const { return kings_only_plies_; }
    [[nodiscard]] constexpr LimitedEnding ending() const { return ending_; }
    /// Plies since the limited ending came about; nothing outside one.
    [[nodiscard]] constexpr std::optional<int> endgame_plies() const {
        if (ending_ == LimitedEnding::None) return std::nullopt;
        return ending_plies_;
    }
    /// How many plies it may last; nothing outside one.
    [[nodiscard]] std::optional<int> endgame_limit_plies() const;

    /// Plies that the draws by counting leave: a game that is over in so many is won before them.
    /// Range: negative in a game played on after such a draw.
    [[nodiscard]] int plies_left() const;

    /// The draw these counters give, if any; the shorter limit first where two are reached.
    /// Only for a side that has a move left: one without has lost (7.2), which comes before.
    [[nodiscard]] constexpr std::optional<CountedDraw> draw() const {
        if (ending_ != LimitedEnding::None && ending_plies_ >= limit_plies_of(ending_)) {
            return ending_ == LimitedEnding::ThreeAgainstOne ? CountedDraw::SixteenMoves
                                                             : CountedDraw::FiveMoves;
        }
        if (kings_only_plies_ >= kKingsOnlyLimit) return CountedDraw::TwentyFiveMoves;
        return std::nullopt;
    }

    friend constexpr bool operator==(const DrawCounters&, const DrawCounters&) = default;

private:
    [[nodiscard]] static LimitedEnding ending_after(const Position& before, const Move& move) {
        const int pieces = before.occupied().count() - move.captured().count();
        if (pieces > kLimitedEndingPieces) return LimitedEnding::None;
        return limited_ending(before.play(move));
    }

    // Range: from 0 without a limit, since a game may be played on after the draw.
    int kings_only_plies_ = 0;
    int ending_plies_ = 0;
    LimitedEnding ending_ = LimitedEnding::None;
};

}  // namespace meerslag

// GameStatus: whether a game goes on, and if not, who won and by which article.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/piece.hpp"

namespace meerslag {

enum class GameResult : std::uint8_t { Ongoing, WhiteWins, BlackWins, Draw };

/// Why a game is over. Articles as numbered in the official rules; `C`: the competition rules.
enum class EndReason : std::uint8_t {
    None,
    NoMoves,            ///< 7.2.2 blocked: the side to move has no legal move
    NoPieces,           ///< 7.2.3 a side has no piece left
    Threefold,          ///< 6.1
    TwentyFiveMoves,    ///< 6.2
    SixteenMoves,       ///< 6.3
    FiveMoves,          ///< 6.4
    Resignation,        ///< 7.2.1
    Agreement,          ///< 7.3, C12.4
    Time,               ///< C8.2.6
    IllegalSealedMove,  ///< C11
};

struct GameStatus {
    GameResult result = GameResult::Ongoing;
    EndReason reason = EndReason::None;

    [[nodiscard]] constexpr bool is_over() const { return result != GameResult::Ongoing; }
    friend constexpr bool operator==(GameStatus, GameStatus) = default;
};

[[nodiscard]] constexpr GameResult win_for(Color winner) {
    return winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

/// For programs: "ongoing", "white-wins", "black-wins", "draw".
[[nodiscard]] std::string_view to_string(GameResult result);
/// For programs: empty for None, else "no-moves", "threefold", "25-moves" and so on.
[[nodiscard]] std::string_view to_string(EndReason reason);
/// For people: "the same position for the third time" and so on; empty for None.
[[nodiscard]] std::string_view describe(EndReason reason);
/// For people: "White wins 2-0: no legal move (article 7.2.2)", "the game goes on".
[[nodiscard]] std::string describe(GameStatus status);
/// The article, such as "6.1"; empty for None.
[[nodiscard]] std::string_view article(EndReason reason);

/// In points (C12.6): "2-0", "1-1", "0-2"; "*" while the game goes on.
[[nodiscard]] std::string_view points_text(GameResult result);
/// In the other notation: "1-0", "1/2-1/2", "0-1"; "*" while the game goes on.
[[nodiscard]] std::string_view score_text(GameResult result);

}  // namespace meerslag

// The names of results and of the ways a game ends.
#include "core/game_status.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace meerslag {

std::string_view to_string(GameResult result) {
    switch (result) {
        case GameResult::Ongoing: return "ongoing";
        case GameResult::WhiteWins: return "white-wins";
        case GameResult::BlackWins: return "black-wins";
        case GameResult::Draw: return "draw";
    }
    std::abort();
}

std::string_view to_string(EndReason reason) {
    switch (reason) {
        case EndReason::None: return "";
        case EndReason::NoMoves: return "no-moves";
        case EndReason::NoPieces: return "no-pieces";
        case EndReason::Threefold: return "threefold";
        case EndReason::TwentyFiveMoves: return "25-moves";
        case EndReason::SixteenMoves: return "16-moves";
        case EndReason::FiveMoves: return "5-moves";
        case EndReason::Resignation: return "resignation";
        case EndReason::Agreement: return "agreement";
        case EndReason::Time: return "time";
        case EndReason::IllegalSealedMove: return "illegal-sealed-move";
    }
    std::abort();
}

std::string_view describe(EndReason reason) {
    switch (reason) {
        case EndReason::None: return "";
        case EndReason::NoMoves: return "no legal move";
        case EndReason::NoPieces: return "no piece left";
        case EndReason::Threefold: return "the same position for the third time";
        case EndReason::TwentyFiveMoves: return "25 moves each with kings only";
        case EndReason::SixteenMoves: return "16 moves each against a lone king";
        case EndReason::FiveMoves: return "5 moves each against a lone king";
        case EndReason::Resignation: return "resignation";
        case EndReason::Agreement: return "agreement";
        case EndReason::Time: return "time is up";
        case EndReason::IllegalSealedMove: return "the sealed move is illegal";
    }
    std::abort();
}

std::string describe(GameStatus status) {
    if (!status.is_over()) return "the game goes on";
    const std::string_view result = status.result == GameResult::Draw        ? "Draw"
                                    : status.result == GameResult::WhiteWins ? "White wins"
                                                                             : "Black wins";
    return fmt::format("{} {}: {} (article {})", result, points_text(status.result),
                       describe(status.reason), article(status.reason));
}

std::string_view article(EndReason reason) {
    switch (reason) {
        case EndReason::None: return "";
        case EndReason::NoMoves: return "7.2.2";
        case EndReason::NoPieces: return "7.2.3";
        case EndReason::Threefold: return "6.1";
        case EndReason::TwentyFiveMoves: return "6.2";
        case EndReason::SixteenMoves: return "6.3";
        case EndReason::FiveMoves: return "6.4";
        case EndReason::Resignation: return "7.2.1";
        case EndReason::Agreement: return "7.3";
        case EndReason::Time: return "C8.2.6";
        case EndReason::IllegalSealedMove: return "C11";
    }
    std::abort();
}

std::string_view points_text(GameResult result) {
    switch (result) {
        case GameResult::Ongoing: return "*";
        case GameResult::WhiteWins: return "2-0";
        case GameResult::BlackWins: return "0-2";
        case GameResult::Draw: return "1-1";
    }
    std::abort();
}

std::string_view score_text(GameResult result) {
    switch (result) {
        case GameResult::Ongoing: return "*";
        case GameResult::WhiteWins: return "1-0";
        case GameResult::BlackWins: return "0-1";
        case GameResult::Draw: return "1/2-1/2";
    }
    std::abort();
}

}  // namespace meerslag

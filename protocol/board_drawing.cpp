// Drawing the board: four columns a square.
#include "protocol/board_drawing.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

namespace meerslag {
namespace {

// Colours of the usual 256: the number of the square, the pieces, and the squares behind them.
constexpr std::string_view kLightSquare = "\x1b[48;5;180m";
constexpr std::string_view kDarkSquare = "\x1b[48;5;95m";
constexpr std::string_view kMarkedSquare = "\x1b[48;5;65m";
constexpr std::string_view kNumber = "\x1b[38;5;180m";
constexpr PerColor<std::string_view> kPieceColor{"\x1b[1;38;5;231m", "\x1b[1;38;5;16m"};
constexpr std::string_view kReset = "\x1b[0m";

std::string_view symbol(std::optional<Piece> piece, BoardSymbols symbols) {
    if (!piece) return symbols == BoardSymbols::Colored ? " " : ".";
    const bool is_king = piece->type == PieceType::King;
    const bool is_white = piece->color == Color::White;
    switch (symbols) {
        case BoardSymbols::Ascii: return is_white ? (is_king ? "W" : "w") : (is_king ? "B" : "b");
        case BoardSymbols::Unicode: return is_white ? (is_king ? "♔" : "○") : (is_king ? "♚" : "●");
        case BoardSymbols::Colored: return is_king ? "♚" : "●";
    }
    std::abort();
}

std::string draw_square(Square square, const Position& position, const BoardStyle& style) {
    const std::optional<Piece> piece = position.piece_at(square);
    const std::string_view text = symbol(piece, style.symbols);
    const bool is_marked = style.marked.contains(square);
    if (style.symbols != BoardSymbols::Colored) {
        return fmt::format("{:2}{}{}", square.number(), is_marked ? ">" : " ", text);
    }
    return fmt::format("{}{}{:2}{}{} {}", is_marked ? kMarkedSquare : kDarkSquare, kNumber,
                       square.number(), piece ? kPieceColor[piece->color] : "", text, kReset);
}

}  // namespace

std::string draw_board(const Position& position, const BoardStyle& style) {
    const bool has_frame = style.symbols == BoardSymbols::Ascii;
    const std::string edge = has_frame ? "  +" + std::string(41, '-') + "+\n" : "";
    const std::string light_square = style.symbols == BoardSymbols::Colored
                                         ? fmt::format("{}    {}", kLightSquare, kReset)
                                         : std::string(4, ' ');
    std::string text = edge;
    for (int line = 0; line < 10; ++line) {
        const int row = style.bottom == Color::White ? line : 9 - line;
        text += has_frame ? "  |" : "  ";
        for (int place = 0; place < 10; ++place) {
            const int column = style.bottom == Color::White ? place : 9 - place;
            text += (row + column) % 2 == 0
                        ? light_square
                        : draw_square(Square::from_index(row * 5 + column / 2), position, style);
        }
        text += has_frame ? " |\n" : "\n";
    }
    return text + edge;
}

}  // namespace meerslag

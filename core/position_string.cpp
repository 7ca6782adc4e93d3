// Positions as 51 characters, as Hub and DamExchange write them.
#include "core/position_string.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace meerslag {

namespace {

constexpr std::size_t kLength = kSquareCount + 1;
constexpr char kEmpty = 'e';

/// The letters of one protocol.
struct Alphabet {
    PerColor<char> man;
    PerColor<char> king;  ///< also the side to move
};

constexpr Alphabet kHub{{'w', 'b'}, {'W', 'B'}};
constexpr Alphabet kDxp{{'w', 'z'}, {'W', 'Z'}};

Expected<Position, TextError> parse(std::string_view text, const Alphabet& letters) {
    if (text.empty()) return unexpected(TextError{"the position is empty"});
    const char side_letter = to_upper(text[0]);
    if (side_letter != letters.king.white && side_letter != letters.king.black) {
        return unexpected(
            TextError{fmt::format("{} is no side to move: it must be {} or {}", shown(text[0]),
                                  letters.king.white, letters.king.black)});
    }
    if (text.size() != kLength) {
        return unexpected(TextError{
            fmt::format("a position has {} characters, this one has {}", kLength, text.size())});
    }
    Board board;
    for (const Square square : kAllSquares) {
        const char c = text[static_cast<std::size_t>(square.number())];
        const int column = square.number() + 1;
        bool known = c == kEmpty;
        for (const Color color : kColors) {
            if (c == letters.man[color]) {
                board.men[color].add(square);
                known = true;
            } else if (c == letters.king[color]) {
                board.kings[color].add(square);
                known = true;
            }
        }
        if (!known) {
            return unexpected(TextError{
                fmt::format("{} on square {} is no piece", shown(c), square.number()), column});
        }
    }
    const Color side = side_letter == letters.king.white ? Color::White : Color::Black;
    auto position = Position::from_board(board, side);
    if (!position) {
        const PositionError& error = position.error();
        return unexpected(
            TextError{error.message(), error.square ? error.square->number() + 1 : 1});
    }
    if (board.pieces(opposite(side)).is_empty()) {
        return unexpected(TextError{"the side not to move has no piece"});
    }
    return *position;
}

std::string format(const Position& position, const Alphabet& letters) {
    std::string text(kLength, kEmpty);
    text[0] = letters.king[position.side_to_move()];
    for (const Color color : kColors) {
        for (const Square square : position.men(color)) {
            text[static_cast<std::size_t>(square.number())] = letters.man[color];
        }
        for (const Square square : position.kings(color)) {
            text[static_cast<std::size_t>(square.number())] = letters.king[color];
        }
    }
    return text;
}

}  // namespace

Expected<Position, TextError> parse_hub_position(std::string_view text) {
    return parse(text, kHub);
}
std::string format_hub_position(const Position& position) { return format(position, kHub); }

Expected<Position, TextError> parse_dxp_position(std::string_view text) {
    return parse(text, kDxp);
}
std::string format_dxp_position(const Position& position) { return format(position, kDxp); }

}  // namespace meerslag

// Position: from a board, with its checks.
#include "core/position.hpp"

#include <fmt/format.h>
#include <cstdlib>

namespace meerslag {

std::optional<Piece> Board::piece_at(Square square) const {
    for (const Color color : kColors) {
        if (men[color].contains(square)) return Piece{color, PieceType::Man};
        if (kings[color].contains(square)) return Piece{color, PieceType::King};
    }
    return std::nullopt;
}

std::string PositionError::message() const {
    switch (reason) {
        case Reason::NoPiece: return "there is no piece on the board";
        case Reason::TwoPiecesOnSquare:
            return fmt::format("two pieces stand on square {}", square->number());
        case Reason::ManOnPromotionRow:
            return square->number() <= 5
                       ? fmt::format("a white man cannot stand on square {}: it would be a king",
                                     square->number())
                       : fmt::format("a black man cannot stand on square {}: it would be a king",
                                     square->number());
    }
    std::abort();
}

Position Position::start() {
    constexpr std::uint64_t kBlackMen = 0x3FF | 0x3FFULL << 11;
    return Position{Board{{Bitboard{kBlackMen}.turned(), Bitboard{kBlackMen}}, {}}, Color::White};
}

Expected<Position, PositionError> Position::from_board(const Board& board, Color side_to_move) {
    using Reason = PositionError::Reason;
    if (board.occupied().is_empty())
        return unexpected(PositionError{Reason::NoPiece, std::nullopt});
    Bitboard taken;
    for (const Bitboard set :
         {board.men.white, board.men.black, board.kings.white, board.kings.black}) {
        if (const Bitboard twice = taken & set; twice.any()) {
            return unexpected(PositionError{Reason::TwoPiecesOnSquare, twice.first()});
        }
        taken |= set;
    }
    for (const Color color : kColors) {
        if (const Bitboard men = board.men[color] & kPromotionRow[color]; men.any()) {
            return unexpected(PositionError{Reason::ManOnPromotionRow, men.first()});
        }
    }
    return Position{board, side_to_move};
}

}  // namespace meerslag

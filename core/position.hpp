// Position: the board and whose turn it is.
#pragma once

#include <cstdint>
#include <optional>

#include "core/bitboard.hpp"
#include "core/error.hpp"
#include "core/move.hpp"
#include "core/piece.hpp"
#include "core/square.hpp"

namespace meerslag {

/// Which squares hold what. A plain value without rules; Position guards them.
struct Board {
    PerColor<Bitboard> men;
    PerColor<Bitboard> kings;

    [[nodiscard]] constexpr Bitboard pieces(Color color) const { return men[color] | kings[color]; }
    [[nodiscard]] constexpr Bitboard occupied() const {
        return men.white | men.black | kings.white | kings.black;
    }
    [[nodiscard]] constexpr Bitboard empty() const { return kAllSquares - occupied(); }
    [[nodiscard]] std::optional<Piece> piece_at(Square square) const;

    friend constexpr bool operator==(const Board&, const Board&) = default;
};

/// Why a board cannot be a position.
struct PositionError {
    enum class Reason : std::uint8_t { NoPiece, TwoPiecesOnSquare, ManOnPromotionRow };
    Reason reason;
    std::optional<Square> square;  ///< the one concerned, where there is one

    /// In words for a person: "a white man cannot stand on square 3 ...".
    [[nodiscard]] std::string message() const;
};

/// A position that can stand on the board: a piece at least, one piece a square, no man on its own
/// promotion row. Either side may be without pieces or moves: such a game is over. More than 20
/// pieces a side are allowed (article 11.1.7, games with odds).
///
/// Shape: a trivially copyable value of 40 bytes; playing a move gives a new one.
class Position {
public:
    /// The start of the game (article 2.8): Black on 1-20, White on 31-50, White to move.
    [[nodiscard]] static Position start();

    /// Errors: see PositionError.
    [[nodiscard]] static Expected<Position, PositionError> from_board(const Board& board,
                                                                      Color side_to_move);

    /// Without the checks, for generators of positions that cannot be wrong.
    /// Requires: from_board would accept it.
    [[nodiscard]] static constexpr Position from_valid_board(const Board& board,
                                                             Color side_to_move) {
        return Position{board, side_to_move};
    }

    [[nodiscard]] constexpr const Board& board() const { return board_; }
    [[nodiscard]] constexpr Color side_to_move() const { return side_to_move_; }
    [[nodiscard]] constexpr Bitboard men(Color color) const { return board_.men[color]; }
    [[nodiscard]] constexpr Bitboard kings(Color color) const { return board_.kings[color]; }
    [[nodiscard]] constexpr Bitboard pieces(Color color) const { return board_.pieces(color); }
    [[nodiscard]] constexpr Bitboard occupied() const { return board_.occupied(); }
    [[nodiscard]] constexpr Bitboard empty() const { return board_.empty(); }
    [[nodiscard]] std::optional<Piece> piece_at(Square square) const {
        return board_.piece_at(square);
    }

    /// The position after `move`. Requires: `move` is legal here.
    [[nodiscard]] constexpr Position play(const Move& move) const {
        // In single bitboards, since a board changed in memory by colour and kind is read again too
        // soon after: the processor would have to wait for its own writes
        const Color us = side_to_move_;
        const Color them = opposite(us);
        const Bitboard from{move.from()};
        const Bitboard to{move.to()};
        const bool becomes_king = move.promotes() || board_.kings[us].contains(move.from());
        // The piece is put down last: a closed loop ends where it began
        const Bitboard our_men = (board_.men[us] - from) | (becomes_king ? Bitboard{} : to);
        const Bitboard our_kings = (board_.kings[us] - from) | (becomes_king ? to : Bitboard{});
        const Bitboard their_men = board_.men[them] - move.captured();
        const Bitboard their_kings = board_.kings[them] - move.captured();
        const bool is_white = us == Color::White;
        return Position{
            Board{{is_white ? our_men : their_men, is_white ? their_men : our_men},
                  {is_white ? our_kings : their_kings, is_white ? their_kings : our_kings}},
            them};
    }

    /// The board turned half round with colours and side to move swapped: the same game, seen from
    /// the other side.
    [[nodiscard]] constexpr Position turned() const {
        return Position{Board{{board_.men.black.turned(), board_.men.white.turned()},
                              {board_.kings.black.turned(), board_.kings.white.turned()}},
                        opposite(side_to_move_)};
    }

    friend constexpr bool operator==(const Position&, const Position&) = default;

private:
    constexpr Position(const Board& board, Color side_to_move)
        : board_(board), side_to_move_(side_to_move) {}

    Board board_;
    Color side_to_move_;
};

}  // namespace meerslag

// Seeded random games and placements: choosing squares and moves.
#include "tests/support/random_positions.hpp"

#include "core/movegen.hpp"

namespace meerslag::test {
namespace {

Square random_square(SplitMix64& random, Bitboard squares) {
    std::uint32_t skip = random.below(static_cast<std::uint32_t>(squares.count()));
    for (const Square square : squares) {
        if (skip-- == 0) return square;
    }
    std::abort();
}

Color random_color(SplitMix64& random) {
    return random.below(2) == 0 ? Color::White : Color::Black;
}

}  // namespace

Position random_placement(SplitMix64& random, const PerColor<PieceCounts>& counts) {
    Board board{};
    for (const Color color : kColors) {  // men first: they have fewer squares
        for (int i = 0; i < counts[color].men; ++i) {
            board.men[color].add(random_square(random, board.empty() - kPromotionRow[color]));
        }
    }
    for (const Color color : kColors) {
        for (int i = 0; i < counts[color].kings; ++i) {
            board.kings[color].add(random_square(random, board.empty()));
        }
    }
    return Position::from_board(board, random_color(random)).value();
}

Position random_placement(SplitMix64& random, const PlacementMix& mix) {
    Board board{};
    const std::uint32_t pieces = 1 + random.below(static_cast<std::uint32_t>(mix.most_pieces));
    for (std::uint32_t i = 0; i < pieces; ++i) {
        const Color color = random_color(random);
        const Square square = random_square(random, board.empty());
        const bool is_king = static_cast<int>(random.below(100)) < mix.king_percent ||
                             kPromotionRow[color].contains(square);
        (is_king ? board.kings : board.men)[color].add(square);
    }
    return Position::from_board(board, random_color(random)).value();
}

std::vector<Position> random_game(SplitMix64& random, const Position& start, int plies) {
    std::vector<Position> positions{start};
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(positions.back());
        if (moves.empty()) break;
        const std::uint32_t choice = random.below(static_cast<std::uint32_t>(moves.size()));
        positions.push_back(positions.back().play(moves[choice]));
    }
    return positions;
}

}  // namespace meerslag::test

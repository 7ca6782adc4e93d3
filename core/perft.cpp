// Perft: the counting itself.
#include "core/perft.hpp"

#include "core/movegen_kernel.hpp"

namespace meerslag {
namespace {

template <Color Us>
std::uint64_t count_leaves(const Board& board, int depth) {
    const kernel::View view = kernel::view_of<Us>(board);
    if (depth == 1) return kernel::count_moves<Us>(view);
    MoveList moves;
    kernel::generate_captures<Us>(view, moves);
    if (moves.empty()) kernel::append_quiet_moves<Us>(view, moves);
    std::uint64_t leaves = 0;
    for (const Move& move : moves) {
        const Position next = Position::from_valid_board(board, Us).play(move);
        leaves += count_leaves<opposite(Us)>(next.board(), depth - 1);
    }
    return leaves;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
    assert(depth >= 0);
    if (depth == 0) return 1;
    return position.side_to_move() == Color::White
               ? count_leaves<Color::White>(position.board(), depth)
               : count_leaves<Color::Black>(position.board(), depth);
}

}  // namespace meerslag

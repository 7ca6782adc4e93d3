// Legal moves: the generator for each colour behind one face.
#include "core/movegen.hpp"

#include "core/movegen_kernel.hpp"

namespace meerslag {
namespace {

/// Calls `f.template operator()<Us>()` with the colour as a constant.
template <class F>
decltype(auto) with_color(Color color, F&& f) {
    return color == Color::White ? f.template operator()<Color::White>()
                                 : f.template operator()<Color::Black>();
}

}  // namespace

MoveList legal_moves(const Position& position) {
    MoveList moves;
    generate_moves(position, moves);
    return moves;
}

void generate_moves(const Position& position, MoveList& moves) {
    generate_captures(position, moves);
    if (moves.empty()) append_quiet_moves(position, moves);
}

void generate_captures(const Position& position, MoveList& moves) {
    moves.clear();
    with_color(position.side_to_move(), [&]<Color Us>() {
        kernel::generate_captures<Us>(kernel::view_of<Us>(position.board()), moves);
    });
}

void append_quiet_moves(const Position& position, MoveList& moves) {
    with_color(position.side_to_move(), [&]<Color Us>() {
        kernel::append_quiet_moves<Us>(kernel::view_of<Us>(position.board()), moves);
    });
}

bool has_capture(const Position& position) {
    return has_capture(position, position.side_to_move());
}

bool has_capture(const Position& position, Color color) {
    return with_color(color, [&]<Color Us>() {
        return kernel::has_capture(kernel::view_of<Us>(position.board()));
    });
}

bool has_move(const Position& position) {
    return with_color(position.side_to_move(), [&]<Color Us>() {
        const kernel::View view = kernel::view_of<Us>(position.board());
        return kernel::has_quiet_move<Us>(view) || kernel::has_capture(view);
    });
}

std::uint64_t count_moves(const Position& position) {
    return with_color(position.side_to_move(), [&]<Color Us>() {
        return kernel::count_moves<Us>(kernel::view_of<Us>(position.board()));
    });
}

}  // namespace meerslag

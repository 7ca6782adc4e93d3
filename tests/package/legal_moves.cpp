// legal-moves: lists the legal moves of a position. Shows how to use the rules as a library.
#include <iostream>

#include "meerslag/core/fen.hpp"
#include "meerslag/core/movegen.hpp"
#include "meerslag/core/notation.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "Usage: legal-moves FEN, such as W:WK4:B13,20,32,37\n";
        return 1;
    }
    const auto fen = meerslag::parse_fen(argv[1]);
    if (!fen) {
        std::cerr << "column " << fen.error().column << ": " << fen.error().reason << '\n';
        return 1;
    }
    for (const meerslag::Move& move : meerslag::legal_moves(fen->position)) {
        std::cout << meerslag::format_pdn(move, fen->position) << '\n';
    }
    return 0;
}

// Positions and moves in short, for tests.
#include "tests/support/positions.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace meerslag::test {

Position position_of(std::string_view fen) {
    const auto parsed = parse_fen(fen);
    if (!parsed) throw std::invalid_argument{std::string{fen} + ": " + parsed.error().reason};
    return parsed->position;
}

std::vector<std::string> legal_moves_text(const Position& position) {
    MoveList moves = legal_moves(position);
    std::sort(moves.begin(), moves.end());
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back(format_hub(move));
    return texts;
}

}  // namespace meerslag::test

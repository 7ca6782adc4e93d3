// Moves: a position on the first line, the moves of a game, one a line, on those after it.
#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

/// What was read is legal, and comes back from all that is written.
void check_move(const Move& move, const Position& position) {
    require(legal_moves(position).contains(move));
    for (const std::string& text :
         {format_hub(move), format_pdn(move, position),
          move.is_capture() ? format_long(move, position) : format_short(move)}) {
        const auto again = parse_move(text, position);
        require(again ? *again == move : again.error().kind == NotationError::Kind::Ambiguous);
    }
    const auto complete = parse_move(format_hub(move), position);
    require(complete && *complete == move);
}

void check_error(const NotationError& error, const Position& position) {
    require(!error.reason.empty());
    require((error.kind == NotationError::Kind::Ambiguous) == (error.candidates.size() > 1));
    for (const Move& move : error.candidates) require(legal_moves(position).contains(move));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = text_of(data, size);
    const auto fen = parse_fen(take_line(text));
    Position position = fen ? fen->position : Position::start();
    while (!text.empty()) {
        const auto move = parse_move(take_line(text), position);
        if (move) {
            check_move(*move, position);
            position = position.play(*move);
        } else {
            check_error(move.error(), position);
        }
    }
    return 0;
}

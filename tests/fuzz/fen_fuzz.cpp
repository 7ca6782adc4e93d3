// FEN, the position strings of Hub and DXP, files of FENs: what is read is a position of the game,
// and comes back from what is written.
#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/position_string.hpp"
#include "protocol/fen_lines.hpp"
#include "protocol/position_report.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

void check_position(const Position& position) {
    require(Position::from_board(position.board(), position.side_to_move()).has_value());
    require(has_move(position) == !legal_moves(position).empty());
    const auto again = parse_fen(format_fen(position));
    require(again && again->position == position && again->warnings.empty());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    if (const auto fen = parse_fen(text)) {
        check_position(fen->position);
    } else {
        require(fen.error().column >= 1);
        require(static_cast<std::size_t>(fen.error().column) <= size + 1);
    }
    if (const auto position = parse_hub_position(text)) {
        check_position(*position);
        require(*parse_hub_position(format_hub_position(*position)) == *position);
    }
    if (const auto position = parse_dxp_position(text)) {
        check_position(*position);
        require(*parse_dxp_position(format_dxp_position(*position)) == *position);
    }
    if (const auto positions = parse_fen_lines(text)) {
        for (const Position& position : *positions) check_position(position);
    }
    // As the command `position` is told: a FEN, then moves
    std::string_view moves = text;
    const std::string_view fen = take_line(moves);
    if (const auto read = game_from_text(fen, moves)) {
        static_cast<void>(position_text(read->game, {}));
        static_cast<void>(position_json(read->game));
    }
    return 0;
}

// PDN: every move read is legal, and what is written reads as the same game.
#include "core/adjournment.hpp"
#include "core/movegen.hpp"
#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "protocol/pdn_json.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

void check_legal(const PdnLine& line, Position position) {
    for (const PdnMove& move : line.moves) {
        if (move.setup) position = *move.setup;
        require(legal_moves(position).contains(move.move));
        for (const PdnLine& variation : move.variations) check_legal(variation, position);
        position = position.play(move.move);
    }
}

/// The same moves, set-ups and variations; comments may be written in another way.
void check_same(const PdnLine& a, const PdnLine& b) {
    require(a.moves.size() == b.moves.size());
    require(a.final_setup == b.final_setup);
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
        require(a.moves[i].move == b.moves[i].move);
        require(a.moves[i].setup == b.moves[i].setup);
        require(a.moves[i].variations.size() == b.moves[i].variations.size());
        for (std::size_t v = 0; v < a.moves[i].variations.size(); ++v) {
            check_same(a.moves[i].variations[v], b.moves[i].variations[v]);
        }
    }
}

void check_written(const PdnGame& game) {
    const std::string text = format_pdn_game(game);
    PdnReader reader{source_of(text)};
    const auto copy = reader.next();
    require(copy.has_value());
    require(!reader.next());
    require(copy->start == game.start);
    check_same(copy->main, game.main);
    require(format_pdn_game(*copy) == text);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    PdnReader reader{source_of(text_of(data, size))};
    while (const auto game = reader.next()) {
        check_legal(game->main, game->start);
        static_cast<void>(pdn_game_json(*game));
        static_cast<void>(game_from(*game));
        if (game->reading != PdnReading::Skipped) check_written(*game);
    }
    return 0;
}

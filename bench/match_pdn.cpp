// A match's games as PDN: tags and comments.
#include "bench/match_pdn.hpp"

#include <fmt/format.h>

#include "core/pdn_writer.hpp"

namespace meerslag {
namespace {

std::string comment_on(const PlayedMove& move) {
    std::string text;
    if (move.score) text += fmt::format("{:+.2f}", *move.score / 100.0);
    if (move.depth) text += fmt::format("/{}", *move.depth);
    const double seconds = static_cast<double>(move.time.count()) / 1e6;
    return text + fmt::format("{}{:.3f}", text.empty() ? "" : " ", seconds);
}

}  // namespace

std::string format_match_game(const MatchSettings& settings, const GameRecord& record,
                              const PlayedGame& game) {
    PdnGame pdn;
    pdn.start = game.start;
    pdn.result = to_pdn_result(game.result);
    const GameSlot& slot = record.slot;
    pdn.set_tag("Event", "meerslag-match");
    pdn.set_tag("Round", fmt::format("{}.{}", slot.opening + 1, slot.swapped ? 2 : 1));
    pdn.set_tag("White", settings.engines[slot.engine(Color::White)].name);
    pdn.set_tag("Black", settings.engines[slot.engine(Color::Black)].name);
    pdn.set_tag("Opening", record.opening_name);
    pdn.set_tag("TimeControl", describe(settings.control));
    pdn.set_tag("Termination", record.ending);
    for (const PlayedMove& played : game.moves) {
        PdnMove move{played.move};
        move.comments.push_back(comment_on(played));
        pdn.main.moves.push_back(std::move(move));
    }
    if (record.ending == kEndedByBitbases && !pdn.main.moves.empty()) {
        pdn.main.moves.back().comments.emplace_back("adjudicated: the bitbases know the result");
    }
    return format_pdn_game(pdn);
}

}  // namespace meerslag

// A match's games as PDN: tags and comments.
#include "bench/match_pdn.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "core/text.hpp"

namespace meerslag {
namespace {

constexpr std::string_view kEvent = "meerslag-match";

std::string comment_on(const PlayedMove& move) {
    std::string text;
    if (move.score) text += fmt::format("{:+.2f}", *move.score / 100.0);
    if (move.depth) text += fmt::format("/{}", *move.depth);
    const double seconds = static_cast<double>(move.time.count()) / 1e6;
    return text + fmt::format("{}{:.3f}", text.empty() ? "" : " ", seconds);
}

std::string round_of(const GameSlot& slot) {
    return fmt::format("{}.{}", slot.opening + 1, slot.swapped ? 2 : 1);
}

/// As PDN has it for clocks; in words what it has no form for.
std::string tag_value(const TimeControl& control) {
    TimeControl clock_alone;
    clock_alone.clock = control.clock;
    const bool is_clock = control.clock && control == clock_alone;
    return is_clock ? format_clock_rule(*control.clock) : describe(control);
}

/// One tag for both players, or one for each if their limits differ.
void set_time_control(PdnGame& pdn, const TimeControl& white, const TimeControl& black) {
    if (white == black) {
        pdn.set_tag("TimeControl", tag_value(white));
    } else {
        pdn.set_tag("TimeControlWhite", tag_value(white));
        pdn.set_tag("TimeControlBlack", tag_value(black));
    }
}

/// Which game of the match it is by its tags, if it is one.
std::optional<GameSlot> slot_of(const PdnGame& game, const MatchSettings& settings) {
    if (game.tag("Event") != kEvent) return std::nullopt;
    const auto engine_of = [&](std::string_view tag) {
        const auto engine =
            std::find_if(settings.engines.begin(), settings.engines.end(),
                         [&](const EngineSettings& other) { return game.tag(tag) == other.name; });
        return static_cast<std::size_t>(engine - settings.engines.begin());
    };
    const auto [first, second] = std::minmax({engine_of("White"), engine_of("Black")});
    if (first == second || second == settings.engines.size()) return std::nullopt;
    const std::string_view round = game.tag("Round").value_or("");
    constexpr int kMostOpenings = 1'000'000'000;
    const auto opening = parse_int(round.substr(0, round.find('.')), 1, kMostOpenings);
    if (!opening) return std::nullopt;
    const GameSlot slot{first, second, static_cast<std::size_t>(*opening) - 1,
                        engine_of("White") == second};
    return round == round_of(slot) ? std::optional{slot} : std::nullopt;
}

}  // namespace

std::string format_match_game(const MatchSettings& settings, const GameRecord& record,
                              const PlayedGame& game) {
    PdnGame pdn;
    pdn.start = game.start;
    pdn.result = to_pdn_result(game.result);
    const GameSlot& slot = record.slot;
    pdn.set_tag("Event", kEvent);
    pdn.set_tag("Round", round_of(slot));
    pdn.set_tag("White", settings.engines[slot.engine(Color::White)].name);
    pdn.set_tag("Black", settings.engines[slot.engine(Color::Black)].name);
    pdn.set_tag("Opening", record.opening_name);
    set_time_control(pdn, settings.control_of(slot.engine(Color::White)),
                     settings.control_of(slot.engine(Color::Black)));
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

std::optional<std::size_t> count_unsaved_games(std::string_view text, const MatchSettings& settings,
                                               const MatchResult& result) {
    std::size_t count = 0;
    PdnReader reader{source_of(text)};
    while (const auto game = reader.next()) {
        const auto slot = slot_of(*game, settings);
        if (!slot || result.has(*slot)) return std::nullopt;
        ++count;
    }
    return count;
}

}  // namespace meerslag

// The tactics suite: reading tasks, and solving one.
#include "engine/tactics_suite.hpp"

#include <fmt/format.h>

#include "core/fen.hpp"
#include "core/game.hpp"
#include "core/notation.hpp"
#include "core/text.hpp"

namespace meerslag {
namespace {

/// The text before `separator`, which is taken off `rest` with it.
std::string_view cut(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return part;
}

Expected<TacticsTask, std::string> parse_row(std::string_view row) {
    if (row.find('\t') == std::string_view::npos) {
        return unexpected{std::string{"there is no tab between id, FEN and best move"}};
    }
    const std::string_view id = cut(row, '\t');
    const auto fen = parse_fen(cut(row, '\t'));
    if (!fen) return unexpected{fen.error().reason};
    const auto best = parse_move(trimmed(cut(row, '\t')), fen->position);
    if (!best) return unexpected{best.error().reason};
    return TacticsTask{std::string{id}, fen->position, *best};
}

}  // namespace

Expected<std::vector<TacticsTask>, TextError> parse_tactics(std::string_view text) {
    std::vector<TacticsTask> tasks;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view row = cut(text, '\n');
        if (trimmed(row).empty() || row.front() == '#') continue;
        auto task = parse_row(row);
        if (!task) {
            return unexpected{TextError{fmt::format("line {}: {}", number, task.error())}};
        }
        tasks.push_back(std::move(*task));
    }
    if (tasks.empty()) return unexpected{TextError{"there is no task in it"}};
    return tasks;
}

TacticsResult solve(Engine& engine, const TacticsTask& task, const SearchLimits& limits) {
    std::optional<TacticsResult::Moment> moment;
    const auto watch = [&](const SearchInfo& info) {
        if (info.pv.empty() || info.line != 1) return;
        if (info.pv.front() != task.best) {
            moment.reset();
        } else if (!moment) {
            moment = TacticsResult::Moment{info.depth, info.nodes, info.time};
        }
    };
    engine.new_game();
    const SearchResult result =
        engine.search(Game{task.position}, limits, SearchMode::Analyze, watch);
    TacticsResult outcome{std::nullopt, result.best.value_or(task.best), result.info};
    if (outcome.chosen != task.best) return outcome;
    // A change of mind at the last moment may come without an info.
    outcome.solved = moment.value_or(
        TacticsResult::Moment{result.info.depth, result.info.nodes, result.info.time});
    return outcome;
}

}  // namespace meerslag

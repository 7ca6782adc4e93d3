// Engine: from a game and limits to a move.
#include "engine/engine.hpp"

#include <algorithm>

#include "core/movegen.hpp"
#include "engine/search.hpp"
#include "engine/strength.hpp"
#include "engine/transposition_table.hpp"

namespace meerslag {

Engine::Engine(const EngineOptions& options)
    : options_(options),
      table_(std::make_unique<TranspositionTable>(options.table_bytes)),
      worker_(std::make_unique<Worker>(*table_, control_)) {}

Engine::~Engine() = default;

void Engine::configure(const EngineOptions& options) {
    if (options.table_bytes != options_.table_bytes)
        *table_ = TranspositionTable{options.table_bytes};
    options_ = options;
}

void Engine::new_game() {
    table_->new_game();
    worker_->new_game();
}

void Engine::prepare() {
    control_.prepare();
    prepared_ = true;
}

SearchResult Engine::search(const Game& game, const SearchLimits& limits, SearchMode mode,
                            const InfoHandler& on_info) {
    if (!prepared_) prepare();
    prepared_ = false;
    const MoveList moves = legal_moves(game.position());
    if (moves.empty()) return {};
    SearchLimits applied = limits;
    // A forced move needs no thought, only a score to show
    if (mode == SearchMode::Think && moves.size() == 1) applied.depth = 1;
    control_.start(applied, mode, options_.move_overhead);
    table_->new_search();
    worker_->use(options_.weights.get());
    if (options_.strength > 0 && mode != SearchMode::Analyze)
        return search_weakly(game, applied, on_info);
    return worker_->search(game, applied, options_.lines, on_info);
}

/// Looks at every move, but not far, and takes one of the better ones.
SearchResult Engine::search_weakly(const Game& game, SearchLimits limits,
                                   const InfoHandler& on_info) {
    const StrengthLevel& level = strength_level(options_.strength);
    limits.depth = std::min(limits.depth.value_or(level.depth), level.depth);
    // Step 1. The worth of every move, as the last iteration has it
    std::vector<SearchInfo> lines;
    const auto take = [&lines](const SearchInfo& info) {
        lines.resize(static_cast<std::size_t>(info.line - 1));
        lines.push_back(info);
    };
    SearchResult result = worker_->search(game, limits, level.moves, take);
    if (lines.empty()) return result;  // stopped before anything was known
    // Step 2. One of them
    std::vector<Score> scores;
    for (const SearchInfo& line : lines) scores.push_back(line.score);
    SplitMix64 random{options_.seed ^ static_cast<std::uint64_t>(game.key())};
    SearchInfo& chosen = lines[choose_move(scores, level, random)];
    chosen.line = 1;
    chosen.nodes = result.info.nodes;
    chosen.time = result.info.time;
    if (on_info) on_info(chosen);
    result.best = chosen.pv.front();
    result.ponder = chosen.pv.size() > 1 ? std::optional<Move>{chosen.pv[1]} : std::nullopt;
    result.info = chosen;
    return result;
}

void Engine::stop() { control_.stop(); }

void Engine::ponder_hit() { control_.ponder_hit(); }

}  // namespace meerslag

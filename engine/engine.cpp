// Engine: from a game and limits to a move.
#include "engine/engine.hpp"

#include "core/movegen.hpp"
#include "engine/search.hpp"
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
    return worker_->search(game, applied, options_.lines, on_info);
}

void Engine::stop() { control_.stop(); }

void Engine::ponder_hit() { control_.ponder_hit(); }

}  // namespace meerslag

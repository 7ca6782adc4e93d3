// Engine: from a position and limits to a move.
#include "engine/engine.hpp"

#include "core/movegen.hpp"
#include "engine/search.hpp"

namespace meerslag {

Engine::Engine(const EngineOptions& options) : options_(options) {}

Engine::~Engine() = default;

void Engine::configure(const EngineOptions& options) { options_ = options; }

void Engine::new_game() {}

void Engine::prepare() {
    stop_ = false;
    ponder_hit_ = false;
    prepared_ = true;
}

SearchResult Engine::search(const Game& game, const SearchLimits& limits, SearchMode mode,
                            const InfoHandler& on_info) {
    if (!prepared_) prepare();
    prepared_ = false;
    const MoveList moves = legal_moves(game.position());
    if (moves.empty()) return {};
    SearchLimits applied = limits;
    if (mode == SearchMode::Think && moves.size() == 1) applied.depth = 1;
    Worker worker{applied, stop_};
    return worker.search(game.position(), on_info);
}

void Engine::stop() { stop_ = true; }

void Engine::ponder_hit() { ponder_hit_ = true; }

}  // namespace meerslag

// Engine: from a game and limits to a move.
#include "engine/engine.hpp"

#include <algorithm>
#include <thread>

#include "core/movegen.hpp"
#include "engine/root_claims.hpp"
#include "engine/search.hpp"
#include "engine/strength.hpp"
#include "engine/transposition_table.hpp"

namespace meerslag {
namespace {

/// How much better than the best move that keeps all pieces a sacrifice must be.
/// Unit: 1/100 man. Source: about the smallest gain of a combination.
constexpr int kSacrificeGain = 50;

/// Leaves only lines that give nothing away, if there are any. Sacrifices that bring in more stay.
void drop_gifts(const Position& position, std::vector<SearchInfo>& lines) {
    const auto gives = [&position](const SearchInfo& line) {
        return gives_piece_away(position, line.pv.front());
    };
    const auto kept = std::find_if_not(lines.begin(), lines.end(), gives);
    if (kept == lines.end()) return;
    const Score enough = kept->score + kSacrificeGain;
    std::erase_if(lines,
                  [&](const SearchInfo& line) { return line.score < enough && gives(line); });
}

}  // namespace

Engine::Engine(const EngineOptions& options)
    : options_(options),
      table_(std::make_unique<TranspositionTable>(options.table_bytes)),
      claims_(std::make_unique<RootClaims>()) {
    make_workers();
}

Engine::~Engine() = default;

void Engine::configure(const EngineOptions& options) {
    if (options.table_bytes != options_.table_bytes) table_->resize(options.table_bytes);
    // The scores in the table are of what was known before
    if (options.weights != options_.weights || options.search != options_.search ||
        options.bitbases != options_.bitbases ||
        options.bitbase_pieces != options_.bitbase_pieces) {
        table_->new_game();
    }
    options_ = options;
    make_workers();
}

void Engine::make_workers() {
    const auto count = static_cast<std::size_t>(std::max(1, options_.threads));
    if (workers_.size() > count) workers_.resize(count);
    while (workers_.size() < count) {
        const WorkerRole role = workers_.empty() ? WorkerRole::First : WorkerRole::Helper;
        workers_.push_back(
            std::make_unique<Worker>(options_.search, *table_, control_, *claims_, role));
    }
}

void Engine::new_game() {
    table_->new_game();
    for (const auto& worker : workers_) worker->new_game();
}

void Engine::touch_table() { table_->touch(); }

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
    // A forced move needs no thought, only a score to show
    const MoveChoice choice = moves.size() == 1 ? MoveChoice::Forced : MoveChoice::Free;
    control_.start(limits, mode, options_.move_overhead, choice);
    table_->new_search();
    const bool is_weak = options_.strength > 0 && mode != SearchMode::Analyze;
    for (const auto& worker : workers_) {
        worker->use(options_.weights.get());
        worker->use(is_weak ? nullptr : options_.bitbases.get(), options_.bitbase_pieces);
    }
    if (is_weak) return search_weakly(game, limits, on_info);
    return search_with_all(game, limits, mode, on_info);
}

/// All Workers search the same position and share what they find through the table; the one that
/// got deepest has the say.
SearchResult Engine::search_with_all(const Game& game, const SearchLimits& limits, SearchMode mode,
                                     const InfoHandler& on_info) {
    SearchTask task{game, limits, options_.lines,
                    mode == SearchMode::Analyze ? 0 : options_.contempt};
    if (workers_.size() == 1) return workers_[0]->search(task, on_info);
    if (limits.nodes)
        task.limits.nodes = std::max<std::uint64_t>(1, *limits.nodes / workers_.size());
    SearchTask helper_task = task;
    helper_task.lines = 1;
    std::vector<SearchResult> results(workers_.size());
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            helpers.emplace_back(
                [&, i] { results[i] = workers_[i]->search(helper_task, InfoHandler{}); });
        }
        results[0] = workers_[0]->search(task, on_info);
        control_.stop();
    }
    // Several lines are the first Worker's alone
    if (task.lines > 1) return results[0];
    SearchResult& best = *std::max_element(
        results.begin(), results.end(),
        [](const SearchResult& a, const SearchResult& b) { return a.info.depth < b.info.depth; });
    best.info.nodes = control_.nodes();
    return best;
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
    SearchResult result = workers_[0]->search({game, limits, level.moves}, take);
    if (lines.empty()) return result;  // stopped before anything was known
    // Step 2. One of them
    if (level.gifts == Gifts::Never) drop_gifts(game.position(), lines);
    std::vector<Score> scores;
    scores.reserve(lines.size());
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

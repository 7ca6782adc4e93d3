// Worker: the searched position itself, iteration by iteration.
#include <algorithm>
#include <limits>

#include "core/movegen.hpp"
#include "engine/evaluation.hpp"
#include "engine/search.hpp"

namespace meerslag {
namespace {

/// During a long iteration the line is shown again, so that who watches sees the search go on.
constexpr std::chrono::seconds kShowInterval{1};

}  // namespace

Worker::Worker(const SearchParams& params, TranspositionTable& table, SearchControl& control,
               RootClaims& claims, WorkerRole role)
    : params_(params), table_(table), control_(control), claims_(claims), role_(role) {}

void Worker::new_game() { history_.clear(); }

SearchResult Worker::search(const SearchTask& task, const InfoHandler& on_info) {
    const Game& game = task.game;
    nodes_ = reported_nodes_ = next_look_ = leaves_ = leaf_plies_ = 0;
    node_limit_ = task.limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
    contempt_ = task.contempt;
    selective_depth_ = 0;
    stopped_ = false;
    depth_ = Depth{0};
    on_info_ = &on_info;
    shown_.reset();
    history_.age();

    // A game that is over by the rules of draws is searched as if it began here
    const bool drawn = game.counters().draw().has_value() || game.repetitions() >= 3;
    history_keys_ = drawn ? game.keys().last(1) : game.reversible_keys();
    const DrawCounters counters = drawn ? DrawCounters::at_start(game.position()) : game.counters();
    const Node root{game.position(), game.key(), counters, Ply{0}, nullptr, std::nullopt};

    root_moves_.clear();
    for (const Move& move : legal_moves(game.position())) root_moves_.push_back({.move = move});
    rank_root_moves(root);
    deepen(root, task, on_info);

    SearchResult result;
    RootMove& best = root_moves_[0];
    if (best.pv.empty()) {  // stopped before anything was known
        best.pv = {best.move};
        best.score = evaluate(game.position());
    }
    result.best = best.move;
    result.info = info_of(0);
    if (best.pv.size() > 1) result.ponder = best.pv[1];
    return result;
}

void Worker::deepen(const Node& root, const SearchTask& task, const InfoHandler& on_info) {
    const int last = std::min(task.limits.depth.value_or(kMaxDepth.value()), kMaxDepth.value());
    const std::size_t line_count =
        std::min(static_cast<std::size_t>(std::max(task.lines, 1)), root_moves_.size());
    Stability stability;
    // Helpers are a ply ahead of the first Worker, so that they find what it will need
    const int first = role_ == WorkerRole::Helper ? std::min(2, last) : 1;
    for (int depth = first; depth <= last; ++depth) {
        const Move best_before = root_moves_[0].move;
        const Score score_before = root_moves_[0].score;
        for (std::size_t line = 0; line < line_count; ++line) {
            if (!aspire(root, Depth{depth}, line)) return;
        }
        depth_ = Depth{depth};
        // A later line may have come out better than an earlier one
        std::stable_sort(root_moves_.begin(),
                         root_moves_.begin() + static_cast<std::ptrdiff_t>(line_count),
                         [](const RootMove& a, const RootMove& b) {
                             return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
                         });
        if (on_info) {
            for (std::size_t line = 0; line < line_count; ++line) on_info(info_of(line));
            if (line_count == 1) shown_ = info_of(0);
        }
        const RootMove& best = root_moves_[0];
        stability.iterations_unchanged =
            best.move == best_before ? stability.iterations_unchanged + 1 : 0;
        stability.score_drop = depth > 1 ? score_before - best.score : 0;
        // A win that was found is no nearer in a deeper search, and a loss no farther
        if (best.score.is_game_end() && line_count == 1) return;
        const auto end = root_moves_.begin() + static_cast<std::ptrdiff_t>(line_count);
        if (std::all_of(root_moves_.begin(), end,
                        [](const RootMove& move) { return move.is_exact; })) {
            return;
        }
        if (role_ == WorkerRole::First && control_.is_enough(stability)) return;
    }
}

/// One iteration for the `line`-th best move, in a window around the score expected that is widened
/// until the true one lies within. Returns: whether it was finished.
bool Worker::aspire(const Node& root, Depth depth, std::size_t line) {
    if (root_moves_[line].is_exact) return true;
    root_outcome_ = root_moves_[line].outcome;
    const Score expected = root_moves_[line].score;
    int below = params_.aspiration_margin;
    int above = params_.aspiration_margin;
    Window window = Window::full();
    const bool narrow = depth.value() >= params_.aspiration_depth && !expected.is_decided();
    if (narrow) window = {expected - below, expected + above};
    for (;;) {
        const Score score = search_root(root, window, depth, line);
        if (stopped_) return false;
        const bool low = score <= window.alpha && window.alpha > -Score::infinite();
        const bool high = score >= window.beta && window.beta < Score::infinite();
        if (!low && !high) break;
        int& margin = low ? below : above;
        margin *= params_.aspiration_growth;
        const bool wide = margin > params_.aspiration_widest || score.is_decided();
        if (low) window.alpha = wide ? -Score::infinite() : expected - margin;
        if (high) window.beta = wide ? Score::infinite() : expected + margin;
    }
    return true;
}

/// Searches the root's moves from the `line`-th on, as far as the bitbases tell no difference, and
/// puts the best of them there.
Score Worker::search_root(const Node& root, Window window, Depth depth, std::size_t line) {
    const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(line);
    const auto end = std::find_if(first, root_moves_.end(),
                                  [first](const RootMove& m) { return m.rank != first->rank; });
    auto not_put_off = end - first;
    Score best = -Score::infinite();
    for (auto it = first; it != end; ++it) {
        // What another Worker is at comes last, but then it comes
        while (it != first && it - first < not_put_off &&
               claims_.has({key_after(root.key, root.position, it->move), depth})) {
            std::rotate(it, it + 1, end);
            --not_put_off;
        }
        const Node child = child_of(root, it->move);
        const RootClaims::Claim claim{claims_, {child.key, depth}};
        clear_line(child.ply);
        const Score score = search_child(child, window, depth - 1, 0, it == first);
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        // A first move that fails low keeps its place: nothing better is known
        if (it != first && score <= window.alpha) continue;
        window.alpha = std::max(window.alpha, score);
        it->score = score;
        it->pv.assign(1, it->move);
        const std::vector<Move>& rest = lines_[static_cast<std::size_t>(child.ply.value())];
        it->pv.insert(it->pv.end(), rest.begin(), rest.end());
        std::rotate(first, it, it + 1);
        if (score >= window.beta) break;
    }
    return best;
}

void Worker::report_nodes() {
    control_.add_nodes(nodes_ - reported_nodes_);
    reported_nodes_ = nodes_;
}

SearchInfo Worker::info_of(std::size_t line) {
    report_nodes();
    SearchInfo info;
    info.depth = depth_.value();
    info.mean_depth =
        leaves_ > 0 ? static_cast<double>(leaf_plies_) / static_cast<double>(leaves_) : info.depth;
    info.selective_depth = selective_depth_;
    const RootMove& move = root_moves_[line];
    const bool is_estimate = move.outcome == Outcome::Draw || !move.score.is_decided();
    info.score = move.known && is_estimate ? *move.known : move.score;
    info.nodes = control_.nodes();
    info.time = control_.spent();
    info.table_permille = table_.permille_used();
    info.line = static_cast<int>(line) + 1;
    info.pv = move.pv;
    return info;
}

/// The line shown last once more, with what has been counted since.
void Worker::show_again() {
    if (!shown_ || control_.spent() < shown_->time + kShowInterval) return;
    SearchInfo info = info_of(0);
    info.score = shown_->score;
    info.pv = shown_->pv;
    shown_ = std::move(info);
    (*on_info_)(*shown_);
}

}  // namespace meerslag

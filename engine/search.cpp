// Worker: the alpha-beta search.
#include "engine/search.hpp"

#include <algorithm>

#include "core/movegen.hpp"
#include "engine/evaluation.hpp"
#include "engine/search_params.hpp"

namespace meerslag {
namespace {

/// How often the control is asked. Unit: nodes, well under a millisecond's worth.
constexpr std::uint64_t kNodesPerLook = 1024;

/// The key under which a node's score is stored. Near a draw by counting the score depends on the
/// counters as well as on the position, so they are mixed in.
Key table_key(const Node& node) {
    const int kings_only = node.counters.kings_only_plies();
    const int counted = (node.counters.endgame_plies().value_or(-1) + 1) * 64 +
                        (kings_only >= params::kCountedKeyPlies ? kings_only : 0);
    return Key{static_cast<std::uint64_t>(node.key) ^
               static_cast<std::uint64_t>(counted) * 0x9E3779B97F4A7C15};
}

/// How many plies a quiet move is searched less deep than its depth says.
int reduction_of(Depth depth, std::size_t tried, int history) {
    if (depth < params::kReduceFromDepth || tried < params::kReduceFromMove) return 0;
    int reduction = 1;
    if (tried >= 6) ++reduction;
    if (depth.value() >= 8) ++reduction;
    if (history > 2000) --reduction;
    if (history < -2000) ++reduction;
    return std::clamp(reduction, 0, depth.value() - 1);
}

}  // namespace

Score Worker::search(const Node& node, Window window, Depth depth) {
    const bool is_pv = !window.is_null();
    if (is_pv) clear_line(node.ply);
    if (is_stopped()) return Score::draw();

    // Step 1. Draws by the rules
    if (const auto draw = draw_score(node)) return *draw;

    // Step 2. No depth left: look at captures and threats
    if (depth.is_spent()) {
        ++leaves_;
        leaf_plies_ += static_cast<std::uint64_t>(node.ply.value());
        quiescence_limit_ = nodes_ + params::kQuiescenceNodes;
        return quiescence(node.position, node.ply, window, params::kThreatReplies);
    }
    if (node.ply >= kMaxPly) return evaluate(node.position);

    // Step 3. A win found elsewhere is nearer than any from here can be
    if (!is_pv && window.alpha >= Score::win_in(node.ply.next())) return window.alpha;
    if (!is_pv && window.beta <= Score::loss_in(node.ply)) return window.beta;

    // Step 4. The table knows enough
    const Key key = table_key(node);
    const auto entry = table_.find(key, node.ply);
    if (entry && !is_pv && entry->depth >= depth) {
        const bool cuts = entry->score >= window.beta
                              ? entry->bound == Bound::Lower || entry->bound == Bound::Exact
                              : entry->bound == Bound::Upper || entry->bound == Bound::Exact;
        if (cuts) return entry->score;
    }

    // Step 5. Without a move the game is lost (FMJD 7.2); a forced one costs no depth
    MoveList moves;
    generate_moves(node.position, moves);
    if (moves.empty()) return Score::loss_in(node.ply);
    if (moves.size() == 1) depth = depth + 1;

    // Step 6. Try the moves, best guess first
    const MoveHint hint = entry ? entry->move : MoveHint{};
    return search_moves(node, window, depth, moves, hint);
}

Score Worker::search_moves(const Node& node, Window window, Depth depth, MoveList& moves,
                           MoveHint hint) {
    const bool is_pv = !window.is_null();
    const Color us = node.position.side_to_move();
    const Score alpha_before = window.alpha;
    const bool quiet = !moves[0].is_capture();
    MovePicker picker{moves, node.position, hint, history_};
    Score best = -Score::infinite();
    std::optional<Move> best_move;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = picker.next();
        const Node child = child_of(node, move);
        const int reduction = quiet ? reduction_of(depth, i, history_.of(us, move)) : 0;
        const Score score = search_child(child, window, depth - 1, reduction, i == 0);
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        window.alpha = score;
        best_move = move;
        if (is_pv) take_line(node.ply, move);
        if (score < window.beta) continue;
        if (quiet) history_.update(us, depth, move, picker.tried());
        break;
    }
    const Bound bound = best >= window.beta   ? Bound::Lower
                        : best > alpha_before ? Bound::Exact
                                              : Bound::Upper;
    table_.store(table_key(node), node.ply,
                 {best_move ? MoveHint{*best_move} : MoveHint{}, best, std::nullopt, depth, bound});
    return best;
}

/// The score of `child` to the side that moved there, by principal variation search: all but the
/// first move only have to prove that they are no better.
Score Worker::search_child(const Node& child, Window window, Depth depth, int reduction,
                           bool first) {
    if (first) return -search(child, window.flipped(), depth);
    const Window null = Window::null(window.alpha);
    Score score = -search(child, null.flipped(), depth - reduction);
    if (score > window.alpha && reduction > 0) score = -search(child, null.flipped(), depth);
    if (score > window.alpha && score < window.beta) {
        score = -search(child, window.flipped(), depth);
    }
    return score;
}

/// A draw by counting (FMJD 6.2-6.4) or by repetition (6.1): in the tree once is enough, since what
/// could be done better the second time could have been done the first time.
std::optional<Score> Worker::draw_score(const Node& node) const {
    if (node.counters.draw() && has_move(node.position)) return Score::draw();
    if (has_repeated(node)) return Score::draw();
    return std::nullopt;
}

bool Worker::has_repeated(const Node& node) const {
    const int reversible = node.counters.kings_only_plies();
    int back = 0;
    const Node* earlier = &node;
    while (back + 2 <= reversible && earlier->ply >= Ply{2}) {
        earlier = earlier->parent->parent;
        back += 2;
        if (earlier->key == node.key) return true;
    }
    // On into the game, where it takes two. The last key there is the root's
    const std::size_t last = history_keys_.size() - 1;
    std::size_t i = last + static_cast<std::size_t>(node.ply.value() - back);
    int found = 0;
    for (; back + 2 <= reversible && i >= 2; back += 2) {
        i -= 2;
        if (history_keys_[i] == node.key && ++found == 2) return true;
    }
    return false;
}

Node Worker::child_of(const Node& node, const Move& move) {
    ++nodes_;
    const Key key = key_after(node.key, node.position, move);
    table_.prefetch(key);
    return {node.position.play(move), key, node.counters.after(node.position, move),
            node.ply.next(), &node};
}

Score Worker::evaluate(const Position& position) const {
    return weights_ != nullptr ? weights_->evaluate(position) : meerslag::evaluate(position);
}

bool Worker::is_stopped() {
    if (stopped_ || nodes_ < next_look_) return stopped_;
    if (nodes_ >= node_limit_ || (!root_moves_[0].pv.empty() && control_.must_stop()) ||
        control_.is_stopped()) {
        stopped_ = true;
    }
    next_look_ = std::min(nodes_ + kNodesPerLook, node_limit_);
    return stopped_;
}

void Worker::take_line(Ply ply, const Move& move) {
    const auto i = static_cast<std::size_t>(ply.value());
    lines_[i].assign(1, move);
    lines_[i].insert(lines_[i].end(), lines_[i + 1].begin(), lines_[i + 1].end());
}

}  // namespace meerslag

// Worker: the alpha-beta search.
#include "engine/search.hpp"

#include <algorithm>
#include <bit>

#include "core/movegen.hpp"
#include "engine/evaluation.hpp"

namespace meerslag {
namespace {

/// How often the control is asked. Unit: nodes, well under a millisecond's worth.
constexpr std::uint64_t kNodesPerLook = 1024;

/// The binary logarithm, linear between powers of two. Unit: 1/256. Requires: value > 0.
int log2_of(int value) {
    const int whole = static_cast<int>(std::bit_width(static_cast<unsigned>(value))) - 1;
    return whole * 256 + ((value << 8 >> whole) - 256);
}

}  // namespace

Score Worker::search(const Node& node, Window window, Depth depth) {
    const bool is_pv = !window.is_null();
    if (is_pv) clear_line(node.ply);
    if (is_stopped()) return Score::draw();

    // Step 1. Draws by the rules
    if (is_drawn(node)) return drawn_at(node.ply);

    // Step 2. The bitbases know
    if (node.position.occupied().count() <= probe_pieces_) {
        if (const auto score = bitbase_score(node)) return *score;
    }

    // Step 3. No depth left: look at captures and threats
    if (depth.is_spent()) return search_leaf(node, window);
    if (node.ply >= kMaxPly) return evaluate(node.position);

    // Step 4. A win found elsewhere is nearer than any from here can be
    if (!is_pv && window.alpha >= Score::win_in(node.ply.next())) return window.alpha;
    if (!is_pv && window.beta <= Score::loss_in(node.ply)) return window.beta;

    // Step 5. Without a move the game is lost (FMJD 7.2). Moves are generated before the table is
    // asked, since it takes that long until its memory, asked for in advance, has come
    MoveList moves;
    generate_moves(node.position, moves);
    if (moves.empty()) return Score::loss_in(node.ply);

    // Step 6. The table knows enough
    const auto entry = table_.find(table_key(node), node.ply);
    if (entry && !is_pv && entry->depth >= depth) {
        const Bound needed = entry->score >= window.beta ? Bound::Lower : Bound::Upper;
        if (entry->bound == needed || entry->bound == Bound::Exact) return entry->score;
    }
    if (moves.size() == 1) depth = depth + params_.forced_extension;  // costs no depth

    // Step 7. Sight tells something only where no capture is due, and is asked only where needed
    std::optional<Score> evaluation = entry ? entry->evaluation : std::nullopt;
    if (!is_pv && !moves[0].is_capture()) {
        if (depth.value() <= params_.futility_depth && moves.size() > 1) {
            if (!evaluation) evaluation = evaluate(node.position);
            if (is_futile(node, window, depth, *evaluation)) return *evaluation;
        }
        if (depth.value() >= params_.probcut_depth) {
            if (!evaluation) evaluation = evaluate(node.position);
            if (const auto score = probcut(node, window, depth, *evaluation)) return *score;
            if (stopped_) return Score::draw();
        }
    }

    // Step 8. Look at the table's move more closely, or without one at the whole less closely
    const MoveHint hint = entry ? entry->move : MoveHint{};
    int hint_extension = 0;
    if (!hint.is_none() && moves.size() > 1) {
        const Singularity singular = singularity(node, moves, *entry, window, depth);
        if (stopped_) return Score::draw();
        if (singular.cut) return *singular.cut;
        hint_extension = singular.extension;
    }
    if (hint.is_none() && depth.value() >= params_.internal_reduction_depth) depth = depth - 1;

    // Step 9. Try the moves, best guess first
    return search_moves(node, window, depth, moves, hint, hint_extension, evaluation);
}

/// The quiescence search of a leaf, counted and bounded.
Score Worker::search_leaf(const Node& node, Window window) {
    ++leaves_;
    leaf_plies_ += static_cast<std::uint64_t>(node.ply.value());
    quiescence_limit_ = nodes_ + static_cast<std::uint64_t>(params_.quiescence_nodes);
    return quiescence(node.position, node.ply, window, params_.threat_replies, node.last_to);
}

/// Whether the side to move stands so far above beta that a search of that depth will hardly bring
/// it down: reverse futility pruning. What the opponent threatens to capture the evaluation does
/// not see.
bool Worker::is_futile(const Node& node, Window window, Depth depth, Score evaluation) const {
    if (window.beta.is_decided()) return false;
    if (evaluation < window.beta + params_.futility_margin_per_ply * depth.value()) return false;
    return !has_capture(node.position, opposite(node.position.side_to_move()));
}

/// A much shallower search that beats beta by a margin stands for the full one. Requires: depth of
/// at least probcut_depth.
std::optional<Score> Worker::probcut(const Node& node, Window window, Depth depth,
                                     Score evaluation) {
    if (window.beta.is_decided()) return std::nullopt;
    const Score goal =
        window.beta + (params_.probcut_margin + params_.probcut_margin_per_ply * depth.value());
    if (goal.is_decided() || evaluation < window.beta) return std::nullopt;
    const Score score = search(node, Window::null(goal - 1), depth - params_.probcut_reduction);
    if (score < goal) return std::nullopt;
    return score;
}

/// Whether the table's move is the only good one: then it is searched deeper. If without it the
/// node is good enough all the same, it need not be searched.
Worker::Singularity Worker::singularity(const Node& node, const MoveList& moves,
                                        const TableEntry& entry, Window window, Depth depth) {
    if (depth.value() < params_.singular_depth) return {};
    if (entry.depth < depth - params_.singular_hint_plies) return {};
    if (entry.bound == Bound::Upper || entry.score.is_decided()) return {};
    const Score goal = entry.score - params_.singular_margin * depth.value();
    if (goal.is_decided()) return {};
    const Window null = Window::null(goal - 1);
    const Depth reduced{(depth.value() - 1) / 2};
    for (const Move& move : moves) {
        if (entry.move.fits(move)) continue;
        const Node child = child_of(node, move);
        table_.prefetch(child.key);
        const Score score = -search(child, null.flipped(), reduced - 1);
        if (stopped_) return {};
        if (score < goal) continue;
        if (goal >= window.beta && window.is_null()) return {0, score};
        return {};
    }
    return {1, std::nullopt};
}

Score Worker::search_moves(const Node& node, Window window, Depth depth, const MoveList& moves,
                           MoveHint hint, int hint_extension, std::optional<Score> evaluation) {
    const bool is_pv = !window.is_null();
    const Color us = node.position.side_to_move();
    const Score alpha_before = window.alpha;
    const bool quiet = !moves[0].is_capture();
    MovePicker picker{moves, node.position, hint, history_, node.last_to};
    const HistoryTable::Context context{us, node.last_to};
    Score best = -Score::infinite();
    std::optional<Move> best_move;
    const Move* next = nullptr;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = next != nullptr ? *next : picker.next();
        const Node child = child_of(node, move);
        next = nullptr;
        // Where the first move does not cut off, all are likely to be tried: the memory of the next
        // one is asked for while this one is searched
        if (i > 0 && i + 1 < moves.size() && depth.value() > 1) {
            next = &picker.next();
            table_.prefetch(key_after(node.key, node.position, *next));
        }
        if (depth.value() > 1) table_.prefetch(child.key);
        const int reduction = quiet ? reduction_of(depth, i, history_.of(context, move), is_pv) : 0;
        const int extension = i == 0 ? hint_extension : 0;
        if (is_pv) clear_line(child.ply);  // one that is only proved good enough has none
        const Score score = search_child(child, window, depth - 1 + extension, reduction, i == 0);
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        window.alpha = score;
        best_move = move;
        if (is_pv) take_line(node.ply, move);
        if (score < window.beta) continue;
        if (quiet) {
            const int bonus = std::min(depth.value() * depth.value() * params_.history_bonus,
                                       params_.history_most_bonus);
            history_.add(context, move, bonus);
            for (std::size_t k = 0; k < i; ++k) {
                history_.add(context, picker.handed_out(k), -bonus);
            }
        }
        break;
    }
    const Bound bound = best >= window.beta   ? Bound::Lower
                        : best > alpha_before ? Bound::Exact
                                              : Bound::Upper;
    table_.store(table_key(node), node.ply,
                 {best_move ? MoveHint{*best_move} : MoveHint{}, best, evaluation, depth, bound});
    return best;
}

/// How many plies a quiet move is searched less deep than its depth says.
int Worker::reduction_of(Depth depth, std::size_t tried, int history, bool is_pv) const {
    const auto moves = static_cast<int>(tried);
    if (depth.value() < params_.reduce_from_depth || moves < params_.reduce_from_move) return 0;
    int reduction = params_.reduce_base +
                    (params_.reduce_scale * log2_of(depth.value()) / 256) * log2_of(moves) / 256;
    reduction -= history * 1024 / params_.reduce_history;
    if (is_pv) reduction -= params_.reduce_less_pv;
    return std::clamp(reduction / 1024, 0, depth.value() - 1);
}

/// The key under which a node's score is stored. Near a draw by counting the score depends on the
/// counters as well as on the position, so they are mixed in.
Key Worker::table_key(const Node& node) const {
    const int kings_only = node.counters.kings_only_plies();
    const int counted = (node.counters.endgame_plies().value_or(-1) + 1) * 64 +
                        (kings_only >= params_.counted_key_plies ? kings_only : 0);
    return Key{static_cast<std::uint64_t>(node.key) ^
               static_cast<std::uint64_t>(counted) * 0x9E3779B97F4A7C15};
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
bool Worker::is_drawn(const Node& node) const {
    const bool counted = node.counters.draw() && has_move(node.position);
    return counted || has_repeated(node);
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
    return {node.position.play(move), key,   node.counters.after(node.position, move),
            node.ply.next(),          &node, move.to()};
}

Score Worker::evaluate(const Position& position) const {
    return weights_ != nullptr ? weights_->evaluate(position) : meerslag::evaluate(position);
}

bool Worker::is_stopped() {
    if (stopped_ || nodes_ < next_look_) return stopped_;
    report_nodes();
    next_look_ = std::min(nodes_ + kNodesPerLook, node_limit_);
    // The first iteration takes no time worth looking at the clock, and gives a move
    const bool watches_clock = role_ == WorkerRole::First && !root_moves_[0].pv.empty();
    if (watches_clock) show_again();
    stopped_ =
        nodes_ >= node_limit_ || control_.is_stopped() || (watches_clock && control_.must_stop());
    return stopped_;
}

void Worker::take_line(Ply ply, const Move& move) {
    const auto i = static_cast<std::size_t>(ply.value());
    lines_[i].assign(1, move);
    lines_[i].insert(lines_[i].end(), lines_[i + 1].begin(), lines_[i + 1].end());
}

}  // namespace meerslag

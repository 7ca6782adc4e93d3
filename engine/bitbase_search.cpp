// Worker: what the bitbases know of the tree and of the searched position.
#include <algorithm>
#include <cstdlib>

#include "core/movegen.hpp"
#include "engine/bitbase_store.hpp"
#include "engine/search.hpp"

namespace meerslag {
namespace {

/// The plies of the longest win, or loss, among positions with these pieces.
std::optional<int> longest(const Bitbases& bitbases, const Position& position, Outcome outcome) {
    const bool is_white = position.side_to_move() == Color::White;
    const Material material = material_of(position.board());
    const BitbaseSlice* const slice = bitbases.find(is_white ? material : material.turned());
    if (slice == nullptr) return std::nullopt;
    const SliceCounts& counts = slice->counts();
    return outcome == Outcome::Win ? counts.longest_win : counts.longest_loss;
}

/// How good it is to move to a position. Moves that are known are compared by it, and those of
/// equal rank by search.
int rank_of(Outcome outcome, std::optional<int> plies) {
    constexpr int kSure = 1000;  // beyond the plies of every win
    switch (outcome) {
        case Outcome::Win: return plies ? 2 * kSure - *plies : 1;
        case Outcome::Draw: return 0;
        case Outcome::Loss: return plies ? *plies - 2 * kSure : -1;
    }
    std::abort();
}

}  // namespace

/// Whether a win or loss is certain to come before a draw by counting.
///
/// What comes about by a capture or a promotion begins to count anew, and with up to four pieces
/// the limits then are above every distance (a test counts them all). So the limits that hold now
/// are enough to look at.
bool Worker::is_in_time(const Node& node, Outcome outcome) const {
    const int left = node.counters.plies_left();
    const auto most = longest(*bitbases_, node.position, outcome);
    if (most && *most <= left) return true;
    if (const auto value = bitbases_->probe_distance(node.position)) {
        return value->plies() <= left;
    }
    return node.counters.kings_only_plies() < params_.counted_key_plies;
}

/// What the bitbases say of a node; nothing where search can tell more. Requires: it has few enough
/// pieces, which the caller looks at so that all other nodes are spared the call.
///
/// A result that the searched position has as well says nothing new: how to get on is for the
/// search to find out, until a won (lost) position is one with fewer pieces.
std::optional<Score> Worker::bitbase_score(const Node& node) {
    const Position& position = node.position;
    if (position.pieces(position.side_to_move()).is_empty()) return std::nullopt;
    const auto outcome = bitbases_->probe(position);
    if (!outcome) return std::nullopt;
    const bool is_roots_turn = node.ply.value() % 2 == 0;
    if (root_outcome_ == (is_roots_turn ? *outcome : opposite(*outcome)) &&
        (outcome == Outcome::Draw || position.occupied().count() == root_pieces_)) {
        return std::nullopt;
    }
    if (outcome != Outcome::Draw && !is_in_time(node, *outcome)) return std::nullopt;
    return count_bitbase_leaf(position, node.ply, *outcome);
}

/// The same in the quiescence search, where positions with fewer pieces than the searched one have
/// just come about by a capture. Requires: few enough pieces.
std::optional<Score> Worker::bitbase_score(const Position& position, Ply ply) {
    if (position.pieces(position.side_to_move()).is_empty()) return std::nullopt;
    const auto outcome = bitbases_->probe(position);
    if (!outcome || (outcome == Outcome::Draw && root_outcome_ == Outcome::Draw)) {
        return std::nullopt;
    }
    return count_bitbase_leaf(position, ply, *outcome);
}

Score Worker::count_bitbase_leaf(const Position& position, Ply ply, Outcome outcome) {
    ++leaves_;
    leaf_plies_ += static_cast<std::uint64_t>(ply.value());
    selective_depth_ = std::max(selective_depth_, ply.value());
    switch (outcome) {
        case Outcome::Win: return Score::bitbase_win_in(ply);
        case Outcome::Draw: return drawn_at(ply);
        case Outcome::Loss:
            return has_move(position) ? Score::bitbase_loss_in(ply) : Score::loss_in(ply);
    }
    std::abort();
}

/// Puts the moves of the searched position in the order of their results, if the bitbases know
/// those of all: only the best ones will be searched. Where the plies to the end are known, and the
/// draws by counting do not come before it, there is nothing left to search.
void Worker::rank_root_moves(const Node& root) {
    root_pieces_ = root.position.occupied().count();
    root_outcome_.reset();
    probe_pieces_ = bitbases_ != nullptr ? std::min(bitbase_pieces_, bitbases_->max_pieces()) : 0;
    quiescence_probe_pieces_ = std::min(probe_pieces_, root_pieces_ - 1);
    // A capture may lead to few enough pieces; more than one at a time is seen soon enough
    if (root_pieces_ > probe_pieces_ + 1) return;
    const auto forget_outcomes = [this] {
        for (RootMove& move : root_moves_) move.outcome.reset();
    };
    std::vector<Node> children;
    for (RootMove& move : root_moves_) {
        children.push_back(child_of(root, move.move));
        const Position& position = children.back().position;
        if (position.occupied().count() > probe_pieces_) return forget_outcomes();
        const auto reply = bitbases_->probe(position);
        if (!reply) return forget_outcomes();
        move.outcome = opposite(*reply);
    }
    for (std::size_t i = 0; i < children.size(); ++i)
        rank_root_move(root, children[i], root_moves_[i]);
    std::stable_sort(root_moves_.begin(), root_moves_.end(),
                     [](const RootMove& a, const RootMove& b) { return a.rank > b.rank; });
}

/// Finds out what can be told of a move of the searched position whose outcome is known.
void Worker::rank_root_move(const Node& root, const Node& child, RootMove& move) {
    const Outcome outcome = *move.outcome;
    if (outcome == Outcome::Draw) {
        move.known = drawn_at(root.ply);
        return;
    }
    const bool is_win = outcome == Outcome::Win;
    const auto value = bitbases_->probe_distance(child.position);
    const bool is_sure = !is_drawn(child) && is_in_time(child, opposite(outcome));
    if (is_sure) {
        move.known = is_win ? Score::bitbase_win_in(child.ply) : Score::bitbase_loss_in(child.ply);
    }
    move.is_exact = value && is_sure;
    move.rank = rank_of(outcome, move.is_exact ? std::optional{value->plies()} : std::nullopt);
    if (!move.is_exact) return;
    const Ply end{value->plies() + 1};
    move.score = is_win ? Score::win_in(end) : Score::loss_in(end);
    move.pv = line_to_end(root.position, move.move);
}

/// The move and best play by both sides after it. Requires: distances are known from there on.
std::vector<Move> Worker::line_to_end(Position position, const Move& first) const {
    std::vector<Move> line{first};
    position = position.play(first);
    for (;;) {
        std::optional<EndValue> best;
        std::optional<Move> best_move;
        for (const Move& move : legal_moves(position)) {
            const auto reply = bitbases_->probe_distance(position.play(move));
            if (!reply) return line;
            const EndValue value = reply->before_move();
            if (best && !value.is_better_than(*best)) continue;
            best = value;
            best_move = move;
        }
        if (!best_move) return line;
        line.push_back(*best_move);
        position = position.play(*best_move);
    }
}

}  // namespace meerslag

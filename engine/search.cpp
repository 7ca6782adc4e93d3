// Worker: iterative deepening, alpha-beta, captures at the leaves.
#include "engine/search.hpp"

#include <algorithm>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

using std::chrono::steady_clock;

/// How often the clock is looked at. Unit: nodes, well under a millisecond's worth.
constexpr std::uint64_t kNodesPerLook = 1024;

/// Material only. Unit: 1/100 man.
Score evaluate(const Position& position) {
    const Color us = position.side_to_move();
    const Color them = opposite(us);
    const int men = position.men(us).count() - position.men(them).count();
    const int kings = position.kings(us).count() - position.kings(them).count();
    return Score::clamped(100 * men + 250 * kings);
}

}  // namespace

Worker::Worker(const SearchLimits& limits, const std::atomic<bool>& stop)
    : limits_(limits), stop_(stop), start_(steady_clock::now()) {
    std::optional<std::chrono::milliseconds> time = limits.move_time;
    if (limits.clock) {
        const auto usable =
            std::max(std::chrono::milliseconds{0},
                     limits.clock->left + limits.clock->increment - std::chrono::milliseconds{50});
        const auto share = limits.clock->moves_to_control > 0 && limits.clock->moves_to_control < 25
                               ? usable / limits.clock->moves_to_control
                               : usable / 25;
        time = std::min(time.value_or(share), share);
    }
    if (time) deadline_ = start_ + *time;
}

SearchResult Worker::search(const Position& root, const InfoHandler& on_info) {
    SearchResult result;
    result.best = legal_moves(root)[0];
    result.info.pv = {*result.best};
    const int last = std::min(limits_.depth.value_or(kMaxDepth.value()), kMaxDepth.value());
    for (int depth = 1; depth <= last; ++depth) {
        const Score score = search(Node{root, Ply{0}}, Window::full(), Depth{depth});
        const std::vector<Move>& pv = lines_[0];
        if (stopped_) break;
        result.info.depth = depth;
        result.info.mean_depth = depth;
        result.info.selective_depth = selective_depth_;
        result.info.score = score;
        result.info.pv = pv;
        result.best = pv.front();
        result.info.nodes = nodes_;
        result.info.time =
            std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start_);
        if (on_info) on_info(result.info);
        if (score.is_game_end()) break;
    }
    result.info.nodes = nodes_;
    result.info.time =
        std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start_);
    if (result.info.pv.size() > 1) result.ponder = result.info.pv[1];
    return result;
}

Score Worker::search(const Node& node, Window window, Depth depth) {
    // Step 1. No depth left: look at captures only
    if (depth.is_spent()) return quiescence(node, window);
    lines_[static_cast<std::size_t>(node.ply.value())].clear();
    if (node.ply >= kMaxPly) return evaluate(node.position);

    // Step 2. No move is a loss (FMJD 7.2)
    const MoveList moves = legal_moves(node.position);
    if (moves.empty()) return Score::loss_in(node.ply);

    // Step 3. Try the moves
    Score best = -Score::infinite();
    for (const Move& move : moves) {
        if (is_stopped()) return best;
        ++nodes_;
        const Node child{node.position.play(move), node.ply.next()};
        const Score score = -search(child, window.flipped(), depth - 1);
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        window.alpha = score;
        take_line(node.ply, move);
        if (score >= window.beta) break;
    }
    return best;
}

Score Worker::quiescence(const Node& node, Window window) {
    selective_depth_ = std::max(selective_depth_, node.ply.value());
    lines_[static_cast<std::size_t>(node.ply.value())].clear();
    if (node.ply >= kMaxPly) return evaluate(node.position);
    MoveList captures;
    generate_captures(node.position, captures);
    if (captures.empty()) {
        return has_move(node.position) ? evaluate(node.position) : Score::loss_in(node.ply);
    }
    Score best = -Score::infinite();
    for (const Move& move : captures) {
        if (is_stopped()) return best;
        ++nodes_;
        const Node child{node.position.play(move), node.ply.next()};
        const Score score = -quiescence(child, window.flipped());
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        window.alpha = score;
        take_line(node.ply, move);
        if (score >= window.beta) break;
    }
    return best;
}

bool Worker::is_stopped() {
    if (stopped_) return true;
    if (limits_.nodes && nodes_ >= *limits_.nodes) return stopped_ = true;
    if (nodes_ < next_look_) return false;
    next_look_ = nodes_ + kNodesPerLook;
    if (stop_.load(std::memory_order_relaxed)) stopped_ = true;
    if (deadline_ && steady_clock::now() >= *deadline_) stopped_ = true;
    return stopped_;
}

void Worker::take_line(Ply ply, const Move& move) {
    const auto i = static_cast<std::size_t>(ply.value());
    lines_[i].assign(1, move);
    lines_[i].insert(lines_[i].end(), lines_[i + 1].begin(), lines_[i + 1].end());
}

}  // namespace meerslag

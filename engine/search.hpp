// Worker: one thread's search of the tree.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/draw_rules.hpp"
#include "core/game.hpp"
#include "core/zobrist.hpp"
#include "engine/limits.hpp"
#include "engine/move_ordering.hpp"
#include "engine/score.hpp"
#include "engine/search_control.hpp"
#include "engine/search_info.hpp"
#include "engine/transposition_table.hpp"
#include "engine/weights.hpp"

namespace meerslag {

/// A position of the tree and how it was reached.
struct Node {
    Position position;
    Key key;
    DrawCounters counters;
    Ply ply;
    const Node* parent;  ///< none at the root
};

/// A move of the searched position, and what is known of it.
struct RootMove {
    Move move;
    Score score = -Score::infinite();
    std::vector<Move> pv = {};
};

/// One thread's search. Keeps what it learned of moves from one search to the next.
class Worker {
public:
    Worker(TranspositionTable& table, SearchControl& control);

    /// Forgets what earlier searches taught.
    void new_game();
    /// What positions are worth from now on; none: the hand-made evaluation.
    void use(const EvalWeights* weights) { weights_ = weights; }

    /// Searches by iterative deepening until the control says stop; no fewer than one iteration
    /// counts, and none can be cut short without a legal move at hand. Requires: the game's
    /// position has a legal move.
    [[nodiscard]] SearchResult search(const Game& game, const SearchLimits& limits, int lines,
                                      const InfoHandler& on_info);

private:
    void deepen(const Node& root, const SearchLimits& limits, int lines,
                const InfoHandler& on_info);
    [[nodiscard]] bool aspire(const Node& root, Depth depth, std::size_t line);
    Score search_root(const Node& root, Window window, Depth depth, std::size_t line);
    Score search(const Node& node, Window window, Depth depth);
    Score search_moves(const Node& node, Window window, Depth depth, MoveList& moves,
                       MoveHint hint);
    Score search_child(const Node& child, Window window, Depth depth, int reduction, bool first);

    Score quiescence(const Position& position, Ply ply, Window window, int threat_replies);
    Score quiescence_moves(const Position& position, Ply ply, Window window, int threat_replies,
                           const MoveList& moves);

    [[nodiscard]] std::optional<Score> draw_score(const Node& node) const;
    [[nodiscard]] bool has_repeated(const Node& node) const;
    [[nodiscard]] Node child_of(const Node& node, const Move& move);
    [[nodiscard]] bool is_stopped();
    void take_line(Ply ply, const Move& move);
    void clear_line(Ply ply) { lines_[static_cast<std::size_t>(ply.value())].clear(); }
    [[nodiscard]] SearchInfo info_of(std::size_t line) const;

    [[nodiscard]] Score evaluate(const Position& position) const;

    TranspositionTable& table_;
    SearchControl& control_;
    const EvalWeights* weights_ = nullptr;
    HistoryTable history_;

    // Of the running search
    std::span<const Key> history_keys_;  // of the game, back to the last irreversible move
    std::vector<RootMove> root_moves_;   // best first, as far as known
    Depth depth_{0};                     // of the last finished iteration
    std::uint64_t nodes_ = 0;
    std::uint64_t node_limit_ = 0;
    std::uint64_t next_look_ = 0;         // at the control, in nodes
    std::uint64_t quiescence_limit_ = 0;  // in nodes
    std::uint64_t leaves_ = 0;            // calls of quiescence from search ...
    std::uint64_t leaf_plies_ = 0;        // ... and the sum of their plies
    int selective_depth_ = 0;
    bool stopped_ = false;

    /// Shape: [ply]: the best line found from there on.
    std::array<std::vector<Move>, static_cast<std::size_t>(kMaxPly.value()) + 2> lines_;
};

}  // namespace meerslag

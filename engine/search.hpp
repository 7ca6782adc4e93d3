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
#include "engine/bitbase.hpp"
#include "engine/limits.hpp"
#include "engine/move_ordering.hpp"
#include "engine/outcome.hpp"
#include "engine/root_claims.hpp"
#include "engine/score.hpp"
#include "engine/search_control.hpp"
#include "engine/search_info.hpp"
#include "engine/search_params.hpp"
#include "engine/transposition_table.hpp"
#include "engine/weights.hpp"

namespace meerslag {

/// A position of the tree and how it was reached.
struct Node {
    Position position;
    Key key;
    DrawCounters counters;
    Ply ply;
    const Node* parent;             ///< none at the root
    std::optional<Square> last_to;  ///< where the move that led here ended
};

/// A move of the searched position, and what is known of it.
struct RootMove {
    Move move;
    Score score = -Score::infinite();
    std::vector<Move> pv = {};
    std::optional<Outcome> outcome = {};  ///< what the bitbases say, to the side to move
    std::optional<Score> known =
        {};                 ///< the score that follows from that, unless search finds more
    int rank = 0;           ///< a better result has a higher one, whatever the score
    bool is_exact = false;  ///< score and line are known without a search
};

/// What a Worker is asked to do.
struct SearchTask {
    const Game& game;
    SearchLimits limits;
    int lines = 1;     ///< best lines shown
    int contempt = 0;  ///< a draw is worth so much less to the side to move. Unit: 1/100 man
};

/// The first Worker keeps to the limits of time and decides when the search is over. Helpers search
/// the same position for what it will find in the table.
enum class WorkerRole : bool { First, Helper };

/// One thread's search. Keeps what it learned of moves from one search to the next.
class Worker {
public:
    Worker(const SearchParams& params, TranspositionTable& table, SearchControl& control,
           RootClaims& claims, WorkerRole role);

    /// Forgets what earlier searches taught.
    void new_game();
    /// What positions are worth from now on; none: the hand-made evaluation.
    void use(const EvalWeights* weights) { weights_ = weights; }
    /// What is asked of positions with up to `pieces` pieces from now on; none: nothing.
    void use(const Bitbases* bitbases, int pieces) {
        bitbases_ = bitbases;
        bitbase_pieces_ = pieces;
    }

    /// Searches by iterative deepening until a limit or the control says stop. The result is that
    /// of the last finished iteration, or better; before the first one has finished, any legal
    /// move. `on_info` may be empty. Requires: the game's position has a legal move.
    [[nodiscard]] SearchResult search(const SearchTask& task, const InfoHandler& on_info);

private:
    void deepen(const Node& root, const SearchTask& task, const InfoHandler& on_info);
    [[nodiscard]] bool aspire(const Node& root, Depth depth, std::size_t line);
    Score search_root(const Node& root, Window window, Depth depth, std::size_t line);
    Score search(const Node& node, Window window, Depth depth);
    Score search_leaf(const Node& node, Window window);
    [[nodiscard]] bool is_futile(const Node& node, Window window, Depth depth,
                                 Score evaluation) const;
    [[nodiscard]] std::optional<Score> probcut(const Node& node, Window window, Depth depth,
                                               Score evaluation);
    /// How much deeper the hint is searched, or the score that makes the node not worth it.
    struct Singularity {
        int extension = 0;
        std::optional<Score> cut;
    };
    [[nodiscard]] Singularity singularity(const Node& node, const MoveList& moves,
                                          const TableEntry& entry, Window window, Depth depth);
    Score search_moves(const Node& node, Window window, Depth depth, const MoveList& moves,
                       MoveHint hint, int hint_extension, std::optional<Score> evaluation);
    Score search_child(const Node& child, Window window, Depth depth, int reduction, bool first);
    [[nodiscard]] int reduction_of(Depth depth, std::size_t tried, int history, bool is_pv) const;
    [[nodiscard]] Key table_key(const Node& node) const;

    Score quiescence(const Position& position, Ply ply, Window window, int threat_replies,
                     std::optional<Square> last_to);
    Score quiescence_moves(const Position& position, Ply ply, Window window, int threat_replies,
                           const MoveList& moves, std::optional<Square> last_to);

    [[nodiscard]] bool is_drawn(const Node& node) const;
    /// What a draw at a node so far from the root is worth there.
    [[nodiscard]] Score drawn_at(Ply ply) const {
        return Score{ply.value() % 2 == 0 ? -contempt_ : contempt_};
    }
    [[nodiscard]] bool has_repeated(const Node& node) const;
    [[nodiscard]] Node child_of(const Node& node, const Move& move);
    [[nodiscard]] bool is_stopped();
    void take_line(Ply ply, const Move& move);
    void clear_line(Ply ply) { lines_[static_cast<std::size_t>(ply.value())].clear(); }
    [[nodiscard]] SearchInfo info_of(std::size_t line);
    void show_again();
    void report_nodes();

    [[nodiscard]] Score evaluate(const Position& position) const;

    // bitbase_search.cpp
    [[nodiscard]] bool is_in_time(const Node& node, Outcome outcome) const;
    [[nodiscard]] std::optional<Score> bitbase_score(const Node& node);
    [[nodiscard]] std::optional<Score> bitbase_score(const Position& position, Ply ply);
    Score count_bitbase_leaf(const Position& position, Ply ply, Outcome outcome);
    void rank_root_moves(const Node& root);
    void rank_root_move(const Node& root, const Node& child, RootMove& move);
    [[nodiscard]] std::vector<Move> line_to_end(Position position, const Move& first) const;

    const SearchParams& params_;
    TranspositionTable& table_;
    SearchControl& control_;
    RootClaims& claims_;
    WorkerRole role_;
    const EvalWeights* weights_ = nullptr;
    const Bitbases* bitbases_ = nullptr;
    int bitbase_pieces_ = 0;
    HistoryTable history_;

    // Of the running search
    std::span<const Key> history_keys_;     // of the game, back to the last irreversible move
    std::vector<RootMove> root_moves_;      // best first, as far as known
    Depth depth_{0};                        // of the last finished iteration
    const InfoHandler* on_info_ = nullptr;  // of the caller, may be empty
    std::optional<SearchInfo> shown_;       // last, where only one line is
    std::uint64_t nodes_ = 0;
    std::uint64_t reported_nodes_ = 0;
    std::uint64_t node_limit_ = 0;
    int contempt_ = 0;
    int root_pieces_ = 0;
    int probe_pieces_ = 0;                 // the most pieces the bitbases are asked about ...
    int quiescence_probe_pieces_ = 0;      // ... and those in the quiescence search
    std::optional<Outcome> root_outcome_;  // of the root's moves that are searched, if it is known
    std::uint64_t next_look_ = 0;          // at the control, in nodes
    std::uint64_t quiescence_limit_ = 0;   // in nodes
    std::uint64_t leaves_ = 0;             // calls of quiescence from search ...
    std::uint64_t leaf_plies_ = 0;         // ... and the sum of their plies
    int selective_depth_ = 0;
    bool stopped_ = false;

    /// Shape: [ply]: the best line found from there on.
    std::array<std::vector<Move>, static_cast<std::size_t>(kMaxPly.value()) + 2> lines_;
};

}  // namespace meerslag

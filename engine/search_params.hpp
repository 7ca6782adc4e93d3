// Every tuned number of the search and of the clock, with unit and source.
#pragma once

namespace meerslag {

/// The numbers of the search and of the clock. A value, so that two engines with different ones can
/// play each other. Source, where nothing else is said: a guess that held in matches, see
/// engine/SEARCH.md.
struct SearchParams {
    // Aspiration

    /// First half-window around the score of the iteration before. Unit: 1/100 man.
    int aspiration_margin = 15;
    /// How many times as large the next one is, after a score outside.
    int aspiration_growth = 4;
    /// A half-window beyond that becomes an open one. Unit: 1/100 man.
    int aspiration_widest = 300;
    /// Below that depth the whole range is searched. Unit: plies.
    int aspiration_depth = 5;

    // Move ordering

    /// Credit for a cutoff: times depth squared, but no more than the most. Range of history: 8192.
    int history_bonus = 8;
    int history_most_bonus = 1200;

    // Reductions and extensions

    /// No move is reduced before so many were tried, nor with less depth than that.
    int reduce_from_move = 2;
    int reduce_from_depth = 2;
    /// Reduction: base + scale * log2(depth) * log2(move number). Unit: 1/1024 ply.
    int reduce_base = 600;
    int reduce_scale = 280;
    /// That much history saves a ply. Range of history: 16384.
    int reduce_history = 6000;
    /// So much less in nodes of the principal variation. Unit: 1/1024 ply.
    int reduce_less_pv = 700;
    /// Without a move from the table, a node of that depth or more is searched a ply less.
    int internal_reduction_depth = 5;
    /// From that depth on it is tried whether the table's move is the only good one: whether the
    /// others stay below its score by a margin, times depth, in a search of half the depth.
    int singular_depth = 7;
    int singular_margin = 2;
    /// How much shallower than that node the search that found the move may have been. Unit: plies.
    int singular_hint_plies = 3;
    /// What a node with one legal move adds to its depth. Unit: plies.
    int forced_extension = 1;

    // Pruning

    /// Reverse futility pruning, up to that depth: a position worth more than beta by that for each
    /// ply is taken for good enough. Unit: 1/100 man. Source: matches in engine/SEARCH.md.
    int futility_depth = 5;
    int futility_margin_per_ply = 20;
    /// ProbCut, from that depth on: a search so many plies shallower that beats beta by a margin
    /// (plus some for each ply) stands for the full one. Unit: 1/100 man.
    int probcut_depth = 5;
    int probcut_reduction = 4;
    int probcut_margin = 20;
    int probcut_margin_per_ply = 4;

    // Draws

    /// From so many plies without men's moves and captures on, the table tells positions with
    /// different counts apart. Unit: plies.
    int counted_key_plies = 30;

    // Quiescence

    /// How many quiet replies to a threat one line may hold. Unit: plies.
    int threat_replies = 1;
    /// How much one call may visit; beyond it, positions are only evaluated. Unit: nodes.
    int quiescence_nodes = 2000;
    /// Replies to a threat are not tried when the position is worth less than alpha by that. Unit:
    /// 1/100 man.
    int threat_margin = 60;
    /// Nor when it is worth more than beta by that.
    int threat_margin_above = 80;

    // The clock

    /// Moves the time left is shared among. Unit: moves of one side.
    int time_moves_to_go = 28;
    /// Time after which no iteration begins. Unit: 1/1000 of an even share.
    int time_target_share = 700;
    /// Hard limits. Units: even shares; 1/1000 of the time left.
    int time_longest_think = 4;
    int time_most_of_clock = 400;
    /// What the clock is to hold when time runs short, and is filled up to again out of the
    /// increments. Unit: moves, each as long as it takes to pass between the players.
    int time_reserve = 4;
    /// What an iteration with the same best move saves, and how many count. Unit: 1/1000 of the
    /// target.
    int time_stable_iteration_saves = 60;
    int time_stable_iterations = 8;
    /// What each 1/100 man of a falling score costs, and how many count. Unit: 1/1000 of the
    /// target.
    int time_drop_costs = 20;
    int time_largest_drop = 50;

    friend bool operator==(const SearchParams&, const SearchParams&) = default;
};

}  // namespace meerslag

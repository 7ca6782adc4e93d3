// TunedNumber: the numbers of the search by name, for programs that look for better ones.
#pragma once

#include <array>
#include <string_view>

#include "engine/search_params.hpp"

namespace meerslag {

/// One of SearchParams, and the range in which it makes sense. A depth of 127 switches off what
/// begins from there on.
struct TunedNumber {
    std::string_view name;
    int SearchParams::*member;
    int min;
    int max;
};

inline constexpr std::array kTunedNumbers{
    TunedNumber{"aspiration-margin", &SearchParams::aspiration_margin, 1, 2000},
    TunedNumber{"aspiration-growth", &SearchParams::aspiration_growth, 2, 100},
    TunedNumber{"aspiration-widest", &SearchParams::aspiration_widest, 1, 20'000},
    TunedNumber{"aspiration-depth", &SearchParams::aspiration_depth, 1, 127},
    TunedNumber{"history-bonus", &SearchParams::history_bonus, 0, 100},
    TunedNumber{"history-most-bonus", &SearchParams::history_most_bonus, 0, 8192},
    TunedNumber{"reduce-from-move", &SearchParams::reduce_from_move, 1, 127},
    TunedNumber{"reduce-from-depth", &SearchParams::reduce_from_depth, 2, 127},
    TunedNumber{"reduce-base", &SearchParams::reduce_base, -4096, 4096},
    TunedNumber{"reduce-scale", &SearchParams::reduce_scale, 0, 2048},
    TunedNumber{"reduce-history", &SearchParams::reduce_history, 500, 1'000'000},
    TunedNumber{"reduce-less-pv", &SearchParams::reduce_less_pv, 0, 4096},
    TunedNumber{"internal-reduction-depth", &SearchParams::internal_reduction_depth, 2, 127},
    TunedNumber{"singular-depth", &SearchParams::singular_depth, 3, 127},
    TunedNumber{"singular-margin", &SearchParams::singular_margin, 0, 50},
    TunedNumber{"singular-hint-plies", &SearchParams::singular_hint_plies, 0, 127},
    TunedNumber{"forced-extension", &SearchParams::forced_extension, 0, 1},
    TunedNumber{"futility-depth", &SearchParams::futility_depth, 0, 127},
    TunedNumber{"futility-margin-per-ply", &SearchParams::futility_margin_per_ply, 0, 1000},
    TunedNumber{"probcut-depth", &SearchParams::probcut_depth, 3, 127},
    TunedNumber{"probcut-reduction", &SearchParams::probcut_reduction, 2, 20},
    TunedNumber{"probcut-margin", &SearchParams::probcut_margin, 0, 1000},
    TunedNumber{"probcut-margin-per-ply", &SearchParams::probcut_margin_per_ply, 0, 100},
    TunedNumber{"counted-key-plies", &SearchParams::counted_key_plies, 0, 127},
    TunedNumber{"threat-replies", &SearchParams::threat_replies, 0, 8},
    TunedNumber{"quiescence-nodes", &SearchParams::quiescence_nodes, 100, 1'000'000},
    TunedNumber{"threat-margin", &SearchParams::threat_margin, 0, 2000},
    TunedNumber{"threat-margin-above", &SearchParams::threat_margin_above, 0, 2000},
    TunedNumber{"time-moves-to-go", &SearchParams::time_moves_to_go, 2, 200},
    TunedNumber{"time-target-share", &SearchParams::time_target_share, 10, 5000},
    TunedNumber{"time-longest-think", &SearchParams::time_longest_think, 1, 50},
    TunedNumber{"time-most-of-clock", &SearchParams::time_most_of_clock, 10, 900},
    TunedNumber{"time-reserve", &SearchParams::time_reserve, 0, 50},
    TunedNumber{"time-stable-iteration-saves", &SearchParams::time_stable_iteration_saves, 0, 200},
    TunedNumber{"time-stable-iterations", &SearchParams::time_stable_iterations, 0, 50},
    TunedNumber{"time-drop-costs", &SearchParams::time_drop_costs, 0, 200},
    TunedNumber{"time-largest-drop", &SearchParams::time_largest_drop, 0, 300},
};
static_assert(kTunedNumbers.size() * sizeof(int) == sizeof(SearchParams), "one is missing");

}  // namespace meerslag

// SearchInfo and SearchResult: what a search tells while it runs and at its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/move.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// What is known at one moment of a search.
struct SearchInfo {
    int depth = 0;            ///< plies of the last finished iteration
    double mean_depth = 0;    ///< plies from the root to a leaf, averaged
    int selective_depth = 0;  ///< plies to the deepest position seen
    Score score;              ///< to the side to move
    std::uint64_t nodes = 0;  ///< moves made, all threads
    std::chrono::microseconds time{0};
    int table_permille = 0;  ///< of the table's entries written in this search
    int line = 1;            ///< 1 the best, 2 the second ...; see EngineOptions::lines
    std::vector<Move> pv;    ///< legal from the searched position on, the best move first
};

struct SearchResult {
    std::optional<Move> best;    ///< none only if there is no legal move
    std::optional<Move> ponder;  ///< the reply expected, if there is one
    SearchInfo info;
};

using InfoHandler = std::function<void(const SearchInfo&)>;

}  // namespace meerslag

// Solving one slice of the endgame by going backward from what is decided.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/position.hpp"
#include "engine/bitbase_index.hpp"
#include "engine/end_value.hpp"

namespace meerslag {

/// Distance: plies to the end of the game. Outcome: win, draw or loss only, which needs less of the
/// smaller slices and knows no greatest length.
enum class SolveMode : std::uint8_t { Distance, Outcome };

/// The value of a board with White to move, from slices solved before. In SolveMode::Outcome the
/// plies are 1 for a win and 0 for a loss.
/// Thread: called from all threads of a solver at once.
using SolvedValue = std::function<EndValue(const Board&)>;

/// The values of a slice with White to move, by index.
struct SolvedSlice {
    BitbaseIndex index;
    std::vector<std::uint8_t> values;  ///< bytes of EndValue

    [[nodiscard]] EndValue value_of(const Board& board) const {
        return EndValue::from_byte(values[index.index_of(board)]);
    }
};

struct SolveOptions {
    SolveMode mode = SolveMode::Outcome;
    int threads = 1;
    /// Called now and then from any thread with the share done, 0 to 1; returns whether to go on.
    std::function<bool(double)> on_progress;
};

/// Solves a slice and its turned one together; one result when they are the same.
///
/// Rules: the game alone, without the draws of article 6; no move or no piece is a loss (7.2).
/// Memory: one byte a position.
/// Cost:   0.16 us a position and thread (4 pieces, 3 GHz).
/// Returns: nothing when on_progress ended it.
[[nodiscard]] std::vector<SolvedSlice> solve_slice(const Material& material,
                                                   const SolvedValue& solved,
                                                   const SolveOptions& options);

}  // namespace meerslag

// The tactics suite: positions with one winning move, and how soon the engine finds it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "engine/engine.hpp"

namespace meerslag {

struct TacticsTask {
    std::string id;
    Position position;
    Move best;
};

/// Reads rows of id, FEN and best move, separated by tabs; further columns and lines that begin
/// with
/// `#` are passed over.
/// Errors: a position or move that cannot be read; the reason names the line.
[[nodiscard]] Expected<std::vector<TacticsTask>, TextError> parse_tactics(std::string_view text);

/// What became of a task.
struct TacticsResult {
    /// The moment from which on the best move was held to the end. None: it was not.
    struct Moment {
        int depth = 0;
        std::uint64_t nodes = 0;
        std::chrono::microseconds time{0};
    };
    std::optional<Moment> solved;
    Move chosen;  ///< at the end
    SearchInfo end;
};

/// Searches a task within the limits, with nothing known beforehand.
[[nodiscard]] TacticsResult solve(Engine& engine, const TacticsTask& task,
                                  const SearchLimits& limits);

}  // namespace meerslag

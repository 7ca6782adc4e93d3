// Worker: one thread's search of the tree.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/position.hpp"
#include "engine/engine.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// A position of the tree and how it was reached.
struct Node {
    Position position;
    Ply ply;
};

/// Searches by iterative deepening. One search() at a time.
class Worker {
public:
    Worker(const SearchLimits& limits, const std::atomic<bool>& stop);

    /// The result of the deepest iteration finished. Requires: `root` has a legal move.
    [[nodiscard]] SearchResult search(const Position& root, const InfoHandler& on_info);

private:
    Score search(const Node& node, Window window, Depth depth);
    Score quiescence(const Node& node, Window window);
    [[nodiscard]] bool is_stopped();
    void take_line(Ply ply, const Move& move);

    const SearchLimits& limits_;
    const std::atomic<bool>& stop_;
    std::chrono::steady_clock::time_point start_;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;  // at the clock, in nodes
    int selective_depth_ = 0;
    bool stopped_ = false;
    // Shape: [ply]: the best line found from there on.
    std::array<std::vector<Move>, 257> lines_;
};

}  // namespace meerslag

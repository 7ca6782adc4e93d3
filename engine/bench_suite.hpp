// The bench suite: forty positions to a fixed depth, and the node count that signs a build.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/engine.hpp"

namespace meerslag {

/// The depth behind the `Bench:` line of a commit.
inline constexpr int kBenchDepth = 15;

struct BenchResult {
    std::uint64_t nodes = 0;  ///< the same in every build and on every machine
    std::chrono::microseconds time{0};

    [[nodiscard]] double seconds() const { return std::chrono::duration<double>{time}.count(); }
    /// 0 where no time was measured.
    [[nodiscard]] double nodes_per_second() const {
        return time.count() > 0 ? static_cast<double>(nodes) / seconds() : 0;
    }
};

[[nodiscard]] std::size_t bench_position_count();

/// Searches the suite, on one thread unless told otherwise: with several the node count differs
/// from run to run. `on_position`, which may be empty, is told how many positions are done.
[[nodiscard]] BenchResult run_bench(int depth, const std::function<void(std::size_t)>& on_position,
                                    int threads = 1);

}  // namespace meerslag

// What `meerslag bench --suite` tells: tables for people, JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/bench_suite.hpp"
#include "engine/tactics_suite.hpp"

namespace meerslag {

struct SolvedTask {
    TacticsTask task;
    TacticsResult result;
};

/// A row a task, and a last line `solved K of N`.
[[nodiscard]] std::string format_tactics(const std::vector<SolvedTask>& tasks);
[[nodiscard]] nlohmann::ordered_json tactics_json(const std::vector<SolvedTask>& tasks);

/// The bench positions to one depth, with so many threads.
struct SpeedRun {
    int threads;
    BenchResult result;
};

/// A row a run; speed and time to depth are compared with the first.
[[nodiscard]] std::string format_speed(int depth, const std::vector<SpeedRun>& runs);
[[nodiscard]] nlohmann::ordered_json speed_json(int depth, const std::vector<SpeedRun>& runs);

}  // namespace meerslag

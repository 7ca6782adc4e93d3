// What `meerslag bench --suite` tells: the tables and the JSON.
#include "protocol/suite_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/fen.hpp"
#include "core/notation.hpp"

namespace meerslag {
namespace {

using Json = nlohmann::ordered_json;

double seconds(std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1e6; }

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

std::size_t count_solved(const std::vector<SolvedTask>& tasks) {
    return static_cast<std::size_t>(std::count_if(
        tasks.begin(), tasks.end(), [](const SolvedTask& task) { return task.result.solved; }));
}

}  // namespace

std::string format_tactics(const std::vector<SolvedTask>& tasks) {
    std::string text = fmt::format("{:<8} {:>6} {:>6}  {:>5} {:>12} {:>9}\n", "task", "best",
                                   "chosen", "depth", "nodes", "seconds");
    for (const auto& [task, result] : tasks) {
        text += fmt::format("{:<8} {:>6} {:>6}", task.id, format_short(task.best),
                            format_short(result.chosen));
        if (const auto& moment = result.solved) {
            text += fmt::format("  {:>5} {:>12} {:>9.3f}", moment->depth, moment->nodes,
                                seconds(moment->time));
        } else {
            text += "  not solved";
        }
        text += '\n';
    }
    return text + fmt::format("solved {} of {}\n", count_solved(tasks), tasks.size());
}

Json tactics_json(const std::vector<SolvedTask>& tasks) {
    Json json{{"suite", "tactics"},
              {"solved", count_solved(tasks)},
              {"total", tasks.size()},
              {"tasks", Json::array()}};
    for (const auto& [task, result] : tasks) {
        Json entry{{"id", task.id},
                   {"fen", format_fen(task.position)},
                   {"best", format_hub(task.best)},
                   {"chosen", format_hub(result.chosen)},
                   {"solved", result.solved.has_value()}};
        if (const auto& moment = result.solved) {
            entry["depth"] = moment->depth;
            entry["nodes"] = moment->nodes;
            entry["seconds"] = seconds(moment->time);
        }
        entry["score"] = result.end.score.value() / 100.0;
        entry["end_depth"] = result.end.depth;
        entry["end_nodes"] = result.end.nodes;
        entry["end_seconds"] = seconds(result.end.time);
        json["tasks"].push_back(std::move(entry));
    }
    return json;
}

std::string format_speed(int depth, const std::vector<SpeedRun>& runs) {
    std::string text = fmt::format(
        "{} positions to depth {}\n{:>7} {:>12} {:>9} {:>9} {:>7} {:>9}\n", bench_position_count(),
        depth, "threads", "nodes", "seconds", "M nodes/s", "speed", "to depth");
    for (const auto& [threads, result] : runs) {
        const BenchResult& first = runs.front().result;
        text += fmt::format("{:>7} {:>12} {:>9.3f} {:>9.2f} {:>7.2f} {:>9.2f}\n", threads,
                            result.nodes, result.seconds(), result.nodes_per_second() / 1e6,
                            ratio(result.nodes_per_second(), first.nodes_per_second()),
                            ratio(first.seconds(), result.seconds()));
    }
    return text;
}

Json speed_json(int depth, const std::vector<SpeedRun>& runs) {
    Json json{{"suite", "speed"},
              {"positions", bench_position_count()},
              {"depth", depth},
              {"runs", Json::array()}};
    for (const auto& [threads, result] : runs) {
        json["runs"].push_back({{"threads", threads},
                                {"nodes", result.nodes},
                                {"seconds", result.seconds()},
                                {"nodes_per_second", result.nodes_per_second()}});
    }
    return json;
}

}  // namespace meerslag

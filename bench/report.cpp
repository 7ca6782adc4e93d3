// What a match tells people: its lines and tables.
#include "bench/report.hpp"

#include <fmt/format.h>
#include <cmath>
#include <nlohmann/json.hpp>

namespace meerslag {
namespace {

/// Faults shown in full; a broken engine makes many alike.
constexpr std::size_t kMostFaults = 10;

std::string format_elo(double value) {
    if (std::isnan(value)) return "?";
    if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
    return fmt::format("{:+.1f}", value);
}

/// "+12.3 +- 4.5", or the interval's ends where they are not alike.
std::string format_estimate(const Estimate& estimate) {
    const double margin = (estimate.high - estimate.low) / 2;
    if (!std::isfinite(estimate.value) || !std::isfinite(margin)) {
        return fmt::format("{} [{}, {}]", format_elo(estimate.value), format_elo(estimate.low),
                           format_elo(estimate.high));
    }
    return fmt::format("{} +- {:.1f}", format_elo(estimate.value), margin);
}

double score_percent(const GameCounts& games) {
    return 100 * (static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2) /
           static_cast<double>(games.total());
}

double per(double sum, std::uint64_t count) { return sum / static_cast<double>(count); }

double seconds(Microseconds time) { return static_cast<double>(time.count()) / 1e6; }

/// Pairs carry the interval; before the first is complete, games have to do.
Estimate best_elo(const Encounter& encounter) {
    return encounter.pairs.total() > 0 ? elo(encounter.pairs) : elo(encounter.games);
}

std::string format_sprt(const MatchSettings& settings, const MatchResult& result) {
    const SprtSettings& sprt = *settings.sprt;
    const SprtState state = sprt_state(settings, result);
    std::string line = fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) [{:.2f}, {:.2f}] normalised Elo",
                                   state.log_likelihood_ratio, sprt.lower_bound(),
                                   sprt.upper_bound(), sprt.elo0, sprt.elo1);
    switch (state.verdict) {
        case SprtVerdict::Continue: break;
        case SprtVerdict::AcceptH0: line += ": H0 accepted"; break;
        case SprtVerdict::AcceptH1: line += ": H1 accepted"; break;
    }
    return line;
}

std::string format_encounter(const MatchSettings& settings, const Encounter& encounter) {
    const GameCounts& games = encounter.games;
    const auto& pairs = encounter.pairs.pairs;
    std::string text =
        fmt::format("{} v {}: {} games, +{} ={} -{}, {:.1f} %\n",
                    settings.engines[encounter.first].name, settings.engines[encounter.second].name,
                    games.total(), games.wins, games.draws, games.losses, score_percent(games));
    text += fmt::format("  Elo      {} (95 %)\n", format_estimate(best_elo(encounter)));
    if (encounter.pairs.total() > 0) {
        text += fmt::format("  nElo     {} (95 %)   LOS {:.1f} %\n",
                            format_estimate(normalized_elo(encounter.pairs)),
                            100 * likelihood_of_superiority(encounter.pairs));
        text += fmt::format("  Pairs    [{}, {}, {}, {}, {}]   (points 0, 1/2, 1, 3/2, 2)\n",
                            pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
    return text;
}

std::string format_usage(const MatchSettings& settings, const MatchResult& result) {
    std::size_t width = 6;
    for (const EngineSettings& engine : settings.engines) {
        width = std::max(width, engine.name.size());
    }
    std::string text = fmt::format("\n{:<{}}  {:>8} {:>10} {:>11} {:>9} {:>7}\n", "Engine", width,
                                   "moves", "s a move", "longest s", "M nodes/s", "depth");
    for (std::size_t i = 0; i < settings.engines.size(); ++i) {
        const Usage& usage = result.usage(i);
        text += fmt::format("{:<{}}  {:>8}", settings.engines[i].name, width, usage.moves);
        if (usage.moves == 0) {
            text += "\n";
            continue;
        }
        text += fmt::format(" {:>10.4f} {:>11.3f}", per(seconds(usage.time), usage.moves),
                            seconds(usage.longest));
        if (usage.searched > 0 && usage.search_time.count() > 0) {
            text += fmt::format(" {:>9.2f} {:>7.2f}",
                                static_cast<double>(usage.nodes) / 1e6 / seconds(usage.search_time),
                                per(static_cast<double>(usage.depth), usage.searched));
        }
        text += "\n";
    }
    return text;
}

std::string format_faults(const MatchSettings& settings, const MatchResult& result) {
    std::string text;
    std::size_t count = 0;
    for (const GameRecord& record : result.records()) {
        if (!record.fault || ++count > kMostFaults) continue;
        const FaultNote& fault = *record.fault;
        text += fmt::format("\n{}: {} ({}) after {} plies, opening {}\n  {}\n",
                            settings.engines[fault.engine].name, fault.kind, fault.detail,
                            record.plies, record.opening_name, fault.position);
        for (const std::string& line : fault.last_lines) text += fmt::format("    {}\n", line);
    }
    if (count > kMostFaults) {
        text += fmt::format("\n{} faults more\n", count - kMostFaults);
    }
    return count == 0 ? text : fmt::format("\nFaults: {}\n{}", count, text);
}

nlohmann::ordered_json number(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json estimate_json(const Estimate& estimate) {
    return {{"value", number(estimate.value)},
            {"low", number(estimate.low)},
            {"high", number(estimate.high)}};
}

}  // namespace

std::string format_standing(const MatchSettings& settings, const MatchResult& result) {
    const auto encounters = result.encounters();
    if (encounters.empty()) return "match";
    if (settings.engines.size() > 2) return "match";
    const Encounter& encounter = encounters.front();
    std::string text =
        fmt::format("+{} ={} -{}  Elo {}", encounter.games.wins, encounter.games.draws,
                    encounter.games.losses, format_estimate(best_elo(encounter)));
    if (settings.sprt) {
        text += fmt::format("  LLR {:.2f}", sprt_state(settings, result).log_likelihood_ratio);
    }
    return text;
}

std::string format_report(const MatchSettings& settings, const MatchResult& result,
                          const MatchOutcome& outcome) {
    const std::string limits = settings.control == TimeControl{} ? "limits of each engine's own"
                                                                 : describe(settings.control);
    std::string text = fmt::format("Match: {}, {} seat{}, {}\n", limits, settings.seats,
                                   settings.seats == 1 ? "" : "s", to_string(outcome.end));
    for (const EngineSettings& engine : settings.engines) {
        if (!engine.control) continue;
        text += fmt::format("  {}: {}\n", engine.name, describe(*engine.control));
    }
    if (const auto& endings = settings.adjudication.endings) {
        text += fmt::format("  games are adjudicated by bitbases: {}\n", endings->source);
    }
    if (!outcome.message.empty()) text += outcome.message + "\n";
    for (const Encounter& encounter : result.encounters()) {
        text += '\n';
        text += format_encounter(settings, encounter);
    }
    if (settings.sprt) {
        text += fmt::format("  SPRT     {}\n", format_sprt(settings, result));
    }
    text += format_usage(settings, result);
    if (!result.endings().empty()) text += "\nEndings:";
    const char* separator = " ";
    for (const auto& [ending, count] : result.endings()) {
        text += fmt::format("{}{} {}", separator, count, ending);
        separator = ", ";
    }
    text += '\n';
    text += format_faults(settings, result);
    return text;
}

nlohmann::ordered_json report_json(const MatchSettings& settings, const MatchResult& result) {
    nlohmann::ordered_json json;
    json["encounters"] = nlohmann::ordered_json::array();
    for (const Encounter& encounter : result.encounters()) {
        json["encounters"].push_back(
            {{"first", settings.engines[encounter.first].name},
             {"second", settings.engines[encounter.second].name},
             {"games", encounter.games.total()},
             {"wins", encounter.games.wins},
             {"draws", encounter.games.draws},
             {"losses", encounter.games.losses},
             {"pairs", encounter.pairs.pairs},
             {"elo", estimate_json(best_elo(encounter))},
             {"normalized_elo", estimate_json(normalized_elo(encounter.pairs))},
             {"los", number(likelihood_of_superiority(encounter.pairs))}});
    }
    if (settings.sprt) {
        const SprtState state = sprt_state(settings, result);
        json["sprt"] = {{"elo0", settings.sprt->elo0},
                        {"elo1", settings.sprt->elo1},
                        {"alpha", settings.sprt->alpha},
                        {"beta", settings.sprt->beta},
                        {"llr", number(state.log_likelihood_ratio)},
                        {"lower", settings.sprt->lower_bound()},
                        {"upper", settings.sprt->upper_bound()},
                        {"verdict", to_string(state.verdict)}};
    }
    json["engines"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < settings.engines.size(); ++i) {
        const Usage& usage = result.usage(i);
        json["engines"].push_back(
            {{"name", settings.engines[i].name},
             {"moves", usage.moves},
             {"seconds_per_move", number(per(seconds(usage.time), usage.moves))},
             {"longest_seconds", seconds(usage.longest)},
             {"nodes_per_second",
              number(static_cast<double>(usage.nodes) / seconds(usage.search_time))},
             {"depth", number(per(static_cast<double>(usage.depth), usage.searched))}});
    }
    json["endings"] = result.endings();
    return json;
}

}  // namespace meerslag

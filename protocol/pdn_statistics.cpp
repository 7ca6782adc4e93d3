// What a collection of games looks like.
#include "protocol/pdn_statistics.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/notation.hpp"

namespace meerslag {

namespace {

constexpr std::array kResults{PdnResult::WhiteWins, PdnResult::Draw,    PdnResult::BlackWins,
                              PdnResult::BothLose,  PdnResult::Unknown, PdnResult::Other};

const char* name_of(PdnResult result) {
    switch (result) {
        case PdnResult::WhiteWins: return "White wins";
        case PdnResult::Draw: return "draw";
        case PdnResult::BlackWins: return "Black wins";
        case PdnResult::BothLose: return "both lose";
        case PdnResult::Unknown: return "unknown";
        case PdnResult::Other: return "other";
    }
    std::abort();
}

const char* key_of(PdnResult result) {
    switch (result) {
        case PdnResult::WhiteWins: return "white_wins";
        case PdnResult::Draw: return "draws";
        case PdnResult::BlackWins: return "black_wins";
        case PdnResult::BothLose: return "both_lose";
        case PdnResult::Unknown: return "unknown";
        case PdnResult::Other: return "other";
    }
    std::abort();
}

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

nlohmann::ordered_json to_json(const ResultCounts& results) {
    nlohmann::ordered_json json;
    for (const PdnResult result : kResults) json[key_of(result)] = results.of(result);
    return json;
}

}  // namespace

std::uint64_t ResultCounts::total() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void PdnStatistics::add(const PdnGame& game) {
    ++games_;
    if (game.reading == PdnReading::Skipped) {
        ++skipped_;
        return;
    }
    if (game.reading == PdnReading::CutShort) ++cut_short_;
    results_.add(game.result);
    ++games_of_length_[game.main.moves.size()];
    if (game.start != Position::start()) {
        ++other_starts_;
        return;
    }
    if (game.main.moves.size() < opening_plies_ || opening_plies_ == 0) return;
    std::string moves;
    Position position = game.start;
    for (std::size_t i = 0; i < opening_plies_; ++i) {
        const PdnMove& move = game.main.moves[i];
        if (move.setup) return;  // no opening
        if (i > 0) moves += ' ';
        moves += format_pdn(move.move, position);
        position = position.play(move.move);
    }
    if (openings_.size() < most_kept_ || openings_.contains(moves)) {
        openings_[moves].add(game.result);
    } else {
        ++other_openings_;
    }
}

std::vector<PdnStatistics::Opening> PdnStatistics::most_frequent(std::size_t most) const {
    std::vector<Opening> openings;
    for (const auto& [moves, results] : openings_) openings.push_back({moves, results});
    std::stable_sort(openings.begin(), openings.end(), [](const Opening& a, const Opening& b) {
        return a.results.total() > b.results.total();
    });
    if (openings.size() > most)
        openings.erase(openings.begin() + static_cast<std::ptrdiff_t>(most), openings.end());
    return openings;
}

double PdnStatistics::mean_plies() const {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    for (const auto& [length, count] : games_of_length_) {
        games += count;
        plies += count * length;
    }
    return games == 0 ? 0 : static_cast<double>(plies) / static_cast<double>(games);
}

std::uint64_t PdnStatistics::median_plies() const {
    const std::uint64_t games = results_.total();
    std::uint64_t seen = 0;
    for (const auto& [length, count] : games_of_length_) {
        seen += count;
        if (2 * seen >= games) return length;
    }
    return 0;
}

std::string PdnStatistics::text(std::size_t most_openings) const {
    std::string text = fmt::format("games        {}\n", games_);
    const auto out = std::back_inserter(text);
    if (skipped_ > 0) fmt::format_to(out, "skipped      {}\n", skipped_);
    if (cut_short_ > 0) fmt::format_to(out, "cut short    {}\n", cut_short_);
    if (other_starts_ > 0) fmt::format_to(out, "own start    {}\n", other_starts_);
    for (const PdnResult result : kResults) {
        const std::uint64_t count = results_.of(result);
        if (count == 0) continue;
        fmt::format_to(out, "{:<12} {} ({:.1f} %)\n", name_of(result), count,
                       percent(count, results_.total()));
    }
    if (!games_of_length_.empty()) {
        fmt::format_to(out, "plies        {:.1f} on average, {} median, {} to {}\n", mean_plies(),
                       median_plies(), games_of_length_.begin()->first,
                       games_of_length_.rbegin()->first);
    }
    const std::vector<Opening> openings = most_frequent(most_openings);
    if (openings.empty()) return text;
    fmt::format_to(out, "\nopenings of {} plies: {} different\n", opening_plies_, openings_.size());
    if (other_openings_ > 0) {
        fmt::format_to(out, "and in {} games others, which are too many to count\n",
                       other_openings_);
    }
    fmt::format_to(out, "{:>8} {:>7} {:>7} {:>7}  moves\n", "games", "White", "draw", "Black");
    for (const Opening& opening : openings) {
        const ResultCounts& results = opening.results;
        fmt::format_to(out, "{:>8} {:>7} {:>7} {:>7}  {}\n", results.total(),
                       results.of(PdnResult::WhiteWins), results.of(PdnResult::Draw),
                       results.of(PdnResult::BlackWins), opening.moves);
    }
    return text;
}

std::string PdnStatistics::json(std::size_t most_openings) const {
    nlohmann::ordered_json json{{"games", games_},
                                {"skipped", skipped_},
                                {"cut_short", cut_short_},
                                {"own_start", other_starts_},
                                {"results", to_json(results_)},
                                {"mean_plies", mean_plies()},
                                {"median_plies", median_plies()},
                                {"different_openings", openings_.size()},
                                {"games_with_other_openings", other_openings_},
                                {"openings", nlohmann::ordered_json::array()}};
    for (const Opening& opening : most_frequent(most_openings)) {
        json["openings"].push_back(
            {{"moves", opening.moves}, {"results", to_json(opening.results)}});
    }
    return json.dump();
}

}  // namespace meerslag

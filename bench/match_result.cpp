// What a match has brought so far: adding up.
#include "bench/match_result.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "core/fen.hpp"

namespace meerslag {
namespace {

/// Half points of White: 0, 1 or 2.
int white_half_points(GameResult result) {
    switch (result) {
        case GameResult::WhiteWins: return 2;
        case GameResult::BlackWins: return 0;
        case GameResult::Draw:
        case GameResult::Ongoing: return 1;
    }
    std::abort();
}

}  // namespace

void Usage::add(const PlayedMove& move) {
    ++moves;
    time += move.time;
    longest = std::max(longest, move.time);
    // A move that was not searched (forced, from a book) tells nothing of the search.
    if (!move.nodes || !move.depth || *move.nodes == 0) return;
    ++searched;
    search_time += move.time;
    nodes += *move.nodes;
    depth += static_cast<std::uint64_t>(*move.depth);
}

void Usage::add(const Usage& other) {
    moves += other.moves;
    time += other.time;
    longest = std::max(longest, other.longest);
    searched += other.searched;
    search_time += other.search_time;
    nodes += other.nodes;
    depth += other.depth;
}

GameRecord record_of(const PlayedGame& game, const GameSlot& slot,
                     const std::string& opening_name) {
    GameRecord record;
    record.slot = slot;
    record.opening_name = opening_name;
    record.opening_position = format_fen(game.start);
    record.result = game.result;
    record.ending = game.ending;
    record.plies = game.moves.size();
    Color color = game.start.side_to_move();
    for (const PlayedMove& move : game.moves) {
        record.usage[color].add(move);
        color = opposite(color);
    }
    if (game.fault) {
        const FaultReport& fault = *game.fault;
        record.fault = FaultNote{slot.engine(fault.color),
                                 std::string{to_string(fault.fault.kind)},
                                 harmless(fault.fault.detail),
                                 format_fen(fault.position),
                                 {}};
        for (const std::string& line : fault.last_lines) {
            record.fault->last_lines.push_back(harmless(line));
        }
    }
    return record;
}

void MatchResult::add(const GameRecord& record) {
    const GameSlot& slot = record.slot;
    records_.push_back(record);
    for (const Color color : kColors) usage_[slot.engine(color)].add(record.usage[color]);
    ++endings_[record.ending];

    const int white = white_half_points(record.result);
    const int points = slot.swapped ? 2 - white : white;
    points_[slot] = points;
    Encounter& encounter = encounters_[{slot.first, slot.second}];
    encounter.first = slot.first;
    encounter.second = slot.second;
    ++(points == 2   ? encounter.games.wins
       : points == 1 ? encounter.games.draws
                     : encounter.games.losses);
    GameSlot other = slot;
    other.swapped = !slot.swapped;
    if (const auto it = points_.find(other); it != points_.end()) {
        ++encounter.pairs.pairs[static_cast<std::size_t>(points + it->second)];
    }
}

std::vector<Encounter> MatchResult::encounters() const {
    std::vector<Encounter> result;
    for (const auto& entry : encounters_) result.push_back(entry.second);
    return result;
}

}  // namespace meerslag

// The history of a game and the end of it by the rules.
#include "core/game.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

EndReason reason_of(CountedDraw draw) {
    switch (draw) {
        case CountedDraw::FiveMoves: return EndReason::FiveMoves;
        case CountedDraw::SixteenMoves: return EndReason::SixteenMoves;
        case CountedDraw::TwentyFiveMoves: return EndReason::TwentyFiveMoves;
    }
    std::abort();
}

GameStatus status_of(const Position& position, int repetitions, const DrawCounters& counters) {
    const Color us = position.side_to_move();
    const Color them = opposite(us);
    if (position.pieces(us).is_empty()) return {win_for(them), EndReason::NoPieces};
    // Only in a start position: nobody loses the last piece by moving
    if (position.pieces(them).is_empty()) return {win_for(us), EndReason::NoPieces};
    if (!has_move(position)) return {win_for(them), EndReason::NoMoves};
    if (repetitions >= 3) return {GameResult::Draw, EndReason::Threefold};
    if (const auto draw = counters.draw()) return {GameResult::Draw, reason_of(*draw)};
    return {};
}

}  // namespace

Game::Game(const Position& start) : Game(start, DrawCounters::at_start(start)) {}

Game::Game(const Position& start, const DrawCounters& start_counters) {
    append(start, key_of(start), start_counters);
}

void Game::play(const Move& move) {
    undone_.clear();
    assert(legal_moves(position()).contains(move));
    const DrawCounters next_counters = counters().after(position(), move);
    append(position().play(move), key_after(key(), position(), move), next_counters);
    moves_.push_back(move);
}

bool Game::undo() {
    if (moves_.empty()) return false;
    undone_.push_back(moves_.back());
    moves_.pop_back();
    positions_.pop_back();
    keys_.pop_back();
    states_.pop_back();
    return true;
}

bool Game::redo() {
    if (undone_.empty()) return false;
    std::vector<Move> undone = std::move(undone_);
    const Move move = undone.back();
    undone.pop_back();
    play(move);
    undone_ = std::move(undone);
    return true;
}

std::span<const Key> Game::reversible_keys() const {
    return std::span{keys_}.last(reversible_count());
}

void Game::append(const Position& position, Key key, const DrawCounters& counters) {
    const GameStatus earlier = states_.empty() ? GameStatus{} : status();
    positions_.push_back(position);
    keys_.push_back(key);
    states_.push_back({counters, 1, earlier});
    State& state = states_.back();
    state.repetitions = count_repetitions();
    if (!earlier.is_over()) state.status = status_of(position, state.repetitions, counters);
}

int Game::count_repetitions() const {
    int count = 1;
    const std::size_t last = positions_.size() - 1;
    const std::size_t first = positions_.size() - reversible_count();
    // Every second position has the same side to move, and four plies bring one back at the
    // earliest
    for (std::size_t back = 4; back <= last - first; back += 2) {
        const std::size_t i = last - back;
        if (keys_[i] == keys_[last] && positions_[i] == positions_[last]) ++count;
    }
    return count;
}

std::size_t Game::reversible_count() const {
    // Counted plies are exactly those that can be reversed; they may have begun before the start
    const auto plies = static_cast<std::size_t>(counters().kings_only_plies());
    return std::min(plies, positions_.size() - 1) + 1;
}

}  // namespace meerslag

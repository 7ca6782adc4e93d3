// Game: start position, moves, repetition and draw rules. What the players agree on is Arbiter's.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/draw_rules.hpp"
#include "core/game_status.hpp"
#include "core/move.hpp"
#include "core/position.hpp"
#include "core/zobrist.hpp"

namespace meerslag {

/// A game as it stands on the board: where it began, what was played, and whether the rules have
/// ended it. Any position may be the start, unequal sides and more than 20 pieces too (11.1.7).
///
/// Moves may be played on after a draw by the rules; the counters run on, and the status stays that
/// of the first end.
class Game {
public:
    explicit Game(const Position& start = Position::start());
    /// With counters that began before, see DrawCounters::at_start.
    Game(const Position& start, const DrawCounters& start_counters);

    [[nodiscard]] const Position& start() const { return positions_.front(); }
    [[nodiscard]] const DrawCounters& start_counters() const { return states_.front().counters; }
    [[nodiscard]] const Position& position() const { return positions_.back(); }
    [[nodiscard]] Key key() const { return keys_.back(); }
    /// The moves that led from start() to position().
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

    /// Plays a move and forgets what undo() took back. Requires: `move` is legal here.
    void play(const Move& move);
    /// Takes the last move back. Returns: whether there was one.
    bool undo();
    /// Plays again what undo() took back last. Returns: whether there was such a move.
    bool redo();
    [[nodiscard]] std::size_t redo_count() const { return undone_.size(); }

    /// How often position() has occurred with this side to move, this time included (6.1).
    [[nodiscard]] int repetitions() const { return states_.back().repetitions; }
    [[nodiscard]] const DrawCounters& counters() const { return states_.back().counters; }
    /// How the rules have ended the game. Where one ply meets several conditions: no pieces, no
    /// move, threefold, 5 moves, 16 moves, 25 moves.
    [[nodiscard]] GameStatus status() const { return states_.back().status; }

    /// Every position from start() to position(), and their keys.
    [[nodiscard]] std::span<const Position> positions() const { return positions_; }
    [[nodiscard]] std::span<const Key> keys() const { return keys_; }
    /// The keys since the last move of a man or capture, oldest first, the last one that of
    /// position(): no earlier position can come back. What the search needs for repetitions.
    [[nodiscard]] std::span<const Key> reversible_keys() const;

private:
    /// What is known of the position after each ply.
    struct State {
        DrawCounters counters;
        int repetitions;
        GameStatus status;
    };

    void append(const Position& position, Key key, const DrawCounters& counters);
    [[nodiscard]] int count_repetitions() const;
    [[nodiscard]] std::size_t reversible_count() const;

    // One element more than moves_ each: the first is the start.
    std::vector<Position> positions_;
    std::vector<Key> keys_;
    std::vector<State> states_;
    std::vector<Move> moves_;
    std::vector<Move> undone_;  // the next to be played again is the last
};

}  // namespace meerslag

// Score: what a position is worth, in bands that never overlap.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/depth.hpp"

namespace meerslag {

/// Worth of a position to the side to move there. Unit: 1/100 man.
///
/// Three bands on either side of 0, the same as on a Hub client's screen (divided by 100):
///
///     evaluation     up to    79.99
///     bitbase win    90.00 -  plies/100   to the won position in the bitbase
///     game end      100.00 -  plies/100   to the end of the game
class Score {
public:
    constexpr Score() = default;
    constexpr explicit Score(int value) : value_(static_cast<std::int16_t>(value)) {}

    /// The game ends after `ply` plies from the root, won (lost) by the side to move.
    [[nodiscard]] static constexpr Score win_in(Ply ply) { return Score{kEnd - ply.value()}; }
    [[nodiscard]] static constexpr Score loss_in(Ply ply) { return Score{ply.value() - kEnd}; }
    /// A position that a bitbase knows as won (lost) for the side to move, `ply` plies from the
    /// root.
    [[nodiscard]] static constexpr Score bitbase_win_in(Ply ply) {
        return Score{kBitbase - ply.value()};
    }
    [[nodiscard]] static constexpr Score bitbase_loss_in(Ply ply) {
        return Score{ply.value() - kBitbase};
    }
    [[nodiscard]] static constexpr Score draw() { return Score{0}; }
    /// `value` held inside the band of evaluations.
    [[nodiscard]] static constexpr Score clamped(int value) {
        return Score{value > kEvaluation    ? kEvaluation
                     : value < -kEvaluation ? -kEvaluation
                                            : value};
    }
    /// Above (below) every score that can occur.
    [[nodiscard]] static constexpr Score infinite() { return Score{kEnd + 1}; }

    [[nodiscard]] constexpr int value() const { return value_; }
    /// Whether the end of the game is in sight: by search, not by a bitbase.
    [[nodiscard]] constexpr bool is_game_end() const {
        return value_ > kBitbase || value_ < -kBitbase;
    }
    /// Whether the score is none of an evaluation: a game end or a bitbase result.
    [[nodiscard]] constexpr bool is_decided() const {
        return value_ > kEvaluation || value_ < -kEvaluation;
    }

    constexpr Score operator-() const { return Score{-value_}; }
    friend constexpr Score operator+(Score a, int b) { return Score{a.value_ + b}; }
    friend constexpr Score operator-(Score a, int b) { return Score{a.value_ - b}; }
    friend constexpr int operator-(Score a, Score b) { return a.value_ - b.value_; }
    friend constexpr auto operator<=>(Score, Score) = default;

    /// The form for the table, where the distance counts from the entry's position, not the root.
    [[nodiscard]] constexpr std::int16_t to_table(Ply ply) const {
        if (value_ > kEvaluation) return static_cast<std::int16_t>(value_ + ply.value());
        if (value_ < -kEvaluation) return static_cast<std::int16_t>(value_ - ply.value());
        return value_;
    }
    /// Back from the form for the table, at `ply` plies from the root.
    [[nodiscard]] static constexpr Score from_table(std::int16_t value, Ply ply) {
        if (value > kEvaluation) return Score{value - ply.value()};
        if (value < -kEvaluation) return Score{value + ply.value()};
        return Score{value};
    }

private:
    static constexpr int kEvaluation = 7999;
    static constexpr int kBitbase = 9000;
    static constexpr int kEnd = 10000;

    std::int16_t value_ = 0;
};

static_assert(Score::win_in(Ply{3}).value() == 9997);
static_assert(Score::win_in(kMaxPly).is_game_end() && !Score::bitbase_win_in(Ply{0}).is_game_end());
static_assert(Score::bitbase_win_in(kMaxPly).is_decided() && !Score::clamped(20000).is_decided());
static_assert(Score::from_table(Score::loss_in(Ply{9}).to_table(Ply{4}), Ply{6}) ==
              Score::loss_in(Ply{11}));

/// What lies outside does not interest the caller of a search.
struct Window {
    Score alpha, beta;

    [[nodiscard]] static constexpr Window full() { return {-Score::infinite(), Score::infinite()}; }
    [[nodiscard]] static constexpr Window null(Score alpha) { return {alpha, alpha + 1}; }
    [[nodiscard]] constexpr Window flipped() const { return {-beta, -alpha}; }
    [[nodiscard]] constexpr bool is_null() const { return beta - alpha == 1; }
};

}  // namespace meerslag

// Strength: how each level is made weaker.
#include "engine/strength.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "core/movegen.hpp"

namespace meerslag {

namespace {

constexpr int kAllMoves = 1000;

constexpr std::array<StrengthLevel, kStrongestLevel> kLevels{{
    {1, 200, 300, kAllMoves, Gifts::Possible},
    {1, 110, 180, kAllMoves, Gifts::Possible},
    {1, 50, 100, kAllMoves, Gifts::Possible},
    {2, 60, 50, kAllMoves},
    {3, 60, 50, 8},
    {4, 50, 50, 8},
    {5, 40, 45, 6},
    {6, 30, 40, 6},
    {7, 20, 30, 5},
    {9, 15, 25, 4},
}};

/// What a king counts in exchanges. Unit: men.
constexpr int kKingWorth = 3;
/// After so many positions of captures an exchange counts as settled: boards full of kings could go
/// on for very long.
constexpr int kMostPositions = 5000;

int men_ahead(const Position& position) {
    const auto worth = [&position](Color color) {
        return position.men(color).count() + kKingWorth * position.kings(color).count();
    };
    const Color us = position.side_to_move();
    return worth(us) - worth(opposite(us));
}

/// How many men ahead the side to move is when all captures are made that have to be.
int men_after_captures(const Position& position, int& positions_left) {
    MoveList captures;
    generate_captures(position, captures);
    if (captures.empty() || --positions_left <= 0) return men_ahead(position);
    int best = std::numeric_limits<int>::min();
    for (const Move& capture : captures)
        best = std::max(best, -men_after_captures(position.play(capture), positions_left));
    return best;
}

}  // namespace

const StrengthLevel& strength_level(int level) {
    assert(level >= 1 && level <= kStrongestLevel);
    return kLevels[static_cast<std::size_t>(level - 1)];
}

bool gives_piece_away(const Position& position, const Move& move) {
    int positions_left = kMostPositions;
    return -men_after_captures(position.play(move), positions_left) < men_ahead(position);
}

std::size_t choose_move(std::span<const Score> scores, const StrengthLevel& level,
                        SplitMix64& random) {
    assert(!scores.empty());
    const Score best = *std::max_element(scores.begin(), scores.end());
    const auto range = static_cast<std::uint64_t>(2 * level.noise + 1);
    std::size_t chosen = 0;
    int chosen_worth = 0;
    bool has_chosen = false;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const int noise = static_cast<int>(random.next() % range) - level.noise;
        if (best - scores[i] > level.mistakes) continue;
        const int worth = scores[i].value() + noise;
        if (has_chosen && worth <= chosen_worth) continue;
        chosen = i;
        chosen_worth = worth;
        has_chosen = true;
    }
    return chosen;
}

}  // namespace meerslag

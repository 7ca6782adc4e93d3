#include "engine/strength.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace meerslag {

namespace {

constexpr int kAllMoves = 1000;

/// Above level 3 no move may cost a man within the plies seen.
constexpr std::array<StrengthLevel, kStrongestLevel> kLevels{{
    {1, 200, 300, kAllMoves},
    {1, 50, 110, kAllMoves},
    {2, 180, 220, kAllMoves},
    {2, 60, 80, kAllMoves},
    {3, 60, 70, 8},
    {4, 50, 60, 8},
    {5, 40, 50, 6},
    {6, 30, 40, 6},
    {7, 20, 30, 5},
    {9, 15, 25, 4},
}};

}  // namespace

const StrengthLevel& strength_level(int level) {
    assert(level >= 1 && level <= kStrongestLevel);
    return kLevels[static_cast<std::size_t>(level - 1)];
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

#include "engine/strength.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace meerslag {

namespace {

/// Above level 3 no move may cost a man within the plies seen.
constexpr std::array<StrengthLevel, kStrongestLevel> kLevels{{
    {1, 150, 250},
    {1, 100, 150},
    {2, 80, 120},
    {2, 50, 60},
    {3, 40, 50},
    {4, 35, 50},
    {5, 30, 40},
    {6, 25, 40},
    {8, 20, 30},
    {10, 10, 20},
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

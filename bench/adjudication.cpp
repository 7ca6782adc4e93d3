// Adjudication: counting agreed scores, and asking the bitbases.
#include "bench/adjudication.hpp"

#include <algorithm>
#include <cstdlib>

namespace meerslag {

std::optional<GameResult> Adjudicator::add(Color color, std::optional<int> score) {
    ++moves_[color];
    if (!score) return std::nullopt;
    const int for_white = color == Color::White ? *score : -*score;
    Streaks& mine = streaks_[color];
    const auto count = [](int& streak, bool holds) { streak = holds ? streak + 1 : 0; };
    if (rules_.win) {
        count(mine.white, for_white >= rules_.win->score);
        count(mine.black, for_white <= -rules_.win->score);
    }
    if (rules_.draw) count(mine.draw, std::abs(for_white) <= rules_.draw->score);

    const auto agreed = [this](const std::optional<ScoreAgreement>& rule, int Streaks::*streak) {
        return rule && std::min(moves_.white, moves_.black) >= rule->after_move &&
               std::min(streaks_.white.*streak, streaks_.black.*streak) >= rule->moves;
    };
    if (agreed(rules_.win, &Streaks::white)) return GameResult::WhiteWins;
    if (agreed(rules_.win, &Streaks::black)) return GameResult::BlackWins;
    if (agreed(rules_.draw, &Streaks::draw)) return GameResult::Draw;
    return std::nullopt;
}

}  // namespace meerslag

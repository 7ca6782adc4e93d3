// One game between two players: turns, clocks and faults.
#include "bench/match_game.hpp"

#include <fmt/format.h>
#include <utility>

#include "core/game.hpp"

namespace meerslag {
namespace {

/// A game in play.
class Referee {
public:
    Referee(const PerColor<Player*>& players, const Position& start, const GameRules& rules,
            const std::stop_token& stop)
        : players_(players),
          rules_(rules),
          stop_(stop),
          game_(start),
          clocks_{PlayerClock{rules.controls.white}, PlayerClock{rules.controls.black}},
          adjudicator_(rules.adjudication),
          played_{start, {}, GameResult::Ongoing, "", std::nullopt} {}

    std::optional<PlayedGame> run() {
        for (const Color color : kColors) {
            if (over_or_interrupted()) break;
            check(color, players_[color]->new_game(game_, color, stop_));
        }
        while (!over_or_interrupted()) play_move();
        if (interrupted_) return std::nullopt;
        // A fault from here on has no game to lose any more; the next one will show it.
        for (const Color color : kColors) {
            if (played_.fault && played_.fault->color == color) continue;
            (void)players_[color]->end_game(game_, stop_);
        }
        return std::move(played_);
    }

private:
    [[nodiscard]] bool over_or_interrupted() {
        if (played_.result != GameResult::Ongoing || interrupted_) return true;
        if (const GameStatus status = game_.status(); status.is_over()) {
            end(status.result, to_string(status.reason));
        } else if (rules_.move_limit > 0 &&
                   game_.moves().size() >= 2 * static_cast<std::size_t>(rules_.move_limit)) {
            end(GameResult::Draw, "move-limit");
        }
        return played_.result != GameResult::Ongoing;
    }

    void play_move() {
        const Color color = game_.position().side_to_move();
        // Step 1. The opponent may think along
        if (!game_.moves().empty()) {
            const Color other = opposite(color);
            if (!check(other, players_[other]->ponder(game_, clocks_[other]))) return;
        }
        // Step 2. The move
        const auto answer = players_[color]->think(game_, clocks_[color], stop_);
        if (!check(color, answer)) return;
        switch (answer->kind) {
            case PlayerAnswer::Kind::Move: break;
            case PlayerAnswer::Kind::Resigns:
                return end(win_for(opposite(color)), to_string(EndReason::Resignation));
            case PlayerAnswer::Kind::ClaimsDraw: return end(GameResult::Draw, "claimed");
        }
        clocks_[color].spend(answer->time);
        played_.moves.push_back(
            {*answer->move, answer->time, answer->score, answer->depth, answer->nodes});
        game_.play(*answer->move);
        // Step 3. Is it known how it ends, or do both agree on it?
        const auto agreed = adjudicator_.add(color, answer->score);
        if (game_.status().is_over()) return;
        if (const auto known = known_result()) return end(*known, kEndedByBitbases);
        if (agreed) end(*agreed, "adjudicated");
    }

    [[nodiscard]] std::optional<GameResult> known_result() const {
        const auto& endings = rules_.adjudication.endings;
        return endings ? sure_result(*endings->bitbases, game_) : std::nullopt;
    }

    void end(GameResult result, std::string_view ending) {
        played_.result = result;
        played_.ending = ending;
    }

    /// Whether all went well; else the game is lost for `color`, or interrupted.
    template <class T>
    bool check(Color color, const Expected<T, EngineFault>& outcome) {
        if (outcome) return true;
        if (outcome.error().kind == FaultKind::Interrupted) {
            interrupted_ = true;
            return false;
        }
        end(win_for(opposite(color)), to_string(outcome.error().kind));
        played_.fault =
            FaultReport{color, outcome.error(), game_.position(), players_[color]->last_lines()};
        return false;
    }

    PerColor<Player*> players_;
    const GameRules& rules_;
    const std::stop_token& stop_;
    Game game_;
    PerColor<PlayerClock> clocks_;
    Adjudicator adjudicator_;
    PlayedGame played_;
    bool interrupted_ = false;
};

}  // namespace

std::optional<PlayedGame> play_game(const PerColor<Player*>& players, const Position& start,
                                    const GameRules& rules, const std::stop_token& stop) {
    return Referee{players, start, rules, stop}.run();
}

}  // namespace meerslag

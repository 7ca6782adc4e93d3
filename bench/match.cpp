// Match: pairs of games shared out over seats.
#include "bench/match.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace meerslag {
namespace {

/// How often in a row an engine is started that has run before.
constexpr int kMostStarts = 3;

/// A match in play.
class Runner {
public:
    Runner(const MatchSettings& settings, Openings& openings, MatchResult& result,
           const GameHandler& on_game)
        : settings_(settings),
          openings_(openings),
          result_(result),
          on_game_(on_game),
          slots_(match_slots(settings)) {
        std::erase_if(slots_, [&result](const GameSlot& slot) { return result.has(slot); });
    }

    MatchOutcome run(const std::stop_token& stop) {
        const std::stop_callback forward{stop, [this] { ended_.request_stop(); }};
        judge();  // a match that is taken up again may be decided
        std::vector<std::thread> threads;
        for (int number = 0; number < settings_.seats; ++number) {
            Seat seat{number, std::nullopt};
            if (!settings_.processors.empty()) {
                seat.processor =
                    settings_
                        .processors[static_cast<std::size_t>(number) % settings_.processors.size()];
            }
            threads.emplace_back([this, seat] { play_at(seat); });
        }
        for (std::thread& thread : threads) thread.join();
        const std::scoped_lock lock{mutex_};
        if (outcome_) return *outcome_;
        if (stop.stop_requested()) return {MatchEnd::Interrupted, ""};
        if (openings_there_are_) {
            return {MatchEnd::NoMoreOpenings,
                    fmt::format("There are {} of that kind, and none is played twice: {} of {} "
                                "games played.",
                                *openings_there_are_, result_.records().size(),
                                match_slots(settings_).size())};
        }
        return {MatchEnd::AllPlayed, ""};
    }

private:
    struct Task {
        GameSlot slot;
        Opening opening;
    };

    /// An engine at a seat.
    struct Chair {
        std::unique_ptr<Player> player;  // null while it does not run
        bool has_run = false;
    };
    using Chairs = std::vector<Chair>;  // by the engine's number

    void play_at(const Seat& seat) {
        Chairs chairs(settings_.engines.size());
        play_games(seat, chairs);
        for (const Chair& chair : chairs) {
            if (chair.player) chair.player->leave();
        }
    }

    void play_games(const Seat& seat, Chairs& chairs) {
        while (const std::optional<Task> task = next_task()) {
            PerColor<Player*> seated{};
            for (const Color color : kColors) {
                seated[color] = ready(chairs, task->slot.engine(color), seat);
                if (seated[color] == nullptr) return;
            }
            const GameRules rules{{settings_.control_of(task->slot.engine(Color::White)),
                                   settings_.control_of(task->slot.engine(Color::Black))},
                                  settings_.adjudication,
                                  settings_.move_limit};
            const auto game = play_game(seated, task->opening.position, rules, ended_.get_token());
            if (!game) return;
            if (game->fault) chairs[task->slot.engine(game->fault->color)].player.reset();
            for (const Color color : kColors) {
                auto& player = chairs[task->slot.engine(color)].player;
                if (!player || player->can_play_on()) continue;
                player->leave();
                player.reset();
            }
            take(*game, *task);
        }
    }

    std::optional<Task> next_task() {
        const std::scoped_lock lock{mutex_};
        if (ended_.stop_requested() || next_ == slots_.size()) return std::nullopt;
        const GameSlot slot = slots_[next_++];
        std::optional<Opening> opening = openings_.at(slot.opening);
        if (!opening) {
            next_ = slots_.size();
            openings_there_are_ = slot.opening;
            return std::nullopt;
        }
        return Task{slot, std::move(*opening)};
    }

    /// The engine's player at this seat, started when need be; null when that cannot be done.
    Player* ready(Chairs& chairs, std::size_t engine, const Seat& seat) {
        Chair& chair = chairs[engine];
        if (chair.player) return chair.player.get();
        const EngineSettings& description = settings_.engines[engine];
        const PlayerRules rules{settings_.control_of(engine), settings_.ponder, settings_.margin,
                                settings_.patience};
        auto player = start_player(description, rules, seat, ended_.get_token());
        // What has run before can run: memory or a port may have been short, and will come back
        for (int starts = 1; !player && chair.has_run && starts < kMostStarts; ++starts) {
            if (player.error().fault.kind == FaultKind::Interrupted) break;
            player = start_player(description, rules, seat, ended_.get_token());
        }
        if (player) {
            chair = {std::move(*player), true};
            return chair.player.get();
        }
        const StartFailure& failure = player.error();
        if (failure.fault.kind == FaultKind::Interrupted) return nullptr;
        std::string message = fmt::format("{} cannot be started: {}", description.name,
                                          harmless(failure.fault.detail));
        for (const std::string& line : failure.last_lines) message += "\n    " + harmless(line);
        finish({MatchEnd::EngineMissing, std::move(message)});
        return nullptr;
    }

    void take(const PlayedGame& game, const Task& task) {
        const std::scoped_lock lock{mutex_};
        // What ends after the verdict would change what it was reached by.
        if (outcome_) return;
        const GameRecord record = record_of(game, task.slot, task.opening.name);
        result_.add(record);
        if (on_game_) on_game_(record, game);
        judge_locked();
    }

    void judge() {
        const std::scoped_lock lock{mutex_};
        judge_locked();
    }

    void judge_locked() {
        if (!settings_.sprt || outcome_) return;
        if (sprt_state(settings_, result_).verdict == SprtVerdict::Continue) return;
        outcome_ = MatchOutcome{MatchEnd::SprtDecided, ""};
        ended_.request_stop();
    }

    void finish(MatchOutcome outcome) {
        const std::scoped_lock lock{mutex_};
        if (!outcome_) outcome_ = std::move(outcome);
        ended_.request_stop();
    }

    const MatchSettings& settings_;
    std::mutex mutex_;  // guards what follows
    Openings& openings_;
    MatchResult& result_;
    const GameHandler& on_game_;
    std::vector<GameSlot> slots_;
    std::size_t next_ = 0;
    std::optional<std::size_t> openings_there_are_;  // once they have come to their end
    std::optional<MatchOutcome> outcome_;            // once the match has come to its end by itself
    std::stop_source ended_;
};

}  // namespace

std::string_view to_string(MatchEnd end) {
    switch (end) {
        case MatchEnd::AllPlayed: return "all games played";
        case MatchEnd::SprtDecided: return "decided by SPRT";
        case MatchEnd::Interrupted: return "interrupted";
        case MatchEnd::EngineMissing: return "an engine cannot be started";
        case MatchEnd::NoMoreOpenings: return "no more openings";
    }
    std::abort();
}

std::vector<GameSlot> match_slots(const MatchSettings& settings) {
    std::vector<GameSlot> slots;
    const std::size_t engines = settings.engines.size();
    const std::size_t firsts = settings.form == MatchForm::Gauntlet ? 1 : engines;
    for (std::size_t opening = 0; opening < settings.pairs; ++opening) {
        for (std::size_t first = 0; first < firsts; ++first) {
            for (std::size_t second = first + 1; second < engines; ++second) {
                slots.push_back({first, second, opening, false});
                slots.push_back({first, second, opening, true});
            }
        }
    }
    return slots;
}

MatchOutcome run_match(const MatchSettings& settings, Openings& openings, MatchResult& result,
                       const GameHandler& on_game, const std::stop_token& stop) {
    return Runner{settings, openings, result, on_game}.run(stop);
}

SprtState sprt_state(const MatchSettings& settings, const MatchResult& result) {
    PairCounts pairs;
    if (const auto encounters = result.encounters(); !encounters.empty()) {
        pairs = encounters.front().pairs;
    }
    const double ratio = log_likelihood_ratio(pairs, *settings.sprt);
    return {ratio, verdict(ratio, *settings.sprt)};
}

}  // namespace meerslag

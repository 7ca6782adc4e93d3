// HubPlayer: from a game to Hub lines, and from answers to moves.
#include "bench/hub_player.hpp"

#include <fmt/format.h>
#include <utility>
#include <variant>

#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

/// For an engine to answer `stop`, or a `ping` between games.
constexpr milliseconds kPromptness{3000};

SteadyTime from_now(milliseconds time) { return std::chrono::steady_clock::now() + time; }

double seconds(Microseconds time) { return static_cast<double>(time.count()) / 1e6; }

/// The move named by `text`, if it is legal.
std::optional<Move> legal_move(const std::optional<std::string>& text, const Position& position) {
    if (!text) return std::nullopt;
    const auto move = parse_move(*text, position);
    return move ? std::optional{*move} : std::nullopt;
}

}  // namespace

HubPlayer::HubPlayer(std::unique_ptr<EngineProcess> process, HubVersion version,
                     const PlayerRules& rules)
    : process_(std::move(process)), version_(version), rules_(rules) {}

Expected<void, EngineFault> HubPlayer::get_ready(const EngineSettings& settings,
                                                 const std::stop_token& stop) {
    const auto steps = [&]() -> Expected<void, EngineFault> {
        for (const std::string& line : settings.console_lines) {
            if (const auto sent = process_->send(line); !sent) return unexpected(sent.error());
        }
        if (const auto sent = process_->send("hub"); !sent) return unexpected(sent.error());
        const auto declared = wait_for_declaration(stop);
        if (!declared) return unexpected(declared.error());
        for (const auto& [name, value] : settings.parameters) {
            // An engine passes over what it does not know, and the match would measure nothing.
            if (version_ == HubVersion::Two) {
                if (const auto reason = parameter_obstacle(*declared, name, value)) {
                    return unexpected(EngineFault{FaultKind::NoStart, *reason});
                }
            }
            const auto sent = process_->send(hub_parameter_line(version_, name, value));
            if (!sent) return unexpected(sent.error());
        }
        if (const auto sent = process_->send("init"); !sent) return unexpected(sent.error());
        return wait_until_ready(settings, stop);
    };
    auto result = steps();
    if (result || result.error().kind == FaultKind::Interrupted ||
        result.error().kind == FaultKind::NoStart) {
        return result;
    }
    return unexpected(
        EngineFault{FaultKind::NoStart,
                    fmt::format("{}: {}", to_string(result.error().kind), result.error().detail)});
}

Expected<void, EngineFault> HubPlayer::new_game(const Game&, Color, const std::stop_token& stop) {
    expected_.reset();
    if (const auto sent = process_->send(hub_new_game_line(version_)); !sent) {
        return unexpected(sent.error());
    }
    // What it does for a new game must not run on its clock. `ping` is no duty, so an engine that
    // does not answer is not asked again.
    if (!answers_ping_) return {};
    if (const auto sent = process_->send("ping"); !sent) return unexpected(sent.error());
    const auto pong = wait_for<HubPong>(kPromptness, stop);
    if (pong) return {};
    if (pong.error().kind != FaultKind::Hang) return unexpected(pong.error());
    answers_ping_ = false;
    return {};
}

Expected<PlayerAnswer, EngineFault> HubPlayer::think(const Game& game, const PlayerClock& clock,
                                                     const std::stop_token& stop) {
    if (pondering_on_ && *pondering_on_ == game.moves().back()) {
        pondering_on_.reset();
        const auto start = process_->send("ponder-hit");
        if (!start) return unexpected(start.error());
        return wait_for_move(game, *start, clock.allowance(), stop);
    }
    if (const auto stopped = stop_pondering(stop); !stopped) return unexpected(stopped.error());
    process_->discard_lines();
    const auto start = start_search(game, clock, HubGoMode::Think);
    if (!start) return unexpected(start.error());
    return wait_for_move(game, *start, clock.allowance(), stop);
}

Expected<void, EngineFault> HubPlayer::ponder(const Game& game, const PlayerClock& clock) {
    if (rules_.ponder == Ponder::Off || !expected_) return {};
    Game foreseen = game;
    foreseen.play(*expected_);
    const Move move = *std::exchange(expected_, std::nullopt);
    if (foreseen.status().is_over()) return {};
    process_->discard_lines();
    if (const auto start = start_search(foreseen, clock, HubGoMode::Ponder); !start) {
        return unexpected(start.error());
    }
    pondering_on_ = move;
    return {};
}

Expected<void, EngineFault> HubPlayer::end_game(const Game&, const std::stop_token& stop) {
    return stop_pondering(stop);
}

std::vector<std::string> HubPlayer::last_lines() const { return process_->last_lines(); }

Expected<HubPlayer::Reply, EngineFault> HubPlayer::next_reply(SteadyTime deadline,
                                                              const std::stop_token& stop) {
    auto line = process_->next_line(deadline, stop);
    if (!line) return unexpected(line.error());
    return Reply{read_hub_reply(version_, line->text), line->time};
}

Expected<std::vector<HubParam>, EngineFault> HubPlayer::wait_for_declaration(
    const std::stop_token& stop) {
    std::vector<HubParam> declared;
    const auto collect = [&declared](const HubReply& reply) {
        if (const auto* parameter = std::get_if<HubParam>(&reply)) declared.push_back(*parameter);
    };
    if (const auto wait = wait_for<HubWait>(rules_.patience, stop, collect); !wait) {
        return unexpected(wait.error());
    }
    return declared;
}

Expected<void, EngineFault> HubPlayer::wait_until_ready(const EngineSettings& settings,
                                                        const std::stop_token& stop) {
    std::optional<std::string> complaint;
    const auto listen = [&complaint](const HubReply& reply) {
        if (const auto* error = std::get_if<HubError>(&reply); error && !complaint) {
            complaint = error->message;
        }
    };
    if (const auto ready = wait_for<HubReady>(rules_.patience, stop, listen); !ready) {
        return unexpected(ready.error());
    }
    // A file that it did not find, say: it would play on without, and the match measure nothing.
    if (complaint && !settings.parameters.empty()) {
        return unexpected(EngineFault{FaultKind::NoStart,
                                      fmt::format("error about its parameters: {}", *complaint)});
    }
    return {};
}

template <class Wanted>
Expected<Wanted, EngineFault> HubPlayer::wait_for(milliseconds patience,
                                                  const std::stop_token& stop,
                                                  const ReplyHandler& on_other) {
    const SteadyTime deadline = from_now(patience);
    for (;;) {
        const auto reply = next_reply(deadline, stop);
        if (!reply) return unexpected(reply.error());
        if (const auto* wanted = std::get_if<Wanted>(&reply->value)) return *wanted;
        if (on_other) on_other(reply->value);
    }
}

Expected<SteadyTime, EngineFault> HubPlayer::start_search(const Game& game,
                                                          const PlayerClock& clock,
                                                          HubGoMode mode) {
    Expected<SteadyTime, EngineFault> start{};
    for (const std::string& line : hub_search_lines(version_, game, clock.limits(), mode)) {
        start = process_->send(line);
        if (!start) break;
    }
    return start;
}

Expected<PlayerAnswer, EngineFault> HubPlayer::wait_for_move(const Game& game, SteadyTime start,
                                                             std::optional<Microseconds> allowance,
                                                             const std::stop_token& stop) {
    const SteadyTime deadline =
        start + (allowance ? *allowance + rules_.margin : Microseconds{rules_.patience});
    PlayerAnswer answer;
    for (;;) {
        const auto reply = next_reply(deadline, stop);
        if (!reply && reply.error().kind == FaultKind::Hang) {
            return unexpected(too_late(allowance, stop));
        }
        if (!reply) return unexpected(reply.error());
        if (const auto* info = std::get_if<HubInfo>(&reply->value)) {
            // Depth 0 is a move that was not searched: forced, or from a book.
            if (info->depth) answer.depth = info->depth;
            if (info->score) answer.score = info->score;
            if (info->nodes) answer.nodes = info->nodes;
            if (answer.depth == 0) answer.score.reset();
        }
        const auto* done = std::get_if<HubDone>(&reply->value);
        if (done == nullptr) continue;

        // What a ponder search found before its move was played took no time.
        answer.time = std::max(Microseconds{0},
                               std::chrono::duration_cast<Microseconds>(reply->time - start));
        if (allowance && reply->time > deadline) {
            return unexpected(EngineFault{FaultKind::TimeLoss,
                                          fmt::format("{:.3f} s used, {:.3f} s allowed",
                                                      seconds(answer.time), seconds(*allowance))});
        }
        answer.move = legal_move(done->move, game.position());
        if (!answer.move) {
            return unexpected(
                EngineFault{FaultKind::IllegalMove, done->move ? *done->move : "no move"});
        }
        expected_ = legal_move(done->ponder, game.position().play(*answer.move));
        return answer;
    }
}

EngineFault HubPlayer::too_late(std::optional<Microseconds> allowance,
                                const std::stop_token& stop) {
    if (const auto sent = process_->send("stop"); !sent) return sent.error();
    const auto done = wait_for<HubDone>(kPromptness, stop);
    if (!done && done.error().kind == FaultKind::Hang) {
        return {FaultKind::Hang, "no answer, not even to stop"};
    }
    if (!done) return done.error();
    if (!allowance)
        return {FaultKind::Hang, fmt::format("no move within {:.0f} s", seconds(rules_.patience))};
    return {FaultKind::TimeLoss,
            fmt::format("{:.3f} s allowed, no move after {:.3f} s", seconds(*allowance),
                        seconds(*allowance + rules_.margin))};
}

Expected<void, EngineFault> HubPlayer::stop_pondering(const std::stop_token& stop) {
    if (!pondering_on_) return {};
    pondering_on_.reset();
    if (const auto sent = process_->send("stop"); !sent) return unexpected(sent.error());
    // Its answer may be there already: there is exactly one to each search.
    if (const auto done = wait_for<HubDone>(kPromptness, stop); !done) {
        return unexpected(done.error());
    }
    return {};
}

}  // namespace meerslag

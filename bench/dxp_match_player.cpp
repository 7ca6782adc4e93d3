// DxpMatchPlayer: games proposed to an engine, move by move.
#include "bench/dxp_match_player.hpp"

#include <fmt/format.h>
#include <limits>
#include <thread>
#include <utility>
#include <variant>

#include "protocol/dxp_message.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

/// For an engine to see by itself that a game is over.
constexpr milliseconds kEndingTime{3000};
/// For its acknowledgement; more than the session waits for it before it takes it as given.
constexpr milliseconds kAcknowledgementTime{11'000};
/// To close the connection, for one that says "no more games" in an acknowledgement. Some say so
/// every time and play on.
constexpr milliseconds kClosingTime{500};
/// For the last messages of a session; more than the session takes for them.
constexpr milliseconds kLeavingTime{2000};
/// Between two attempts to connect to an engine that is still starting.
constexpr milliseconds kConnectPause{100};
/// Moves of each side that the time for a whole game has to last for. Source: dxp, "reserve".
constexpr int kMovesOfGame = 75;
/// A game's time for an engine whose moves have no limit on time.
constexpr milliseconds kUnlimitedGame{std::chrono::minutes{60}};
constexpr milliseconds kLongestGame{std::chrono::minutes{999}};
/// More than any engine sends for one move. Unit: bytes.
constexpr std::size_t kFloodLimit = std::size_t{1} << 20;
/// Kept for reports. Unit: messages.
constexpr std::size_t kLastMessages = 8;

SteadyTime now() { return std::chrono::steady_clock::now(); }

/// The time of a whole game in whole minutes, at least one.
milliseconds game_time(const TimeControl& control) {
    milliseconds time = kUnlimitedGame;
    if (control.move_time) {
        time = kMovesOfGame * *control.move_time;
    } else if (control.clock) {
        const ClockRule& clock = *control.clock;
        const int periods = clock.moves > 0 ? (kMovesOfGame + clock.moves - 1) / clock.moves : 1;
        time = periods * clock.time + kMovesOfGame * clock.increment;
    }
    return std::clamp<milliseconds>(std::chrono::ceil<std::chrono::minutes>(time),
                                    std::chrono::minutes{1}, kLongestGame);
}

}  // namespace

DxpMatchPlayer::DxpMatchPlayer(std::unique_ptr<EngineProcess> process, std::uint16_t port,
                               const PlayerRules& rules)
    : process_(std::move(process)),
      port_(port),
      rules_(rules),
      game_time_(game_time(rules.control)) {}

Expected<void, EngineFault> DxpMatchPlayer::get_ready(const EngineSettings& settings,
                                                      const std::stop_token& stop) {
    for (const std::string& line : settings.console_lines) {
        if (const auto sent = process_->send(line); !sent) return unexpected(sent.error());
    }
    return connect(stop);
}

Expected<void, EngineFault> DxpMatchPlayer::connect(const std::stop_token& stop) {
    session_.reset();
    said_no_more_games_ = false;
    const SteadyTime deadline = now() + rules_.patience;
    for (;;) {
        auto connection = TcpConnection::connect(port_);
        if (connection) {
            connection_ = std::move(*connection);
            break;
        }
        if (stop.stop_requested()) return unexpected(EngineFault{FaultKind::Interrupted, ""});
        if (auto end = process_->ended()) return unexpected(std::move(*end));
        if (now() >= deadline) {
            return unexpected(EngineFault{
                FaultKind::NoStart,
                fmt::format("nobody listens on port {}: {}", port_, connection.error().reason)});
        }
        std::this_thread::sleep_for(kConnectPause);
    }
    DxpSettings settings;
    settings.name = "meerslag-match";
    settings.role = DxpRole::Initiator;
    settings.games = std::numeric_limits<int>::max();
    session_.emplace(std::move(settings), now());
    return {};
}

Expected<void, EngineFault> DxpMatchPlayer::new_game(const Game& game, Color color,
                                                     const std::stop_token& stop) {
    process_->discard_lines();
    if (!connection_ || !session_->wants_proposal()) {
        connection_.reset();
        if (auto connected = connect(stop); !connected) return connected;
    }
    used_ = Microseconds{0};
    bytes_heard_ = 0;
    over_.reset();
    refused_ = false;
    DxpGameRequest request;
    request.name = "meerslag-match";
    request.follower = color;
    request.time = game_time_;
    request.position = game.start();
    carry_out(session_->propose(std::move(request), now()));
    const SteadyTime deadline = now() + rules_.patience;
    while (session_->game() == nullptr) {
        if (refused_) return unexpected(EngineFault{FaultKind::Refusal, "it refused the game"});
        if (over_) return unexpected(fault_of(*over_));
        if (session_->state() == DxpState::Leaving) {
            return unexpected(EngineFault{FaultKind::Refusal, "it wants no more games"});
        }
        if (auto stepped = step(deadline, stop); !stepped) return stepped;
    }
    last_sent_ = last_heard_;  // if it is to begin, it has known so since then
    return {};
}

Expected<PlayerAnswer, EngineFault> DxpMatchPlayer::think(const Game& game, const PlayerClock&,
                                                          const std::stop_token& stop) {
    // Step 1. It learns the opponent's move
    bytes_heard_ = 0;
    process_->discard_lines();  // what it says at its console must not block it
    pass_on_last_move(game);

    // Step 2. It thinks. Its clock starts when the move is on its way
    const std::size_t plies = game.moves().size();
    const auto has_moved = [&] {
        return (session_->game() != nullptr && session_->game()->moves().size() > plies) ||
               (over_ && over_->game.moves().size() > plies);
    };
    while (!has_moved()) {
        if (over_) break;
        const bool fixed_time = !rules_.control.clock;
        const SteadyTime deadline = last_sent_ + (fixed_time ? Microseconds{rules_.patience}
                                                             : game_time_ - used_ + rules_.margin);
        const auto stepped = step(deadline, stop);
        if (!stepped && stepped.error().kind == FaultKind::Hang && !fixed_time) {
            return unexpected(EngineFault{FaultKind::TimeLoss,
                                          fmt::format("more than {} minutes for the game",
                                                      game_time_ / std::chrono::minutes{1})});
        }
        if (!stepped) return unexpected(stepped.error());
    }

    // Step 3. What it has done
    PlayerAnswer answer;
    answer.time = std::max(Microseconds{0},
                           std::chrono::duration_cast<Microseconds>(last_heard_ - last_sent_));
    used_ += answer.time;
    if (has_moved()) {
        const Game& played = session_->game() != nullptr ? *session_->game() : over_->game;
        answer.move = played.moves()[plies];
        return answer;
    }
    switch (over_->ending) {
        case DxpEnding::GivenUp: answer.kind = PlayerAnswer::Kind::Resigns; return answer;
        case DxpEnding::Agreed: answer.kind = PlayerAnswer::Kind::ClaimsDraw; return answer;
        case DxpEnding::Rules:
        case DxpEnding::Claimed:
        case DxpEnding::MoveLimit:
        case DxpEnding::Unknown:
        case DxpEnding::IllegalMove:
        case DxpEnding::StoppedByUs:
        case DxpEnding::StoppedByPeer:
        case DxpEnding::PeerGone:
        case DxpEnding::PeerSilent: break;
    }
    return unexpected(fault_of(*over_));
}

Expected<void, EngineFault> DxpMatchPlayer::end_game(const Game& game,
                                                     const std::stop_token& stop) {
    if (!connection_) return {};
    const auto wait_while = [&](milliseconds patience, const auto& condition) {
        const SteadyTime deadline = now() + patience;
        while (connection_ && condition()) {
            if (!step(deadline, stop)) break;
        }
    };
    // Step 1. It sees by the last move that the game is over, or says so if it is its turn. One
    // that knows fewer rules of a draw plays on
    if (game.status().is_over()) {
        pass_on_last_move(game);
        wait_while(kEndingTime, [&] {
            const Game* const theirs = session_->game();
            return theirs != nullptr && theirs->moves().size() <= game.moves().size();
        });
    }
    // Step 2. A game that ended otherwise is broken off, as a rule in place of the opponent's last
    // move. The stop code leaves room for the next one: many programs exit on the other
    if (connection_ && session_->game() != nullptr) carry_out(session_->break_off(now()));
    wait_while(kAcknowledgementTime, [&] { return session_->state() == DxpState::Ending; });
    // Step 3. Does it mean it?
    if (said_no_more_games_) {
        wait_while(kClosingTime, [&] { return session_->state() == DxpState::Idle; });
    }
    return {};
}

void DxpMatchPlayer::leave() {
    if (connection_) {
        carry_out(session_->leave(now()));
        const SteadyTime deadline = now() + kLeavingTime;
        while (connection_ && session_->state() != DxpState::Closed) {
            if (!step(deadline, {})) break;
        }
        connection_.reset();
    }
    process_->end("");
}

bool DxpMatchPlayer::can_play_on() const {
    const bool is_over = !connection_ || session_->state() != DxpState::Idle;
    return !(said_no_more_games_ && is_over);
}

std::vector<std::string> DxpMatchPlayer::last_lines() const {
    std::vector<std::string> lines = process_->last_lines();
    lines.insert(lines.end(), messages_.begin(), messages_.end());
    return lines;
}

Expected<void, EngineFault> DxpMatchPlayer::step(SteadyTime deadline, const std::stop_token& stop) {
    const SteadyTime wake = std::min(deadline, session_->deadline().value_or(deadline));
    const auto chunk = connection_->next(wake, stop);
    const auto flood = [] {
        return unexpected(EngineFault{
            FaultKind::Flood, fmt::format("more than {} MiB for one move", kFloodLimit >> 20)});
    };
    if (chunk) {
        bytes_heard_ += chunk->bytes.size();
        if (bytes_heard_ > kFloodLimit) return flood();
        last_heard_ = chunk->time;
        carry_out(session_->received(chunk->bytes, chunk->time));
        return {};
    }
    switch (chunk.error()) {
        case TcpSilence::Interrupted: return unexpected(EngineFault{FaultKind::Interrupted, ""});
        case TcpSilence::Closed:
            carry_out(session_->disconnected(now()));
            connection_.reset();
            return unexpected(EngineFault{FaultKind::Crash, "it closed the connection"});
        case TcpSilence::Flood: return flood();
        case TcpSilence::Timeout: break;
    }
    if (now() >= deadline) return unexpected(EngineFault{FaultKind::Hang, "no answer"});
    carry_out(session_->woken(now()));
    return {};
}

void DxpMatchPlayer::pass_on_last_move(const Game& game) {
    const Game* const theirs = session_->game();
    if (theirs == nullptr || theirs->moves().size() >= game.moves().size()) return;
    carry_out(session_->moved(search_id_, game.moves().back(), now()));
}

void DxpMatchPlayer::carry_out(const DxpSession::Actions& actions) {
    for (const DxpAction& action : actions) {
        if (const auto* heard = std::get_if<dxp_action::Heard>(&action)) {
            log("dxp in ", heard->message);
            const auto message = parse_dxp_message(heard->message);
            const auto* end = message ? std::get_if<DxpGameEnd>(&*message) : nullptr;
            if (end != nullptr && end->stop == DxpGameEnd::Stop::NoMoreGames) {
                said_no_more_games_ = true;
            }
        } else if (const auto* send = std::get_if<dxp_action::Send>(&action)) {
            log("dxp out", send->message);
            last_sent_ = now();
            if (connection_) connection_->write(send->message + '\0');
        } else if (const auto* search = std::get_if<dxp_action::Search>(&action)) {
            search_id_ = search->id;
        } else if (const auto* over = std::get_if<dxp_action::GameOver>(&action)) {
            over_ = over->record;
        } else if (std::get_if<dxp_action::Refused>(&action) != nullptr) {
            refused_ = true;
        } else if (const auto* note = std::get_if<dxp_action::Note>(&action)) {
            log("dxp    ", note->text);
        }
        // Close: what is left of the connection is closed by its owner. StopSearch, GameStarted:
        // nothing searches here.
    }
}

void DxpMatchPlayer::log(std::string_view way, std::string_view text) {
    messages_.push_back(fmt::format("{}  {}", way, text));
    if (messages_.size() > kLastMessages) messages_.pop_front();
}

EngineFault DxpMatchPlayer::fault_of(const DxpGameRecord& record) const {
    const FaultKind kind =
        record.ending == DxpEnding::IllegalMove ? FaultKind::IllegalMove : FaultKind::Refusal;
    return {kind, std::string{to_string(record.ending)}};
}

}  // namespace meerslag

// DxpSession: what each message does in each state.
#include "protocol/dxp_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <utility>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// Between two of our messages without one of the peer's in between. Source: measured on programs
/// that parse what one recv() gives as one message; on loopback 50 ms was always enough.
constexpr milliseconds kPause{100};
/// How long to wait for the acknowledgement of a game's end.
constexpr milliseconds kAcknowledgementTimeout{10'000};
/// How long to leave it to the peer to close the connection: some spin at its end otherwise.
constexpr milliseconds kClosePatience{1'000};
/// The same when the peer has been told that there are no more games and owes us nothing.
constexpr milliseconds kTimeToRead{200};
/// After how long without a proposal to say so.
constexpr milliseconds kHintAfter{30'000};
/// Of each clock, kept back for the pauses and for the timer that ends a search late.
constexpr milliseconds kClockReserve{200};
/// How many messages may wait to be sent. Only a peer that floods us makes for more.
constexpr std::size_t kMostWaiting = 32;
/// For each move of a game that has no time at all.
constexpr milliseconds kUntimedMove{200};
/// For each move when the clock has run down: nobody claims the time, but nobody likes to wait.
constexpr milliseconds kInstantMove{1};

milliseconds elapsed(DxpInstant from, DxpInstant to) {
    return std::chrono::duration_cast<milliseconds>(to - from);
}

std::string_view color_name(Color color) { return color == Color::White ? "White" : "Black"; }

/// What a peer says of a game that it ends.
struct Verdict {
    GameResult result;
    DxpEnding ending;
};

Verdict verdict(const DxpGameEnd& end, const DxpGameRecord& record) {
    const GameStatus board = record.game.status();
    const Color peer = opposite(record.ours);
    const auto agrees = [&](GameResult result, DxpEnding otherwise) {
        return Verdict{result, board.result == result ? DxpEnding::Rules : otherwise};
    };
    switch (end.reason) {
        case DxpGameEnd::Reason::ILose: return agrees(win_for(record.ours), DxpEnding::GivenUp);
        case DxpGameEnd::Reason::Draw: return agrees(GameResult::Draw, DxpEnding::Agreed);
        case DxpGameEnd::Reason::IWin: return agrees(win_for(peer), DxpEnding::Claimed);
        case DxpGameEnd::Reason::Unknown: break;
    }
    if (board.is_over()) return {board.result, DxpEnding::Rules};
    const auto limit = 2 * static_cast<std::size_t>(record.request.moves);
    if (limit > 0 && record.game.moves().size() >= limit) {
        return {GameResult::Ongoing, DxpEnding::MoveLimit};
    }
    return {GameResult::Ongoing, end.stop == DxpGameEnd::Stop::NoMoreGames
                                     ? DxpEnding::StoppedByPeer
                                     : DxpEnding::Unknown};
}

}  // namespace

std::string_view to_string(DxpEnding ending) {
    switch (ending) {
        case DxpEnding::Rules: return "by the rules";
        case DxpEnding::GivenUp: return "given up";
        case DxpEnding::Agreed: return "reported as a draw";
        case DxpEnding::Claimed: return "reported as won by the winner";
        case DxpEnding::MoveLimit: return "move limit";
        case DxpEnding::Unknown: return "ended without a result";
        case DxpEnding::IllegalMove: return "illegal move";
        case DxpEnding::StoppedByUs: return "broken off here";
        case DxpEnding::StoppedByPeer: return "broken off by the peer";
        case DxpEnding::PeerGone: return "the peer has gone";
        case DxpEnding::PeerSilent: return "the peer was silent for too long";
    }
    std::abort();
}

DxpSession::DxpSession(DxpSettings settings, DxpInstant now)
    : settings_(std::move(settings)),
      last_send_(now),
      last_heard_(now),
      state_ends_(now),
      now_(now) {
    if (settings_.role == DxpRole::Follower) hint_at_ = now + kHintAfter;
}

// What happens

DxpSession::Actions DxpSession::received(std::string_view bytes, DxpInstant now) {
    if (state_ == DxpState::Closed) return {};
    now_ = now;
    last_heard_ = now;
    heard_since_send_ = true;
    const int skipped = reader_.skipped();
    for (const std::string& text : reader_.feed(bytes)) handle(text);
    if (reader_.skipped() > skipped) note("passed over a message of more than 127 bytes");
    return finish();
}

DxpSession::Actions DxpSession::moved(int id, const Move& move, DxpInstant now,
                                      std::optional<Move> reply) {
    now_ = now;
    if (id == search_id_) {
        const Choice choice{move, reply};
        switch (thought_) {
            case Thought::None: break;
            case Thought::Search:
                thought_ = Thought::None;
                chosen_ = choice;
                break;
            case Thought::Ponder: pondered_ = choice; break;
        }
    }
    return finish();
}

DxpSession::Actions DxpSession::woken(DxpInstant now) {
    now_ = now;
    flush();
    if (state_ == DxpState::Ending && now >= state_ends_) {
        note("no acknowledgement of the game's end: taken as given");
        state_ = DxpState::Idle;
    }
    if (state_ == DxpState::Leaving && outbox_.empty() && now >= state_ends_) {
        state_ = DxpState::Closed;
        actions_.push_back(dxp_action::Close{});
    }
    if (awaits_peer() && now - std::max(last_heard_, last_send_) >= *settings_.peer_timeout) {
        stop_search();
        if (game_) save_game(GameResult::Ongoing, DxpEnding::PeerSilent);
        note("the peer was silent for too long");
        state_ = DxpState::Closed;
        actions_.push_back(dxp_action::Close{});
    }
    if (hint_at_ && now >= *hint_at_) {
        hint_at_.reset();
        note("nobody has proposed a game yet: is the other side a follower too?");
    }
    return finish();
}

DxpSession::Actions DxpSession::disconnected(DxpInstant now) {
    now_ = now;
    stop_search();
    if (game_) save_game(GameResult::Ongoing, DxpEnding::PeerGone);
    state_ = DxpState::Closed;
    outbox_.clear();
    return finish();
}

// What the user wants

DxpSession::Actions DxpSession::propose(DxpGameRequest request, DxpInstant now) {
    assert(wants_proposal());
    now_ = now;
    request.name = settings_.name;
    proposed_ = std::move(request);
    state_ = DxpState::Requested;
    send(proposed_);
    return finish();
}

DxpSession::Actions DxpSession::ask_back(int ply, DxpInstant now) {
    assert(is_playing() && !asked_back_);
    now_ = now;
    stop_search();
    asked_back_ = ply;
    send(DxpBackRequest::to_ply(ply, game()->start().side_to_move()));
    return finish();
}

DxpSession::Actions DxpSession::say(std::string text, DxpInstant now) {
    now_ = now;
    send(DxpChat{std::move(text)});
    return finish();
}

DxpSession::Actions DxpSession::resign(DxpInstant now) {
    assert(state_ == DxpState::OurTurn);
    now_ = now;
    end_game(DxpGameEnd::Reason::ILose, DxpEnding::GivenUp);
    return finish();
}

DxpSession::Actions DxpSession::break_off(DxpInstant now) {
    assert(is_playing());
    now_ = now;
    end_game(DxpGameEnd::Reason::Unknown, DxpEnding::StoppedByUs);
    return finish();
}

DxpSession::Actions DxpSession::leave(DxpInstant now) {
    now_ = now;
    constexpr DxpGameEnd kNoMore{DxpGameEnd::Reason::Unknown, DxpGameEnd::Stop::NoMoreGames};
    switch (state_) {
        case DxpState::OurTurn:
        case DxpState::TheirTurn:
            stop_search();
            save_game(GameResult::Ongoing, DxpEnding::StoppedByUs);
            send(kNoMore);
            begin_leaving(kClosePatience);
            break;
        case DxpState::Requested:
            send(kNoMore);
            begin_leaving(kClosePatience);
            break;
        case DxpState::Idle:
            // An initiator in the other chair may take an E for the end of a game, so none from us.
            if (settings_.role == DxpRole::Initiator) send(kNoMore);
            begin_leaving(kTimeToRead);
            break;
        case DxpState::Ending: begin_leaving(kClosePatience); break;
        case DxpState::Leaving:
        case DxpState::Closed: break;
    }
    return finish();
}

// Messages

void DxpSession::handle(std::string_view text) {
    actions_.push_back(dxp_action::Heard{std::string{text}});
    const auto message = parse_dxp_message(text);
    if (!message) return handle_bad(message.error(), text);
    struct Dispatch {
        DxpSession& session;
        std::string_view text;
        void operator()(const DxpMove& move) const { session.handle(move, text); }
        void operator()(const DxpGameRequest& request) const { session.handle(request); }
        void operator()(const DxpGameAnswer& answer) const { session.handle(answer); }
        void operator()(const DxpGameEnd& end) const { session.handle(end); }
        void operator()(const DxpChat& chat) const { session.handle(chat); }
        void operator()(const DxpBackRequest& request) const { session.handle(request); }
        void operator()(const DxpBackAnswer& answer) const { session.handle(answer); }
    };
    std::visit(Dispatch{*this, text}, *message);
}

void DxpSession::handle_bad(const DxpError& error, std::string_view text) {
    note(fmt::format("cannot read '{}': {} (column {})", printable_ascii(text), error.error.reason,
                     error.error.column));
    // The peer waits for an answer to these even if they make no sense
    if (state_ == DxpState::Leaving || state_ == DxpState::Closed) return;
    switch (error.header) {
        case 'R': send(DxpGameAnswer{settings_.name, DxpGameAnswer::Code::NotThisGame}); break;
        case 'B': send(DxpBackAnswer{DxpBackAnswer::Code::Refused}); break;
        case 'M':
            if (state_ == DxpState::TheirTurn) end_game_on_illegal_move(text);
            break;
        default: break;
    }
}

void DxpSession::handle(const DxpGameRequest& request) {
    using Code = DxpGameAnswer::Code;
    // Step 1. What lasts until the next proposal is over with it
    if (state_ == DxpState::Ending) state_ = DxpState::Idle;
    // Step 2. May there be a game, and is it this one?
    const auto refusal = [&]() -> std::optional<Code> {
        if (request.version != kDxpVersion) return Code::WrongVersion;
        if (state_ == DxpState::Leaving || state_ == DxpState::Closed) return Code::NoGames;
        if (settings_.role == DxpRole::Initiator || state_ != DxpState::Idle)
            return Code::NotThisGame;
        if (settings_.games && games_accepted_ >= *settings_.games) return Code::NoGames;
        return std::nullopt;
    }();
    send(DxpGameAnswer{settings_.name, refusal.value_or(Code::Accepted)});
    if (refusal) {
        note(fmt::format("refused a proposal: {}", to_string(*refusal)));
        return;
    }
    // Step 3. It begins
    ++games_accepted_;
    hint_at_.reset();
    start_game(request, request.follower, request.name);
}

void DxpSession::handle(const DxpGameAnswer& answer) {
    if (state_ != DxpState::Requested) return note("an answer to no proposal");
    if (answer.code == DxpGameAnswer::Code::Accepted) {
        start_game(proposed_, opposite(proposed_.follower), answer.name);
        return;
    }
    note(fmt::format("{} refuses: {}", answer.name, to_string(answer.code)));
    actions_.push_back(dxp_action::Refused{answer.code});
    state_ = DxpState::Idle;
}

void DxpSession::handle(const DxpMove& message, std::string_view text) {
    if (state_ != DxpState::TheirTurn) {
        return note(fmt::format("passed over the move '{}': it is not the peer's turn",
                                printable_ascii(text)));
    }
    const auto move = message.resolve(game_->record.game.position());
    if (!move) return end_game_on_illegal_move(text);
    if (thought_ == Thought::Ponder && *move != *expected_) stop_search();
    game_->record.times.push_back(elapsed(game_->turn_began, now_));
    game_->record.game.play(*move);
    begin_turn();
}

void DxpSession::handle(const DxpGameEnd& end) {
    const bool stop = end.stop == DxpGameEnd::Stop::NoMoreGames;
    switch (state_) {
        case DxpState::OurTurn:
        case DxpState::TheirTurn: {
            stop_search();
            const Verdict told = verdict(end, game_->record);
            save_game(told.result, told.ending);
            send(DxpGameEnd{DxpGameEnd::Reason::Unknown, end.stop});
            state_ = DxpState::Idle;
            if (stop) begin_leaving(kClosePatience);
            break;
        }
        case DxpState::Ending: {
            state_ = DxpState::Idle;
            // Some acknowledge every end with a stop; asked again, they play on
            const bool wants_more = settings_.role == DxpRole::Initiator && settings_.games > 1;
            if (stop && !wants_more) begin_leaving(kClosePatience);
            break;
        }
        case DxpState::Idle:
        case DxpState::Requested:
            if (stop) {
                note("the peer wants no more games");
                begin_leaving(kClosePatience);
            } else {
                note("the end of no game");
            }
            break;
        case DxpState::Leaving: state_ends_ = std::min(state_ends_, now_ + kTimeToRead); break;
        case DxpState::Closed: break;
    }
}

void DxpSession::handle(const DxpChat& chat) { note(fmt::format("the peer says: {}", chat.text)); }

void DxpSession::handle(const DxpBackRequest& request) {
    using Code = DxpBackAnswer::Code;
    if (state_ == DxpState::Leaving || state_ == DxpState::Closed) return;
    // Two requests that cross would leave the programs at different places: both are refused
    if (!is_playing() || asked_back_) return send(DxpBackAnswer{Code::Refused});
    const int ply = request.ply(game()->start().side_to_move());
    if (!has_ply(ply)) {
        note(fmt::format("refused to go back to {}'s move {}: there is none",
                         color_name(request.side_to_move), request.move));
        return send(DxpBackAnswer{Code::Refused});
    }
    send(DxpBackAnswer{Code::Accepted});
    go_back(ply);
}

void DxpSession::handle(const DxpBackAnswer& answer) {
    if (!asked_back_) return note("an answer to no request to go back");
    const int ply = *asked_back_;
    asked_back_.reset();
    if (answer.code == DxpBackAnswer::Code::Accepted && has_ply(ply)) return go_back(ply);
    note("not back: the peer refuses, or there is no such place");
    if (state_ == DxpState::OurTurn) search();
}

// The game

void DxpSession::start_game(const DxpGameRequest& request, Color ours, std::string_view peer) {
    PerColor<std::string> names;
    names[ours] = settings_.name;
    names[opposite(ours)] = peer;
    game_ =
        RunningGame{DxpGameRecord{request, ours, names, Game{request.start()}, {}, {}, {}}, now_};
    actions_.push_back(dxp_action::GameStarted{request, ours, names});
    begin_turn();
}

void DxpSession::begin_turn() {
    const bool is_ours = game()->position().side_to_move() == game_->record.ours;
    state_ = is_ours ? DxpState::OurTurn : DxpState::TheirTurn;
    game_->turn_began = now_;
    if (is_ours && !asked_back_) search();
}

void DxpSession::search() {
    // Step 1. The side to move reports a game that is over
    const Game& game = game_->record.game;
    const GameStatus status = game.status();
    if (status.result == GameResult::Draw)
        return end_game(DxpGameEnd::Reason::Draw, DxpEnding::Rules);
    if (status.is_over()) return end_game(DxpGameEnd::Reason::ILose, DxpEnding::Rules);
    // Step 2. The limit ends it at the turn of the side that began
    if (is_limit_reached(game.moves().size())) {
        return end_game(DxpGameEnd::Reason::Unknown, DxpEnding::MoveLimit);
    }
    // Step 3. Think, or go on thinking
    if (thought_ == Thought::Ponder) return hit();
    thought_ = Thought::Search;
    actions_.push_back(dxp_action::Search{++search_id_, game, limits()});
}

/// Thinks about what to do when the peer plays `reply`, unless the game would be over by then.
void DxpSession::ponder(const Move& reply) {
    if (settings_.pondering == DxpPondering::Off) return;
    Game game = game_->record.game;
    if (game.status().is_over() || !legal_moves(game.position()).contains(reply)) return;
    game.play(reply);
    if (game.status().is_over() || is_limit_reached(game.moves().size())) return;
    thought_ = Thought::Ponder;
    expected_ = reply;
    pondered_.reset();
    actions_.push_back(dxp_action::Ponder{++search_id_, std::move(game), limits()});
}

/// The peer's move is the one that was pondered on.
void DxpSession::hit() {
    if (pondered_) {
        thought_ = Thought::None;
        chosen_ = std::exchange(pondered_, std::nullopt);
    } else {
        thought_ = Thought::Search;
        actions_.push_back(dxp_action::PonderHit{});
    }
}

void DxpSession::stop_search() {
    chosen_.reset();
    pondered_.reset();
    if (std::exchange(thought_, Thought::None) == Thought::None) return;
    actions_.push_back(dxp_action::StopSearch{});
}

/// Whether it is on us to end a game of so many plies: the side that began does it at its turn.
bool DxpSession::is_limit_reached(std::size_t plies) const {
    const DxpGameRecord& record = game_->record;
    const auto limit = 2 * static_cast<std::size_t>(record.request.moves);
    return limit > 0 && record.game.start().side_to_move() == record.ours && plies >= limit;
}

SearchLimits DxpSession::limits() const {
    const DxpGameRecord& record = game_->record;
    SearchLimits limits;
    if (record.request.time == 0ms) {
        limits.move_time = kUntimedMove;
        return limits;
    }
    milliseconds used = elapsed(game_->turn_began, now_);
    const bool we_began = record.game.start().side_to_move() == record.ours;
    int made = 0;
    for (std::size_t ply = we_began ? 0 : 1; ply < record.times.size(); ply += 2, ++made) {
        used += record.times[ply];
    }
    Clock clock;
    clock.left = record.request.time - used - kClockReserve;
    clock.moves_to_control = std::max(record.request.moves - made, 0);
    if (clock.left <= kInstantMove) {
        limits.move_time = kInstantMove;
    } else {
        limits.clock = clock;
    }
    return limits;
}

void DxpSession::play(const Choice& choice) {
    const milliseconds spent = elapsed(game_->turn_began, now_);
    game_->record.times.push_back(spent);
    game_->record.game.play(choice.move);
    send(DxpMove{spent, choice.move});
    begin_turn();
    if (choice.reply) ponder(*choice.reply);
}

bool DxpSession::has_ply(int ply) const {
    return ply >= 0 && static_cast<std::size_t>(ply) <= game()->moves().size();
}

void DxpSession::go_back(int ply) {
    DxpGameRecord& record = game_->record;
    assert(has_ply(ply));
    stop_search();
    while (record.game.moves().size() > static_cast<std::size_t>(ply)) record.game.undo();
    record.times.resize(record.game.moves().size());
    note(fmt::format("back to where {} plies were played", ply));
    begin_turn();
}

void DxpSession::end_game_on_illegal_move(std::string_view text) {
    note(fmt::format("illegal move {}", printable_ascii(text)));
    send(DxpChat{fmt::format("illegal move {}", text)});
    end_game(DxpGameEnd::Reason::Unknown, DxpEnding::IllegalMove);
}

void DxpSession::end_game(DxpGameEnd::Reason reason, DxpEnding ending) {
    const Color ours = game_->record.ours;
    const GameResult result = [&] {
        switch (reason) {
            case DxpGameEnd::Reason::Unknown: return GameResult::Ongoing;
            case DxpGameEnd::Reason::ILose: return win_for(opposite(ours));
            case DxpGameEnd::Reason::Draw: return GameResult::Draw;
            case DxpGameEnd::Reason::IWin: return win_for(ours);
        }
        std::abort();
    }();
    stop_search();
    send(DxpGameEnd{reason, DxpGameEnd::Stop::MoreGames});
    save_game(result, ending);
    state_ = DxpState::Ending;
    state_ends_ = now_ + kAcknowledgementTimeout;
}

void DxpSession::save_game(GameResult result, DxpEnding ending) {
    game_->record.result = result;
    game_->record.ending = ending;
    actions_.push_back(dxp_action::GameOver{std::move(game_->record)});
    game_.reset();
    asked_back_.reset();
}

void DxpSession::begin_leaving(milliseconds patience) {
    state_ = DxpState::Leaving;
    state_ends_ = now_ + patience;
}

bool DxpSession::awaits_peer() const {
    if (!settings_.peer_timeout) return false;
    switch (state_) {
        case DxpState::Idle: return settings_.role == DxpRole::Follower;
        case DxpState::Requested:
        case DxpState::TheirTurn: return true;
        case DxpState::OurTurn: return asked_back_.has_value();
        case DxpState::Ending:
        case DxpState::Leaving:
        case DxpState::Closed: return false;
    }
    std::abort();
}

// Sending

void DxpSession::send(const DxpMessage& message) {
    if (outbox_.size() >= kMostWaiting) return note("too many messages to answer: one is dropped");
    outbox_.push_back(format_dxp_message(message));
}

DxpSession::Actions DxpSession::finish() {
    flush();
    return std::exchange(actions_, {});
}

DxpInstant DxpSession::next_send() const {
    return heard_since_send_ ? last_send_ : last_send_ + kPause;
}

void DxpSession::flush() {
    while (now_ >= next_send()) {
        if (outbox_.empty() && chosen_) play(*std::exchange(chosen_, std::nullopt));
        if (outbox_.empty()) return;
        actions_.push_back(dxp_action::Send{std::move(outbox_.front())});
        outbox_.pop_front();
        last_send_ = now_;
        heard_since_send_ = false;
    }
}

std::optional<DxpInstant> DxpSession::deadline() const {
    std::optional<DxpInstant> first;
    const auto add = [&first](DxpInstant instant) {
        first = first ? std::min(*first, instant) : instant;
    };
    if (state_ == DxpState::Closed) return first;
    if (!outbox_.empty() || chosen_) add(next_send());
    if (state_ == DxpState::Ending) add(state_ends_);
    if (state_ == DxpState::Leaving && outbox_.empty()) add(state_ends_);
    if (awaits_peer()) add(std::max(last_heard_, last_send_) + *settings_.peer_timeout);
    if (hint_at_) add(*hint_at_);
    return first;
}

}  // namespace meerslag

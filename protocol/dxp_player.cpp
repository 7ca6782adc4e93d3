// DxpPlayer: searches, clocks and the session put together.
#include "protocol/dxp_player.hpp"

#include <cassert>
#include <utility>

namespace meerslag {
namespace {

DxpInstant now() { return std::chrono::steady_clock::now(); }

}  // namespace

DxpPlayer::DxpPlayer(DxpSettings settings, const EngineOptions& engine, DxpMatch* match,
                     DxpObserver observer)
    : settings_(std::move(settings)),
      match_(match),
      observer_(std::move(observer)),
      engine_(engine) {
    assert((settings_.role == DxpRole::Initiator) == (match_ != nullptr));
    engine_.touch_table();  // else the first move would do it on its clock
}

DxpPlayer::~DxpPlayer() { stop_search(); }

void DxpPlayer::connected(DxpWire& wire) {
    wire_ = &wire;
    ++connection_;
    session_.emplace(settings_, now());
    carry_out_all({});
}

void DxpPlayer::received(std::string_view bytes) {
    if (session_) carry_out_all(session_->received(bytes, now()));
}

void DxpPlayer::woken() {
    if (session_) carry_out_all(session_->woken(now()));
}

void DxpPlayer::disconnected() {
    if (!session_) return;
    carry_out_all(session_->disconnected(now()));
    session_.reset();
    wire_ = nullptr;
}

void DxpPlayer::interrupt() {
    interrupted_ = true;
    if (session_) carry_out_all(session_->leave(now()));
}

bool DxpPlayer::is_finished() const {
    return interrupted_ || (match_ != nullptr && !match_->next());
}

void DxpPlayer::carry_out_all(const std::vector<DxpAction>& actions) {
    for (const DxpAction& action : actions) {
        std::visit([this](const auto& what) { carry_out(what); }, action);
    }
    // The initiator is to speak
    if (session_->wants_proposal() && !interrupted_) {
        const std::optional<DxpGameRequest> request = match_->next();
        return carry_out_all(request ? session_->propose(*request, now()) : session_->leave(now()));
    }
    wire_->wake_at(session_->deadline());
}

void DxpPlayer::carry_out(const dxp_action::Heard& heard) {
    if (observer_.message) observer_.message(DxpObserver::Way::In, heard.message);
}

void DxpPlayer::carry_out(const dxp_action::Send& send) {
    if (observer_.message) observer_.message(DxpObserver::Way::Out, send.message);
    wire_->send(send.message + '\0');
}

void DxpPlayer::carry_out(const dxp_action::GameStarted& game) {
    stop_search();
    engine_.new_game();
    if (observer_.game_started) observer_.game_started(game);
}

void DxpPlayer::carry_out(const dxp_action::GameOver& over) {
    if (match_ != nullptr) match_->record(over.record);
    if (observer_.game_over) observer_.game_over(over.record);
}

void DxpPlayer::carry_out(const dxp_action::Refused& refused) {
    match_->record_refusal(refused.code);
}

void DxpPlayer::carry_out(const dxp_action::Note& note) {
    if (observer_.note) observer_.note(note.text);
}

void DxpPlayer::think(int id, const Game& game, const SearchLimits& limits, SearchMode mode) {
    stop_search();
    engine_.prepare();
    search_ = std::thread{[this, id, game, limits, mode, connection = connection_, &wire = *wire_] {
        const SearchResult result = engine_.search(game, limits, mode, {});
        assert(result.best && "the session asks only where there is a legal move");
        wire.post([this, connection, id, move = *result.best, reply = result.ponder] {
            if (!session_ || connection != connection_) return;
            carry_out_all(session_->moved(id, move, now(), reply));
        });
    }};
}

void DxpPlayer::stop_search() {
    if (!search_.joinable()) return;
    engine_.stop();
    search_.join();
}

}  // namespace meerslag

// DxpPlayer: plays over DXP with the engine, whatever carries the bytes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "engine/engine.hpp"
#include "protocol/dxp_match.hpp"
#include "protocol/dxp_session.hpp"

namespace meerslag {

/// What a player asks of its connection.
class DxpWire {
public:
    virtual ~DxpWire() = default;
    DxpWire() = default;
    DxpWire(const DxpWire&) = delete;
    DxpWire& operator=(const DxpWire&) = delete;

    /// Sends all of `bytes`, and then what is sent next.
    virtual void send(std::string bytes) = 0;
    virtual void close() = 0;
    /// Calls DxpPlayer::woken then; it replaces an earlier wish. None: no call.
    virtual void wake_at(std::optional<DxpInstant> instant) = 0;
    /// Runs `work` on the thread that calls the player. Thread: any.
    virtual void post(std::function<void()> work) = 0;
};

/// What a player tells the person who started it. Empty functions are not called.
struct DxpObserver {
    std::function<void(const dxp_action::GameStarted&)> game_started;
    std::function<void(const DxpGameRecord&)> game_over;
    std::function<void(std::string_view text)> note;
    enum class Way : bool { In, Out };
    std::function<void(Way way, std::string_view message)> message;
};

/// Owns the engine, and a DxpSession for as long as there is a connection. The search runs on a
/// thread of its own, so the peer is heard at any moment.
///
/// Thread: all functions belong to the one that carries the bytes.
class DxpPlayer {
public:
    /// An initiator plays `match`, which must outlive the player; a follower has none.
    DxpPlayer(DxpSettings settings, const EngineOptions& engine, DxpMatch* match,
              DxpObserver observer);
    /// Ends a running search.
    ~DxpPlayer();
    DxpPlayer(const DxpPlayer&) = delete;
    DxpPlayer& operator=(const DxpPlayer&) = delete;

    /// `wire` must outlive the connection.
    void connected(DxpWire& wire);
    void received(std::string_view bytes);
    void woken();
    void disconnected();
    /// The user wants to leave: a running game is broken off and the connection closed.
    void interrupt();

    /// Whether there is nothing to do on another connection.
    [[nodiscard]] bool is_finished() const;

private:
    void carry_out_all(const std::vector<DxpAction>& actions);
    void carry_out(const dxp_action::Heard& heard);
    void carry_out(const dxp_action::Send& send);
    void carry_out(const dxp_action::Close&) { wire_->close(); }
    void carry_out(const dxp_action::Search& search) {
        think(search.id, search.game, search.limits, SearchMode::Think);
    }
    void carry_out(const dxp_action::Ponder& ponder) {
        think(ponder.id, ponder.game, ponder.limits, SearchMode::Ponder);
    }
    void carry_out(const dxp_action::PonderHit&) { engine_.ponder_hit(); }
    void carry_out(const dxp_action::StopSearch&) { stop_search(); }
    void carry_out(const dxp_action::GameStarted& game);
    void carry_out(const dxp_action::GameOver& over);
    void carry_out(const dxp_action::Refused& refused);
    void carry_out(const dxp_action::Note& note);
    void think(int id, const Game& game, const SearchLimits& limits, SearchMode mode);
    void stop_search();

    const DxpSettings settings_;
    DxpMatch* const match_;
    const DxpObserver observer_;
    DxpWire* wire_ = nullptr;  // while there is a connection
    std::optional<DxpSession> session_;
    int connection_ = 0;  // counts them, so that an old search's answer is known as such
    bool interrupted_ = false;
    Engine engine_;
    std::thread search_;
};

}  // namespace meerslag

// DxpMatchPlayer: an engine that listens for DamExchange; the match is the initiator of its games.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/engine_process.hpp"
#include "bench/player.hpp"
#include "bench/tcp_connection.hpp"
#include "protocol/dxp_session.hpp"

namespace meerslag {

/// DXP tells an engine its time for a whole game, in minutes: its share of the match's clock is
/// rounded up to that. An engine that is to move faster is told so on its console.
class DxpMatchPlayer : public Player {
public:
    DxpMatchPlayer(std::unique_ptr<EngineProcess> process, std::uint16_t port,
                   const PlayerRules& rules);

    /// Sends the lines for its console and connects.
    /// Errors: NoStart, Interrupted.
    [[nodiscard]] Expected<void, EngineFault> get_ready(const EngineSettings& settings,
                                                        const std::stop_token& stop);

    void leave() override;
    [[nodiscard]] Expected<void, EngineFault> new_game(const Game& game, Color color,
                                                       const std::stop_token& stop) override;
    [[nodiscard]] Expected<PlayerAnswer, EngineFault> think(const Game& game,
                                                            const PlayerClock& clock,
                                                            const std::stop_token& stop) override;
    [[nodiscard]] Expected<void, EngineFault> ponder(const Game&, const PlayerClock&) override {
        return {};  // whether it ponders is its own affair
    }
    [[nodiscard]] Expected<void, EngineFault> end_game(const Game& game,
                                                       const std::stop_token& stop) override;
    [[nodiscard]] bool can_play_on() const override;
    [[nodiscard]] std::vector<std::string> last_lines() const override;

private:
    [[nodiscard]] Expected<void, EngineFault> connect(const std::stop_token& stop);
    /// Waits for one thing to happen and deals with it.
    /// Errors: Hang at `deadline`, Crash, Flood, Interrupted.
    [[nodiscard]] Expected<void, EngineFault> step(SteadyTime deadline,
                                                   const std::stop_token& stop);
    /// Passes on the opponent's last move, which the session takes for that of its own search.
    void pass_on_last_move(const Game& game);
    void carry_out(const DxpSession::Actions& actions);
    void log(std::string_view way, std::string_view text);
    [[nodiscard]] EngineFault fault_of(const DxpGameRecord& record) const;

    std::unique_ptr<EngineProcess> process_;
    std::uint16_t port_;
    PlayerRules rules_;
    std::chrono::milliseconds game_time_;        ///< as the engine is told it
    std::unique_ptr<TcpConnection> connection_;  // null until the next game connects
    std::optional<DxpSession> session_;          // that of the connection
    bool said_no_more_games_ = false;            // the engine, over the connection

    // Of the game
    Microseconds used_{0};
    int search_id_ = 0;  ///< of the session's last search: the opponent's turn
    std::optional<DxpGameRecord> over_;
    bool refused_ = false;
    std::size_t bytes_heard_ = 0;  ///< since it was last on it to speak
    SteadyTime last_sent_;
    SteadyTime last_heard_;
    std::deque<std::string> messages_;  ///< the last ones both ways, for reports
};

}  // namespace meerslag

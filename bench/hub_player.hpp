// HubPlayer: an engine that speaks the Hub protocol, version 1 or 2.
#pragma once

#include <functional>
#include <memory>

#include "bench/engine_process.hpp"
#include "bench/player.hpp"
#include "protocol/hub_client.hpp"

namespace meerslag {

class HubPlayer : public Player {
public:
    HubPlayer(std::unique_ptr<EngineProcess> process, HubVersion version, const PlayerRules& rules);

    /// Goes through the protocol's opening: who it is, parameters, ready.
    /// Errors: NoStart, Interrupted.
    [[nodiscard]] Expected<void, EngineFault> get_ready(const EngineSettings& settings,
                                                        const std::stop_token& stop);

    void leave() override { process_->end("quit"); }
    [[nodiscard]] Expected<void, EngineFault> new_game(const Game& game, Color color,
                                                       const std::stop_token& stop) override;
    [[nodiscard]] Expected<PlayerAnswer, EngineFault> think(const Game& game,
                                                            const PlayerClock& clock,
                                                            const std::stop_token& stop) override;
    [[nodiscard]] Expected<void, EngineFault> ponder(const Game& game,
                                                     const PlayerClock& clock) override;
    [[nodiscard]] Expected<void, EngineFault> end_game(const Game& game,
                                                       const std::stop_token& stop) override;
    [[nodiscard]] std::vector<std::string> last_lines() const override;

private:
    struct Reply {
        HubReply value;
        SteadyTime time;
    };

    [[nodiscard]] Expected<Reply, EngineFault> next_reply(SteadyTime deadline,
                                                          const std::stop_token& stop);
    /// The parameters that the engine declares, up to its `wait`.
    [[nodiscard]] Expected<std::vector<HubParam>, EngineFault> wait_for_declaration(
        const std::stop_token& stop);
    /// Errors: also that the engine complained, if there are parameters to complain about.
    [[nodiscard]] Expected<void, EngineFault> wait_until_ready(const EngineSettings& settings,
                                                               const std::stop_token& stop);
    using ReplyHandler = std::function<void(const HubReply&)>;
    /// Passes over everything up to a reply of that type, and shows it to `on_other`.
    template <class Wanted>
    [[nodiscard]] Expected<Wanted, EngineFault> wait_for(std::chrono::milliseconds patience,
                                                         const std::stop_token& stop,
                                                         const ReplyHandler& on_other = {});
    [[nodiscard]] Expected<SteadyTime, EngineFault> start_search(const Game& game,
                                                                 const PlayerClock& clock,
                                                                 HubGoMode mode);
    [[nodiscard]] Expected<PlayerAnswer, EngineFault> wait_for_move(
        const Game& game, SteadyTime start, std::optional<Microseconds> allowance,
        const std::stop_token& stop);
    [[nodiscard]] EngineFault too_late(std::optional<Microseconds> allowance,
                                       const std::stop_token& stop);
    [[nodiscard]] Expected<void, EngineFault> stop_pondering(const std::stop_token& stop);

    std::unique_ptr<EngineProcess> process_;
    HubVersion version_;
    PlayerRules rules_;
    bool answers_ping_ = true;
    std::optional<Move> expected_;      ///< the reply foreseen with the last move
    std::optional<Move> pondering_on_;  ///< while a ponder search is running
};

}  // namespace meerslag

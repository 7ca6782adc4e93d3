#include "bench/player.hpp"

#include "bench/engine_process.hpp"
#include "bench/hub_player.hpp"

namespace meerslag {
namespace {

Expected<std::unique_ptr<Player>, StartFailure> start_hub_player(const EngineSettings& settings,
                                                                 const PlayerRules& rules,
                                                                 HubVersion version,
                                                                 const ChildCommand& command,
                                                                 const std::stop_token& stop) {
    auto process = EngineProcess::start(command);
    if (!process) return unexpected(StartFailure{process.error(), {}});
    auto player = std::make_unique<HubPlayer>(std::move(*process), version, rules);
    if (const auto ready = player->get_ready(settings, stop); !ready) {
        return unexpected(StartFailure{ready.error(), player->last_lines()});
    }
    return player;
}

}  // namespace

Expected<std::unique_ptr<Player>, StartFailure> start_player(const EngineSettings& settings,
                                                             const PlayerRules& rules,
                                                             const Seat& seat,
                                                             const std::stop_token& stop) {
    auto arguments = split_command(settings.command);
    if (!arguments) {
        return unexpected(StartFailure{{FaultKind::NoStart, arguments.error().reason}, {}});
    }
    const ChildCommand command{std::move(*arguments), settings.folder, seat.processor};
    switch (settings.protocol) {
        case EngineProtocol::Hub:
            return start_hub_player(settings, rules, HubVersion::Two, command, stop);
        case EngineProtocol::Hub1:
            return start_hub_player(settings, rules, HubVersion::One, command, stop);
        case EngineProtocol::Dxp: break;
    }
    return unexpected(StartFailure{{FaultKind::NoStart, "DXP is not there yet"}, {}});
}

}  // namespace meerslag

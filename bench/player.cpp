// Player: what all protocols have in common.
#include "bench/player.hpp"

#include <fmt/format.h>
#include <filesystem>
#include <system_error>

#include "bench/dxp_match_player.hpp"
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

constexpr std::string_view kPortPlace = "{port}";
constexpr int kDefaultDxpPort = 27531;
/// Another program may take a free port before the engine does.
constexpr int kPortTries = 3;

StartFailure no_start(std::string reason) { return {{FaultKind::NoStart, std::move(reason)}, {}}; }

/// The port that the settings name for an engine at that seat.
Expected<std::uint16_t, StartFailure> fixed_port(const EngineSettings& settings, const Seat& seat) {
    const int port = (settings.port == 0 ? kDefaultDxpPort : settings.port) + seat.number;
    if (port > 65535) return unexpected(no_start(fmt::format("there is no port {}", port)));
    return static_cast<std::uint16_t>(port);
}

Expected<std::unique_ptr<Player>, StartFailure> start_dxp_player_at(const EngineSettings& settings,
                                                                    const PlayerRules& rules,
                                                                    const ChildCommand& command,
                                                                    std::uint16_t port,
                                                                    const std::stop_token& stop) {
    ChildCommand with_port = command;
    for (std::string& argument : with_port.arguments) {
        const std::size_t place = argument.find(kPortPlace);
        if (place != std::string::npos) {
            argument.replace(place, kPortPlace.size(), std::to_string(port));
        }
    }
    auto process = EngineProcess::start(with_port);
    if (!process) return unexpected(StartFailure{process.error(), {}});
    auto player = std::make_unique<DxpMatchPlayer>(std::move(*process), port, rules);
    if (const auto ready = player->get_ready(settings, stop); !ready) {
        return unexpected(StartFailure{ready.error(), player->last_lines()});
    }
    return player;
}

/// Lets the engine listen on the port of the settings or, if there is none and its command has a
/// place for one, on any that is free.
Expected<std::unique_ptr<Player>, StartFailure> start_dxp_player(const EngineSettings& settings,
                                                                 const PlayerRules& rules,
                                                                 const Seat& seat,
                                                                 const ChildCommand& command,
                                                                 const std::stop_token& stop) {
    const bool has_place = settings.command.find(kPortPlace) != std::string::npos;
    if (!has_place && seat.number > 0) {
        return unexpected(no_start("several at a time need {port} in the command"));
    }
    if (settings.port != 0 || !has_place) {
        const auto port = fixed_port(settings, seat);
        if (!port) return unexpected(port.error());
        return start_dxp_player_at(settings, rules, command, *port, stop);
    }
    for (int attempt = 1;; ++attempt) {
        const auto port = free_tcp_port();
        if (!port) return unexpected(no_start("no free port"));
        auto player = start_dxp_player_at(settings, rules, command, *port, stop);
        if (player || player.error().fault.kind != FaultKind::Crash || attempt == kPortTries) {
            return player;
        }
    }
}

}  // namespace

Expected<std::unique_ptr<Player>, StartFailure> start_player(const EngineSettings& settings,
                                                             const PlayerRules& rules,
                                                             const Seat& seat,
                                                             const std::stop_token& stop) {
    auto arguments = split_command(settings.command);
    if (!arguments) {
        return unexpected(no_start(arguments.error().reason));
    }
    std::error_code no_folder;
    if (!settings.folder.empty() && !std::filesystem::is_directory(settings.folder, no_folder)) {
        return unexpected(no_start(fmt::format("there is no folder {}", settings.folder)));
    }
    const ChildCommand command{std::move(*arguments), settings.folder, seat.processor};
    switch (settings.protocol) {
        case EngineProtocol::Hub:
            return start_hub_player(settings, rules, HubVersion::Two, command, stop);
        case EngineProtocol::Hub1:
            return start_hub_player(settings, rules, HubVersion::One, command, stop);
        case EngineProtocol::Dxp: return start_dxp_player(settings, rules, seat, command, stop);
    }
    std::abort();
}

}  // namespace meerslag

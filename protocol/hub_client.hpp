// The caller's side of the Hub protocol, versions 1 and 2: what to send, how to read the answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "engine/limits.hpp"
#include "protocol/hub1_message.hpp"
#include "protocol/hub_message.hpp"

namespace meerslag {

/// The line that sets a parameter, before `init`.
[[nodiscard]] std::string hub_parameter_line(HubVersion version, std::string_view name,
                                             std::string_view value);

/// What keeps a parameter from being set: the engine has not declared it, or its value is not of
/// the declared type or range. `declared`: the engine's `param` lines, which version 2 alone has.
/// Returns: the obstacle, in words for a person.
[[nodiscard]] std::optional<std::string> parameter_obstacle(const std::vector<HubParam>& declared,
                                                            std::string_view name,
                                                            std::string_view value);

/// The line before a game.
[[nodiscard]] std::string hub_new_game_line(HubVersion version);

/// The lines that start a search of the game as it stands, the last one the one that starts it.
/// The engine gets the game's start and all moves since: repetitions and the draw counters need
/// them. Version 1 knows no limit on nodes, so it is left out.
[[nodiscard]] std::vector<std::string> hub_search_lines(HubVersion version, const Game& game,
                                                        const SearchLimits& limits, HubGoMode mode);

/// Reads an engine's line of either version into the values of version 2. In version 1 the moves of
/// `info` are in short notation, and `move 0-0` means that there is no legal move.
[[nodiscard]] HubReply read_hub_reply(HubVersion version, std::string_view line);

}  // namespace meerslag

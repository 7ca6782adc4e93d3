// The caller's side of the Hub protocol: lines to send, answers to read.
#include "protocol/hub_client.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "core/notation.hpp"
#include "core/position_string.hpp"
#include "protocol/scanner.hpp"

namespace meerslag {
namespace {

using Lines = std::vector<std::string>;

HubLevel level_of(const SearchLimits& limits) {
    HubLevel level;
    level.depth = limits.depth;
    level.nodes = limits.nodes;
    level.move_time = limits.move_time;
    if (limits.clock) {
        level.time = limits.clock->left;
        if (limits.clock->increment.count() > 0) level.increment = limits.clock->increment;
        if (limits.clock->moves_to_control > 0) level.moves = limits.clock->moves_to_control;
    }
    return level;
}

Lines search_lines_2(const Game& game, const SearchLimits& limits, HubGoMode mode) {
    HubPos pos;
    pos.position = format_hub_position(game.start());
    for (const Move& move : game.moves()) pos.moves.push_back(format_hub(move));
    HubLevel level = level_of(limits);
    level.infinite = !limits.depth && !limits.nodes && !limits.move_time && !limits.clock;
    return {format_hub_line(HubCommand{pos}), format_hub_line(HubCommand{level}),
            format_hub_line(HubCommand{HubGo{mode}})};
}

Lines search_lines_1(const Game& game, const SearchLimits& limits, HubGoMode mode) {
    Lines lines;
    std::string position = format_hub_position(game.start());
    // Version 1 has the side to move in a small letter.
    position.front() = game.start().side_to_move() == Color::White ? 'w' : 'b';
    lines.push_back("pos " + position);
    for (const Move& move : game.moves()) lines.push_back("move " + format_hub(move));
    if (limits.depth) lines.push_back(fmt::format("depth {}", *limits.depth));
    if (limits.move_time) lines.push_back(fmt::format("time {}", limits.move_time->count()));
    if (const auto& clock = limits.clock) {
        lines.push_back(fmt::format("level {} {} {}", clock->moves_to_control, clock->left.count(),
                                    clock->increment.count()));
    }
    switch (mode) {
        case HubGoMode::Think: lines.emplace_back("go"); break;
        case HubGoMode::Ponder: lines.emplace_back("ponder"); break;
        case HubGoMode::Analyze: lines.emplace_back("analyse"); break;
    }
    return lines;
}

template <class T>
std::optional<T> whole(std::string_view text) {
    const auto value = parse_integer(text);
    if (!value || *value < 0 || !std::in_range<T>(*value)) return std::nullopt;
    return static_cast<T>(*value);
}

/// `info <depth> <mean depth> <score> <nodes> <time s> <Mnps> <pv ...>`
HubInfo read_info_1(const std::vector<std::string_view>& words) {
    HubInfo info;
    const auto word = [&words](std::size_t i) {
        return i < words.size() ? words[i] : std::string_view{};
    };
    info.depth = whole<int>(word(1));
    info.mean_depth = parse_real(word(2));
    if (const auto score = parse_integer(word(3)); score && std::abs(*score) <= 100000) {
        info.score = static_cast<int>(*score);
    }
    info.nodes = whole<std::uint64_t>(word(4));
    if (const auto time = parse_real(word(5)); time && *time >= 0 && *time < 1e9) {
        info.time = std::chrono::milliseconds{std::llround(*time * 1000)};
    }
    info.mega_nps = parse_real(word(6));
    for (std::size_t i = 7; i < words.size(); ++i) info.pv.emplace_back(words[i]);
    return info;
}

HubReply read_reply_1(std::string_view line) {
    const std::vector<std::string_view> words = split_at_blanks(line);
    const std::string_view name = words.empty() ? std::string_view{} : words[0];
    if (name == "wait") return HubWait{};
    if (name == "ready") return HubReady{};
    if (name == "pong") return HubPong{};
    if (name == "info") return read_info_1(words);
    if (name == "error") return HubError{std::string{line.substr(line.find("error") + 5)}};
    if (name == "move" && words.size() >= 2) {
        HubDone done;
        if (words[1] != "0-0") done.move = words[1];
        if (done.move && words.size() >= 3) done.ponder = words[2];
        return done;
    }
    return HubOther{std::string{line}};
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Whether a number lies between two ends, each of which may be missing or unreadable.
template <class Number>
bool is_within(Number number, const std::optional<Number>& low, const std::optional<Number>& high) {
    return (!low || number >= *low) && (!high || number <= *high);
}

bool fits(const HubParam& parameter, std::string_view value) {
    if (parameter.type == "bool") return value == "true" || value == "false";
    if (parameter.type == "int") {
        const auto number = parse_integer(value);
        return number &&
               is_within(*number, parse_integer(parameter.min), parse_integer(parameter.max));
    }
    if (parameter.type == "real") {
        const auto number = parse_real(value);
        return number && is_within(*number, parse_real(parameter.min), parse_real(parameter.max));
    }
    if (parameter.type == "enum") {
        return std::find(parameter.values.begin(), parameter.values.end(), value) !=
               parameter.values.end();
    }
    return true;
}

std::string described_range(const HubParam& parameter) {
    if (parameter.type == "bool") return "true or false";
    if (parameter.type == "enum") return "one of " + joined(parameter.values);
    std::string text = parameter.type == "int" ? "a whole number" : "a number";
    if (!parameter.min.empty()) text += " from " + parameter.min;
    if (!parameter.max.empty()) text += " to " + parameter.max;
    return text;
}

}  // namespace

std::optional<std::string> parameter_obstacle(const std::vector<HubParam>& declared,
                                              std::string_view name, std::string_view value) {
    std::vector<std::string> names;
    for (const HubParam& parameter : declared) {
        if (parameter.name != name) {
            names.push_back(parameter.name);
        } else if (!fits(parameter, value)) {
            return fmt::format("its parameter {} takes {}, not '{}'", name,
                               described_range(parameter), value);
        } else {
            return std::nullopt;
        }
    }
    return fmt::format("it has no parameter {}; it declares {}", name,
                       names.empty() ? "none" : joined(names));
}

std::string hub_parameter_line(HubVersion version, std::string_view name, std::string_view value) {
    switch (version) {
        case HubVersion::One: return fmt::format("set {} {}", name, value);
        case HubVersion::Two:
            return format_hub_line(HubCommand{HubSetParam{std::string{name}, std::string{value}}});
    }
    std::abort();
}

std::string hub_new_game_line(HubVersion version) {
    return version == HubVersion::One ? "new" : format_hub_line(HubCommand{HubNewGame{}});
}

Lines hub_search_lines(HubVersion version, const Game& game, const SearchLimits& limits,
                       HubGoMode mode) {
    switch (version) {
        case HubVersion::One: return search_lines_1(game, limits, mode);
        case HubVersion::Two: return search_lines_2(game, limits, mode);
    }
    std::abort();
}

HubReply read_hub_reply(HubVersion version, std::string_view line) {
    return version == HubVersion::One ? read_reply_1(line) : parse_hub_reply(line);
}

}  // namespace meerslag

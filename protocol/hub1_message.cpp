// The lines of the Hub protocol, version 1: reading and writing.
#include "protocol/hub1_message.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>

#include "protocol/scanner.hpp"

namespace meerslag {

using std::chrono::milliseconds;

namespace {

using Words = std::vector<std::string_view>;

std::string word_at(const Words& words, std::size_t i) {
    return i < words.size() ? std::string{words[i]} : std::string{};
}

/// Too small a number is raised to `low`, too large a one lowered to what an int holds.
std::optional<int> integer_at(const Words& words, std::size_t i, int low) {
    const auto value = i < words.size() ? parse_integer(words[i]) : std::nullopt;
    if (!value) return std::nullopt;
    return static_cast<int>(std::clamp<std::int64_t>(*value, low, std::numeric_limits<int>::max()));
}

std::optional<milliseconds> time_at(const Words& words, std::size_t i) {
    const auto value = integer_at(words, i, std::numeric_limits<int>::min());
    return value ? std::optional{milliseconds{*value}} : std::nullopt;
}

HubLevel read_level(const Words& words) {
    HubLevel level;
    level.moves = integer_at(words, 1, 0);
    level.time = time_at(words, 2);
    level.increment = time_at(words, 3);
    return level;
}

/// `14x23x19` as people write it: from and to alone.
std::string_view short_form(std::string_view move) {
    const std::size_t first = move.find('x');
    if (first == std::string_view::npos) return move;
    return move.substr(0, move.find('x', first + 1));
}

struct FormatReply {
    using Lines = std::vector<std::string>;

    Lines operator()(const HubId& id) const {
        return {fmt::format("name {} {}", id.name, id.version), "author " + id.author,
                "country " + id.country};
    }
    Lines operator()(const HubParam&) const { return {}; }
    Lines operator()(HubWait) const { return {"wait"}; }
    Lines operator()(HubReady) const { return {"ready"}; }
    Lines operator()(const HubInfo& info) const {
        if (info.multi_pv.value_or(1) > 1) return {};  // there is no word for another line
        const milliseconds time = info.time.value_or(milliseconds{0});
        std::string line =
            fmt::format("info {} {:.1f} {} {} {:.2f} {:.1f}", info.depth.value_or(0),
                        info.mean_depth.value_or(0), info.score.value_or(0), info.nodes.value_or(0),
                        static_cast<double>(time.count()) / 1e3, info.mega_nps.value_or(0));
        for (const std::string& move : info.pv) (line += ' ') += short_form(move);
        return {line};
    }
    Lines operator()(const HubDone& done) const {
        std::string line = "move " + done.move.value_or("0-0");
        if (done.ponder) line += ' ' + *done.ponder;
        return {line};
    }
    Lines operator()(HubPong) const { return {"pong"}; }
    Lines operator()(const HubError& error) const { return {"error " + error.message}; }
    Lines operator()(const HubOther& other) const { return {other.line}; }
};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<HubVersion> only_version_of(std::string_view line) {
    static constexpr std::array<std::string_view, 8> kOnlyOne{"set",  "start", "move",    "depth",
                                                              "time", "new",   "analyse", "ponder"};
    static constexpr std::array<std::string_view, 2> kOnlyTwo{"set-param", "new-game"};
    static constexpr std::size_t kPositionLength = 51;

    const Words words = split_at_blanks(line);
    if (words.empty()) return std::nullopt;
    const std::string_view name = words[0];
    if (contains(kOnlyOne, name)) return HubVersion::One;
    if (contains(kOnlyTwo, name) || (name == "go" && words.size() > 1)) return HubVersion::Two;
    if (name != "pos" && name != "level") return std::nullopt;
    if (line.find('=') != std::string_view::npos) return HubVersion::Two;
    if (name == "level" && words.size() > 1 && parse_integer(words[1])) return HubVersion::One;
    if (name == "pos" && words.size() == 2 && words[1].size() == kPositionLength)
        return HubVersion::One;
    return std::nullopt;
}

HubCommand parse_hub1_command(std::string_view line) {
    const Words words = split_at_blanks(line);
    const std::string name = word_at(words, 0);
    if (name == "hub") return HubDeclare{};
    if (name == "set" && words.size() > 1) return HubSetParam{word_at(words, 1), word_at(words, 2)};
    if (name == "init") return HubInit{};
    if (name == "new") return HubNewGame{};
    if (name == "start") return HubPos{};
    if (name == "pos") return HubPos{word_at(words, 1), {}};
    if (name == "move") return HubMove{word_at(words, 1)};
    if (name == "level") return read_level(words);
    if (name == "depth" || name == "time") {
        HubLevel level;
        if (name == "depth") level.depth = integer_at(words, 1, 1);
        if (name == "time") level.move_time = time_at(words, 1);
        return level;
    }
    if (name == "go") return HubGo{HubGoMode::Think};
    if (name == "ponder") return HubGo{HubGoMode::Ponder};
    if (name == "analyse") return HubGo{HubGoMode::Analyze};
    if (name == "ponder-hit") return HubPonderHit{};
    if (name == "stop") return HubStop{};
    if (name == "ping") return HubPing{};
    if (name == "quit") return HubQuit{};
    return HubNothing{};
}

std::vector<std::string> format_hub1_lines(const HubReply& reply) {
    return std::visit(FormatReply{}, reply);
}

}  // namespace meerslag

// The lines of the Hub protocol, version 2: reading and writing.
#include "protocol/hub_message.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "protocol/scanner.hpp"

namespace meerslag {

using std::chrono::milliseconds;

namespace {

// ----- reading -----------------------------------------------------------------------------------

/// Longer than any game; keeps sums of times far from overflow.
constexpr double kLongestSeconds = 1e9;

std::optional<std::string_view> value_of(const HubWords& words, std::string_view name) {
    const HubArgument* const argument = words.find(name);
    if (argument == nullptr) return std::nullopt;
    return argument->value;
}

std::string text_of(const HubWords& words, std::string_view name) {
    return std::string{value_of(words, name).value_or("")};
}

std::optional<double> real_of(const HubWords& words, std::string_view name) {
    const auto text = value_of(words, name);
    return text ? parse_real(*text) : std::nullopt;
}

std::optional<std::int64_t> integer_of(const HubWords& words, std::string_view name) {
    const auto text = value_of(words, name);
    return text ? parse_integer(*text) : std::nullopt;
}

/// Too small a number is raised to `low`; one beyond the type is garbage.
template <class Int>
std::optional<Int> integer_from(const HubWords& words, std::string_view name, Int low) {
    const std::optional<std::int64_t> value = integer_of(words, name);
    if (!value ||
        (*value > 0 && static_cast<std::uint64_t>(*value) > std::numeric_limits<Int>::max()))
        return std::nullopt;
    return static_cast<Int>(std::max(*value, static_cast<std::int64_t>(low)));
}

std::optional<milliseconds> time_of(const HubWords& words, std::string_view name) {
    const std::optional<double> seconds = real_of(words, name);
    if (!seconds) return std::nullopt;
    return milliseconds{
        std::llround(std::clamp(*seconds, -kLongestSeconds, kLongestSeconds) * 1e3)};
}

std::vector<std::string> words_of(std::string_view text) {
    const std::vector<std::string_view> words = split_at_blanks(text);
    return {words.begin(), words.end()};
}

Expected<HubCommand, HubError> read_set_param(const HubWords& words) {
    if (words.find("name") == nullptr) return unexpected{HubError{"missing name"}};
    return HubSetParam{text_of(words, "name"), text_of(words, "value")};
}

Expected<HubCommand, HubError> read_pos(const HubWords& words) {
    HubPos pos;
    if (const HubArgument* const base = words.find("pos");
        base != nullptr && words.find("start") == nullptr) {
        if (base->form != HubArgument::Form::Value) return unexpected{HubError{"bad position"}};
        pos.position = base->value;
    }
    pos.moves = words_of(value_of(words, "moves").value_or(""));
    return pos;
}

HubLevel read_level(const HubWords& words) {
    HubLevel level;
    level.depth = integer_from<int>(words, "depth", 1);
    level.nodes = integer_from<std::uint64_t>(words, "nodes", 1);
    level.move_time = time_of(words, "move-time");
    level.time = time_of(words, "time");
    level.increment = time_of(words, "inc");
    level.moves = integer_from<int>(words, "moves", 0);
    level.infinite = words.find("infinite") != nullptr;
    return level;
}

HubGo read_go(const HubWords& words) {
    if (words.find("ponder") != nullptr) return {HubGoMode::Ponder};
    if (words.find("analyze") != nullptr) return {HubGoMode::Analyze};
    return {HubGoMode::Think};  // also for a mode we do not know
}

HubInfo read_info(const HubWords& words) {
    HubInfo info;
    info.depth = integer_from<int>(words, "depth", 0);
    info.mean_depth = real_of(words, "mean-depth");
    if (const auto score = real_of(words, "score"); score && std::abs(*score) < 1e6)
        info.score = static_cast<int>(std::lround(*score * 100));
    info.nodes = integer_from<std::uint64_t>(words, "nodes", 0);
    info.time = time_of(words, "time");
    info.mega_nps = real_of(words, "nps");
    info.pv = words_of(value_of(words, "pv").value_or(""));
    info.multi_pv = integer_from<int>(words, "multipv", 1);
    info.selective_depth = integer_from<int>(words, "seldepth", 0);
    info.table_permille = integer_from<int>(words, "hashfull", 0);
    return info;
}

HubDone read_done(const HubWords& words) {
    HubDone done;
    if (const auto move = value_of(words, "move"); move && !move->empty()) done.move = *move;
    if (const auto ponder = value_of(words, "ponder"); ponder && !ponder->empty())
        done.ponder = *ponder;
    return done;
}

// ----- writing -----------------------------------------------------------------------------------

/// Whether a reader takes `c` for the end of a value without quotes.
bool ends_value(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code <= 0x20 || code == 0x7F || c == '=';
}

/// Quotes only where they are needed: some clients cannot read needless ones. There is no way to
/// write a quote inside a value.
std::string in_quotes(std::string_view value) {
    std::string text{value};
    std::replace(text.begin(), text.end(), '"', '\'');
    const bool plain = !text.empty() && std::none_of(text.begin(), text.end(), ends_value);
    return plain ? text : '"' + text + '"';
}

std::string in_quotes(const std::vector<std::string>& words) {
    return in_quotes(fmt::format("{}", fmt::join(words, " ")));
}

double seconds(milliseconds time) { return static_cast<double>(time.count()) / 1e3; }

struct FormatCommand {
    std::string operator()(HubNothing) const { return ""; }
    std::string operator()(HubDeclare) const { return "hub"; }
    std::string operator()(const HubSetParam& param) const {
        return fmt::format("set-param name={} value={}", in_quotes(param.name),
                           in_quotes(param.value));
    }
    std::string operator()(HubInit) const { return "init"; }
    std::string operator()(HubNewGame) const { return "new-game"; }
    std::string operator()(const HubPos& pos) const {
        std::string line = "pos";
        if (pos.position) line += " pos=" + in_quotes(*pos.position);
        if (!pos.moves.empty()) line += " moves=" + in_quotes(pos.moves);
        return line;
    }
    std::string operator()(const HubMove& move) const { return "move " + move.move; }
    std::string operator()(const HubLevel& level) const {
        std::string line = "level";
        if (level.depth) line += fmt::format(" depth={}", *level.depth);
        if (level.nodes) line += fmt::format(" nodes={}", *level.nodes);
        if (level.move_time) line += fmt::format(" move-time={:.3f}", seconds(*level.move_time));
        if (level.moves) line += fmt::format(" moves={}", *level.moves);
        if (level.time) line += fmt::format(" time={:.3f}", seconds(*level.time));
        if (level.increment) line += fmt::format(" inc={:.3f}", seconds(*level.increment));
        if (level.infinite) line += " infinite";
        return line;
    }
    std::string operator()(HubGo go) const {
        switch (go.mode) {
            case HubGoMode::Think: return "go think";
            case HubGoMode::Ponder: return "go ponder";
            case HubGoMode::Analyze: return "go analyze";
        }
        std::abort();
    }
    std::string operator()(HubPonderHit) const { return "ponder-hit"; }
    std::string operator()(HubStop) const { return "stop"; }
    std::string operator()(HubPing) const { return "ping"; }
    std::string operator()(HubQuit) const { return "quit"; }
};

struct FormatReply {
    // Name, version, author in this order: a client cuts them out by position.
    std::string operator()(const HubId& id) const {
        return fmt::format("id name={} version={} author={} country={}", in_quotes(id.name),
                           in_quotes(id.version), in_quotes(id.author), in_quotes(id.country));
    }
    // The values of an enum come last: a client splits at the last equals sign.
    std::string operator()(const HubParam& param) const {
        std::string line = fmt::format("param name={} value={} type={}", in_quotes(param.name),
                                       in_quotes(param.value), in_quotes(param.type));
        if (!param.min.empty()) line += " min=" + in_quotes(param.min);
        if (!param.max.empty()) line += " max=" + in_quotes(param.max);
        if (!param.values.empty()) line += " values=" + in_quotes(param.values);
        return line;
    }
    std::string operator()(HubWait) const { return "wait"; }
    std::string operator()(HubReady) const { return "ready"; }
    // One client matches a regular expression that wants exactly this order. Whatever else there is
    // to say comes behind the pv.
    std::string operator()(const HubInfo& info) const {
        std::string line = "info";
        if (info.depth) line += fmt::format(" depth={}", *info.depth);
        if (info.mean_depth) line += fmt::format(" mean-depth={:.1f}", *info.mean_depth);
        if (info.score) line += fmt::format(" score={:.2f}", *info.score / 100.0);
        if (info.nodes) line += fmt::format(" nodes={}", *info.nodes);
        if (info.time) line += fmt::format(" time={:.3f}", seconds(*info.time));
        if (info.mega_nps) line += fmt::format(" nps={:.1f}", *info.mega_nps);
        if (!info.pv.empty()) line += " pv=" + in_quotes(info.pv);
        if (info.multi_pv) line += fmt::format(" multipv={}", *info.multi_pv);
        if (info.selective_depth) line += fmt::format(" seldepth={}", *info.selective_depth);
        if (info.table_permille) line += fmt::format(" hashfull={}", *info.table_permille);
        return line;
    }
    // The move first and nothing behind the ponder move: clients take them by position.
    std::string operator()(const HubDone& done) const {
        if (!done.move) return "done";
        std::string line = "done move=" + in_quotes(*done.move);
        if (done.ponder) line += " ponder=" + in_quotes(*done.ponder);
        return line;
    }
    std::string operator()(HubPong) const { return "pong"; }
    std::string operator()(const HubError& error) const {
        return "error message=" + in_quotes(error.message);
    }
    std::string operator()(const HubOther& other) const { return other.line; }
};

}  // namespace

void HubLevel::update(const HubLevel& later) {
    const auto take = [](auto& mine, const auto& theirs) {
        if (theirs) mine = theirs;
    };
    take(depth, later.depth);
    take(nodes, later.nodes);
    take(move_time, later.move_time);
    take(time, later.time);
    take(increment, later.increment);
    take(moves, later.moves);
    take(infinite, later.infinite);
}

Expected<HubCommand, HubError> parse_hub_command(std::string_view line) {
    const std::optional<HubWords> words = scan_hub_line(line);
    if (!words) return unexpected{HubError{"bad command"}};
    const std::string_view name = words->command;
    if (name.empty()) return HubNothing{};
    if (name == "hub") return HubDeclare{};
    if (name == "set-param") return read_set_param(*words);
    if (name == "init") return HubInit{};
    if (name == "new-game") return HubNewGame{};
    if (name == "pos") return read_pos(*words);
    if (name == "level") return read_level(*words);
    if (name == "go") return read_go(*words);
    if (name == "ponder-hit") return HubPonderHit{};
    if (name == "stop") return HubStop{};
    if (name == "ping") return HubPing{};
    if (name == "quit") return HubQuit{};
    return unexpected{HubError{"bad command"}};
}

HubReply parse_hub_reply(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::optional<HubWords> words = scan_hub_line(line);
    if (!words) return HubOther{std::string{line}};
    const auto text = [&words](std::string_view name) { return text_of(*words, name); };
    const std::string_view name = words->command;
    if (name == "id") return HubId{text("name"), text("version"), text("author"), text("country")};
    if (name == "param")
        return HubParam{text("name"), text("value"), text("type"),
                        text("min"),  text("max"),   words_of(text("values"))};
    if (name == "wait") return HubWait{};
    if (name == "ready") return HubReady{};
    if (name == "info") return read_info(*words);
    if (name == "done") return read_done(*words);
    if (name == "pong") return HubPong{};
    if (name == "error") return HubError{text("message")};
    return HubOther{std::string{line}};
}

std::string format_hub_line(const HubCommand& command) {
    return std::visit(FormatCommand{}, command);
}
std::string format_hub_line(const HubReply& reply) { return std::visit(FormatReply{}, reply); }

}  // namespace meerslag

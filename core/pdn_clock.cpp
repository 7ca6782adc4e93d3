// The clock commands in PDN comments.
#include "core/pdn_clock.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <iterator>

#include "core/text.hpp"

namespace meerslag {

namespace {

using std::chrono::seconds;
using OptionalTime = std::optional<seconds>;

struct Command {
    std::string_view name;
    OptionalTime PdnClocks::*time;
};

constexpr std::array kCommands{
    Command{"clk", &PdnClocks::remaining}, Command{"mct", &PdnClocks::mechanical},
    Command{"egt", &PdnClocks::elapsed_game}, Command{"emt", &PdnClocks::elapsed_move}};
constexpr std::string_view kBothClocks = "clock";

/// `h:mm`, `h:mm:ss`, also with a fraction of a second, which is dropped.
OptionalTime parse_time(std::string_view text) {
    text = text.substr(0, text.find('.'));
    constexpr int kMaxHours = 9999;
    int value = 0;
    int parts = 0;
    while (parts < 3) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        const auto part = parse_int(text.substr(0, colon), 0, parts == 0 ? kMaxHours : 59);
        if (!part || text[0] == '-') return std::nullopt;
        value = value * 60 + *part;
        ++parts;
        if (colon == text.size()) break;
        text.remove_prefix(colon + 1);
        if (parts == 3) return std::nullopt;
    }
    if (parts == 1) return std::nullopt;
    if (parts == 2) value *= 60;
    return seconds{value};
}

/// One or two times, each with a colour letter or none: then White's comes first.
bool parse_both(std::string_view text, PdnClocks& clocks) {
    PdnClocks result = clocks;
    Color next = Color::White;
    int times = 0;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        const std::size_t length = std::min(text.find_first_of(" \t\r\n"), text.size());
        std::string_view word = text.substr(0, length);
        text.remove_prefix(length);
        Color color = next;
        if (is_letter(word[0])) {
            const char letter = to_upper(word[0]);
            if (letter != 'W' && letter != 'B') return false;
            color = letter == 'W' ? Color::White : Color::Black;
            if (word[0] == letter) result.running = color;
            word.remove_prefix(1);
        }
        result.both[color] = parse_time(word);
        if (!result.both[color] || ++times > 2) return false;
        next = opposite(color);
    }
    if (times == 0) return false;
    clocks = result;
    return true;
}

bool parse_command(std::string_view inside, PdnClocks& clocks) {
    const std::size_t name = std::min(inside.find_first_of(" \t\r\n"), inside.size());
    const std::string_view value = trimmed(inside.substr(name));
    if (inside.substr(0, name) == kBothClocks) return parse_both(value, clocks);
    for (const Command& command : kCommands) {
        if (inside.substr(0, name) != command.name) continue;
        const OptionalTime time = parse_time(value);
        if (time) clocks.*command.time = time;
        return time.has_value();
    }
    return false;
}

std::string format_time(seconds time) {
    const auto count = time.count();
    return fmt::format("{}:{:02}:{:02}", count / 3600, count / 60 % 60, count % 60);
}

}  // namespace

std::string take_clocks(std::string_view comment, PdnClocks& clocks) {
    std::string rest;
    while (!comment.empty()) {
        const std::size_t begin = comment.find("[%");
        const std::size_t end = begin == std::string_view::npos ? begin : comment.find(']', begin);
        if (end == std::string_view::npos) break;
        if (parse_command(comment.substr(begin + 2, end - begin - 2), clocks)) {
            rest += trimmed(comment.substr(0, begin));
            comment = trimmed(comment.substr(end + 1));
            if (!rest.empty() && !comment.empty()) rest += ' ';
        } else {
            rest += comment.substr(0, end + 1);
            comment.remove_prefix(end + 1);
        }
    }
    rest += comment;
    return rest;
}

std::string format_clocks(const PdnClocks& clocks) {
    std::string text;
    const auto append = [&text](std::string_view command) {
        if (!text.empty()) text += ' ';
        text += command;
    };
    for (const Command& command : kCommands) {
        if (const OptionalTime time = clocks.*command.time) {
            append(fmt::format("[%{} {}]", command.name, format_time(*time)));
        }
    }
    if (clocks.both.white || clocks.both.black) {
        std::string both = fmt::format("[%{}", kBothClocks);
        for (const Color color : kColors) {
            if (!clocks.both[color]) continue;
            const bool is_white = color == Color::White;
            const char letter =
                clocks.running == color ? (is_white ? 'W' : 'B') : (is_white ? 'w' : 'b');
            fmt::format_to(std::back_inserter(both), " {}{}", letter,
                           format_time(*clocks.both[color]));
        }
        append(both + ']');
    }
    return text;
}

}  // namespace meerslag

// TimeControl: reading and writing it, and the clock of a game.
#include "bench/time_control.hpp"

#include <fmt/format.h>
#include <cmath>

#include "protocol/scanner.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

/// Seconds, or minutes:seconds. Range: up to 1000 hours.
std::optional<milliseconds> parse_time(std::string_view text) {
    constexpr double kLongest = 3.6e6;  // Unit: s
    double seconds = 0;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        const auto minutes = parse_integer(text.substr(0, colon));
        if (!minutes || *minutes < 0 || static_cast<double>(*minutes) > kLongest / 60) {
            return std::nullopt;
        }
        seconds = 60 * static_cast<double>(*minutes);
        text.remove_prefix(colon + 1);
    }
    const auto rest = parse_real(text);
    if (!rest || *rest < 0 || *rest > kLongest) return std::nullopt;
    seconds += *rest;
    return milliseconds{std::llround(seconds * 1000)};
}

std::string format_seconds(milliseconds time) {
    return fmt::format("{}", static_cast<double>(time.count()) / 1000);
}

}  // namespace

Expected<ClockRule, TextError> parse_clock_rule(std::string_view text) {
    ClockRule rule;
    std::string_view rest = text;
    const auto column = [&] { return static_cast<int>(rest.data() - text.data()) + 1; };
    if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
        const auto moves = parse_integer(rest.substr(0, slash));
        if (!moves || *moves < 1 || *moves > 1000) {
            return unexpected(TextError{"a number of moves must be 1 to 1000", 1});
        }
        rule.moves = static_cast<int>(*moves);
        rest.remove_prefix(slash + 1);
    }
    const std::size_t plus = rest.find('+');
    const auto time = parse_time(rest.substr(0, plus));
    if (!time) return unexpected(TextError{"a time is seconds or minutes:seconds", column()});
    rule.time = *time;
    if (plus != std::string_view::npos) {
        rest.remove_prefix(plus + 1);
        const auto increment = parse_time(rest);
        if (!increment) {
            return unexpected(TextError{"an increment is seconds or minutes:seconds", column()});
        }
        rule.increment = *increment;
    }
    if (rule.time + rule.increment <= milliseconds{0}) {
        return unexpected(TextError{"no time at all", column()});
    }
    return rule;
}

std::string format_clock_rule(const ClockRule& rule) {
    std::string text;
    if (rule.moves > 0) text += fmt::format("{}/", rule.moves);
    text += format_seconds(rule.time);
    if (rule.increment.count() > 0) text += fmt::format("+{}", format_seconds(rule.increment));
    return text;
}

std::string describe(const TimeControl& control) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", part);
    };
    if (control.clock) add("clock " + format_clock_rule(*control.clock) + " s");
    if (control.move_time) add(format_seconds(*control.move_time) + " s a move");
    if (control.nodes) {
        add(fmt::format("{} node{} a move", *control.nodes, *control.nodes == 1 ? "" : "s"));
    }
    if (control.depth) add(fmt::format("depth {}", *control.depth));
    return text;
}

PlayerClock::PlayerClock(const TimeControl& control) : control_(control) {
    if (!control.clock) return;
    left_ = control.clock->time;
    moves_left_ = control.clock->moves;
}

SearchLimits PlayerClock::limits() const {
    SearchLimits limits;
    limits.depth = control_.depth;
    limits.nodes = control_.nodes;
    limits.move_time = control_.move_time;
    if (control_.clock) {
        limits.clock =
            Clock{std::chrono::floor<milliseconds>(left_), control_.clock->increment, moves_left_};
    }
    return limits;
}

std::optional<Microseconds> PlayerClock::allowance() const {
    std::optional<Microseconds> result;
    if (control_.clock) result = left_ + control_.clock->increment;
    if (control_.move_time && (!result || *control_.move_time < *result)) {
        result = *control_.move_time;
    }
    return result;
}

void PlayerClock::spend(Microseconds time) {
    if (!control_.clock) return;
    left_ += control_.clock->increment - time;
    if (moves_left_ > 0 && --moves_left_ == 0) {
        left_ += control_.clock->time;
        moves_left_ = control_.clock->moves;
    }
}

}  // namespace meerslag

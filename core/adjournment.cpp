// Adjourned games and PDN.
#include "core/adjournment.hpp"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/notation.hpp"
#include "core/text.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

constexpr PerColor<std::string_view> kClockTag{"WhiteClock", "BlackClock"};
constexpr std::string_view kSealedMoveTag = "SealedMove";
constexpr std::string_view kKingsOnlyTag = "KingsOnlyPlies";
constexpr std::string_view kTimeControlTag = "TimeControl";

constexpr int kMaxHours = 9999;

/// h:mm:ss, and .mmm where there is a rest. A clock below 0 shows 0.
std::string format_time(milliseconds time) {
    const std::int64_t ms = time < milliseconds{0} ? 0 : time.count();
    std::string text =
        fmt::format("{}:{:02}:{:02}", ms / 3'600'000, ms / 60'000 % 60, ms / 1'000 % 60);
    if (ms % 1'000 != 0) text += fmt::format(".{:03}", ms % 1'000);
    return text;
}

std::optional<milliseconds> parse_time(std::string_view text) {
    int rest = 0;
    if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
        const std::string_view digits = text.substr(point + 1);
        const auto number = parse_int(digits, 0, 999);
        if (digits.size() != 3 || !number) return std::nullopt;
        rest = *number;
        text = text.substr(0, point);
    }
    const std::size_t first = text.find(':');
    const std::size_t second = text.rfind(':');
    if (first == second) return std::nullopt;
    const auto hours = parse_int(text.substr(0, first), 0, kMaxHours);
    const auto minutes = parse_int(text.substr(first + 1, second - first - 1), 0, 59);
    const auto seconds = parse_int(text.substr(second + 1), 0, 59);
    if (!hours || !minutes || !seconds) return std::nullopt;
    return std::chrono::hours{*hours} + std::chrono::minutes{*minutes} +
           std::chrono::seconds{*seconds} + milliseconds{rest};
}

double in_seconds(milliseconds time) { return std::chrono::duration<double>{time}.count(); }

std::optional<milliseconds> parse_seconds(std::string_view text) {
    double seconds = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    if (!(seconds >= 0 && seconds <= kMaxHours * 3600.0)) return std::nullopt;
    return milliseconds{std::llround(seconds * 1000)};
}

/// `seconds` or `seconds+increment`; other kinds of time control are not kept here.
std::optional<GameClocks> parse_time_control(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto start = parse_seconds(text.substr(0, plus));
    const auto increment = plus == std::string_view::npos ? std::optional{milliseconds{0}}
                                                          : parse_seconds(text.substr(plus + 1));
    if (!start || !increment) return std::nullopt;
    return GameClocks{.start = *start, .increment = *increment};
}

Expected<std::optional<GameClocks>, std::string> read_clocks(const PdnGame& pdn) {
    if (!pdn.tag(kClockTag.white) && !pdn.tag(kClockTag.black)) return std::nullopt;
    GameClocks clocks =
        parse_time_control(pdn.tag(kTimeControlTag).value_or("")).value_or(GameClocks{});
    for (const Color color : kColors) {
        const std::string_view text = pdn.tag(kClockTag[color]).value_or("");
        const auto left = parse_time(text);
        if (!left) {
            return unexpected{fmt::format("the tag {} \"{}\" is no time of the form h:mm:ss",
                                          kClockTag[color], text)};
        }
        clocks.left[color] = *left;
    }
    return clocks;
}

}  // namespace

Expected<std::vector<Game>, std::string> parts_from(const PdnGame& pdn) {
    if (pdn.reading != PdnReading::Whole) {
        for (const PdnFault& fault : pdn.faults) {
            if (fault.severity != PdnFault::Severity::Error) continue;
            return unexpected{fmt::format("line {}: {}", fault.line, fault.reason)};
        }
        return unexpected{std::string{"the game cannot be read"}};
    }
    int kings_only_plies = 0;
    if (const auto text = pdn.tag(kKingsOnlyTag)) {
        const auto number = parse_int(*text, 0, 1'000'000);
        if (!number) {
            return unexpected{fmt::format("the tag {} \"{}\" is no number", kKingsOnlyTag, *text)};
        }
        kings_only_plies = *number;
    }
    std::vector<Game> parts;
    parts.emplace_back(pdn.start, DrawCounters::at_start(pdn.start, kings_only_plies));
    for (const PdnMove& move : pdn.main.moves) {
        if (move.setup) parts.emplace_back(*move.setup);
        parts.back().play(move.move);
    }
    if (pdn.main.final_setup) parts.emplace_back(*pdn.main.final_setup);
    return parts;
}

Expected<Game, std::string> game_from(const PdnGame& pdn) {
    auto parts = parts_from(pdn);
    if (!parts) return unexpected{parts.error()};
    if (parts->size() > 1) return unexpected{std::string{"a position is set up in it"}};
    return std::move(parts->front());
}

Arbiter resume(const AdjournedGame& adjourned) {
    Arbiter arbiter{adjourned.game};
    if (!adjourned.sealed_move || arbiter.status().is_over()) return arbiter;
    const Position& position = arbiter.game().position();
    if (const auto move = parse_move(*adjourned.sealed_move, position)) {
        arbiter.play(*move);
    } else {
        arbiter.lose_by_sealed_move(position.side_to_move());
    }
    return arbiter;
}

PdnGame to_pdn_game(const AdjournedGame& adjourned) {
    PdnGame pdn = to_pdn_game(adjourned.game);
    if (const auto& clocks = adjourned.clocks) {
        pdn.set_tag(kTimeControlTag, fmt::format("{:g}+{:g}", in_seconds(clocks->start),
                                                 in_seconds(clocks->increment)));
        for (const Color color : kColors) {
            pdn.set_tag(kClockTag[color], format_time(clocks->left[color]));
        }
    }
    if (adjourned.sealed_move) pdn.set_tag(kSealedMoveTag, *adjourned.sealed_move);
    if (const int plies = adjourned.game.start_counters().kings_only_plies(); plies > 0) {
        pdn.set_tag(kKingsOnlyTag, std::to_string(plies));
    }
    return pdn;
}

Expected<AdjournedGame, std::string> adjourned_game_from(const PdnGame& pdn) {
    auto game = game_from(pdn);
    if (!game) return unexpected{game.error()};
    const auto clocks = read_clocks(pdn);
    if (!clocks) return unexpected{clocks.error()};
    AdjournedGame adjourned{.game = *std::move(game), .clocks = *clocks};
    if (const auto sealed = pdn.tag(kSealedMoveTag)) adjourned.sealed_move = std::string{*sealed};
    return adjourned;
}

}  // namespace meerslag

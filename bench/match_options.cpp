// The words of meerslag-match's command line: reading them.
#include "bench/match_options.hpp"

#include <fmt/format.h>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "core/text.hpp"
#include "protocol/bitbase_folder.hpp"
#include "protocol/scanner.hpp"
#include "protocol/text_file.hpp"

namespace meerslag {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

unexpected<TextError> error(std::string reason) { return unexpected{TextError{std::move(reason)}}; }

Expected<std::vector<Pair>, TextError> split_words(Words words) {
    std::vector<Pair> pairs;
    for (const std::string_view word : words) {
        if (word.empty()) continue;  // how CLI11 hands over an option without words
        const std::size_t sign = word.find('=');
        if (sign == std::string_view::npos || sign == 0) {
            return error(fmt::format("'{}' is not of the form key=value", word));
        }
        pairs.emplace_back(word.substr(0, sign), word.substr(sign + 1));
    }
    return pairs;
}

/// Reads numbers by name into places; the first that is wrong makes it fail.
class NumberWords {
public:
    enum class Kind : std::uint8_t { Real, Whole };

    void add(std::string_view name, double low, double high, double& place,
             Kind kind = Kind::Real) {
        places_.push_back({name, low, high, &place, kind});
    }

    [[nodiscard]] Expected<void, TextError> read(Words words) const {
        const auto pairs = split_words(words);
        if (!pairs) return unexpected(pairs.error());
        for (const Pair& pair : *pairs) {
            const Place* const place = find(pair.first);
            if (place == nullptr) return error(fmt::format("unknown word '{}'", pair.first));
            const auto value = parse_real(pair.second);
            const bool is_whole = value && *value == std::floor(*value);
            if (!value || *value < place->low || *value > place->high ||
                (place->kind == Kind::Whole && !is_whole)) {
                return error(fmt::format("'{}={}': a {}number from {} to {} is wanted", pair.first,
                                         pair.second, place->kind == Kind::Whole ? "whole " : "",
                                         place->low, place->high));
            }
            *place->value = *value;
        }
        return {};
    }

private:
    struct Place {
        std::string_view name;
        double low;
        double high;
        double* value;
        Kind kind;
    };

    [[nodiscard]] const Place* find(std::string_view name) const {
        for (const Place& place : places_) {
            if (place.name == name) return &place;
        }
        return nullptr;
    }

    std::vector<Place> places_;
};

std::optional<EngineProtocol> parse_protocol(std::string_view text) {
    if (text == "hub") return EngineProtocol::Hub;
    if (text == "hub1") return EngineProtocol::Hub1;
    if (text == "dxp") return EngineProtocol::Dxp;
    return std::nullopt;
}

Expected<std::string, TextError> read_file(const std::string& name) {
    return read_text_file(name).map_error(
        [](const std::string& reason) { return TextError{reason}; });
}

/// By the name, or by the tag that a FEN never begins with.
bool holds_pdn(std::string_view text, std::string_view name) {
    if (name.ends_with(".pdn") || name.ends_with(".PDN")) return true;
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return trimmed(text).starts_with('[');
}

Expected<std::vector<Opening>, TextError> read_openings(const std::string& text,
                                                        const std::string& name, int plies) {
    auto openings = [&] {
        if (!holds_pdn(text, name)) return fen_openings(text, name);
        constexpr auto kAll = std::numeric_limits<std::size_t>::max();
        return pdn_openings(text, name, plies == 0 ? kAll : static_cast<std::size_t>(plies));
    }();
    if (openings && openings->empty()) return error("there is no opening in it");
    return openings;
}

constexpr int kDefaultRandomPlies = 8;
constexpr int kMostRandomPlies = 40;

}  // namespace

Expected<TimeControl, TextError> parse_time_control(const ControlTexts& texts) {
    TimeControl control;
    if (!texts.clock.empty()) {
        const auto rule = parse_clock_rule(texts.clock);
        if (!rule) return error(fmt::format("'{}': {}", texts.clock, rule.error().reason));
        if (texts.move_time > 0)
            return error("a clock and a fixed time for a move exclude another");
        control.clock = *rule;
    }
    if (texts.move_time > 0) {
        control.move_time = std::chrono::milliseconds{std::llround(texts.move_time * 1000)};
    }
    if (texts.nodes > 0) control.nodes = texts.nodes;
    if (texts.depth > 0) control.depth = texts.depth;
    return control;
}

Expected<EngineSettings, TextError> parse_engine(Words words) {
    const auto pairs = split_words(words);
    if (!pairs) return unexpected(pairs.error());
    EngineSettings engine;
    ControlTexts control;
    double nodes = 0;
    double depth = 0;
    double port = 0;
    NumberWords numbers;
    numbers.add("move-time", 0.001, 1e6, control.move_time);
    numbers.add("nodes", 1, 1e15, nodes, NumberWords::Kind::Whole);
    numbers.add("depth", 1, 99, depth, NumberWords::Kind::Whole);
    numbers.add("port", 1, 65535, port, NumberWords::Kind::Whole);
    for (std::size_t i = 0; i < pairs->size(); ++i) {
        const auto& [key, value] = (*pairs)[i];
        if (key == "name") {
            engine.name = value;
        } else if (key == "cmd") {
            engine.command = value;
        } else if (key == "dir") {
            engine.folder = value;
        } else if (key == "stdin") {
            engine.console_lines.emplace_back(value);
        } else if (key == "tc") {
            control.clock = value;
        } else if (key == "proto") {
            const auto protocol = parse_protocol(value);
            if (!protocol) return error(fmt::format("unknown protocol '{}'", value));
            engine.protocol = *protocol;
        } else if (key.starts_with("param.") && key.size() > 6) {
            engine.parameters.emplace_back(key.substr(6), value);
        } else if (const auto read = numbers.read(words.subspan(i, 1)); !read) {
            return unexpected(read.error());
        }
    }
    if (engine.command.empty()) return error("an engine needs cmd=COMMAND");
    if (engine.name.empty()) engine.name = engine.command;
    engine.port = static_cast<int>(port);
    control.nodes = static_cast<std::uint64_t>(nodes);
    control.depth = static_cast<int>(depth);
    if (!control.clock.empty() || control.move_time > 0 || nodes > 0 || depth > 0) {
        const auto own = parse_time_control(control);
        if (!own) return unexpected(own.error());
        engine.control = *own;
    }
    return engine;
}

std::optional<std::string> obstacle(const EngineSettings& engine, const TimeControl& control) {
    if (control == TimeControl{}) {
        return fmt::format("{}: no limit is given: clock, time, nodes or depth of a move",
                           engine.name);
    }
    switch (engine.protocol) {
        case EngineProtocol::Hub: return std::nullopt;
        case EngineProtocol::Hub1:
            if (control.nodes && !control.depth && !control.move_time && !control.clock) {
                return fmt::format("{}: Hub version 1 has no limit on nodes", engine.name);
            }
            return std::nullopt;
        case EngineProtocol::Dxp:
            if (!control.clock && !control.move_time) {
                return fmt::format("{}: DXP knows no limit but time; give it tc= or move-time=",
                                   engine.name);
            }
            if (!engine.parameters.empty()) {
                return fmt::format(
                    "{}: DXP has no parameters; give them in cmd=, or for its console by stdin=",
                    engine.name);
            }
            return std::nullopt;
    }
    std::abort();
}

Expected<SprtSettings, TextError> parse_sprt(Words words) {
    SprtSettings settings;
    NumberWords numbers;
    numbers.add("elo0", -1000, 1000, settings.elo0);
    numbers.add("elo1", -1000, 1000, settings.elo1);
    numbers.add("alpha", 0.0001, 0.5, settings.alpha);
    numbers.add("beta", 0.0001, 0.5, settings.beta);
    if (const auto read = numbers.read(words); !read) return unexpected(read.error());
    if (settings.elo1 <= settings.elo0) return error("elo1 must be above elo0");
    return settings;
}

Expected<ScoreAgreement, TextError> parse_agreement(Words words, const ScoreAgreement& defaults) {
    double score = defaults.score / 100.0;
    double moves = defaults.moves;
    double after = defaults.after_move;
    NumberWords numbers;
    numbers.add("score", 0, 100, score);
    numbers.add("moves", 1, 1000, moves, NumberWords::Kind::Whole);
    numbers.add("after", 0, 1000, after, NumberWords::Kind::Whole);
    if (const auto read = numbers.read(words); !read) return unexpected(read.error());
    return ScoreAgreement{static_cast<int>(std::lround(score * 100)), static_cast<int>(moves),
                          static_cast<int>(after)};
}

Expected<KnownEndings, TextError> load_endings(const std::string& folder) {
    if (folder.empty()) return KnownEndings{"those of the program", embedded_bitbases()};
    std::error_code no_folder;
    if (!std::filesystem::is_directory(folder, no_folder)) {
        return error(fmt::format("{}: no such folder", folder));
    }
    BitbaseFolder store{folder};
    std::string problem;
    Bitbases added;
    add_slices(added, store, {}, BitbaseSlice::Check::Everything,
               [&problem](const std::string& slice, const std::string& reason) {
                   if (problem.empty()) problem = fmt::format("slice {}: {}", slice, reason);
               });
    if (!problem.empty()) return error(fmt::format("{}: {}", folder, problem));
    if (added.empty()) return error(fmt::format("{}: there are no bitbases in it", folder));
    return KnownEndings{fmt::format("up to {} pieces, {}", added.max_pieces(), folder),
                        std::make_shared<const Bitbases>(std::move(added))};
}

Expected<OpeningSettings, TextError> load_openings(const OpeningSource& source) {
    OpeningSettings settings;
    settings.seed = source.seed;
    if (source.words.empty()) {
        settings.fixed = ballot_openings();
        settings.random = RandomOpenings{kDefaultRandomPlies};
        return settings;
    }
    for (const std::string& word : source.words) {
        std::vector<Opening> openings;
        if (word == "ballots") {
            openings = ballot_openings();
        } else if (word == "random") {
            settings.random = RandomOpenings{kDefaultRandomPlies};
        } else if (word.starts_with("random:")) {
            const auto plies = parse_integer(std::string_view{word}.substr(7));
            if (!plies || *plies < 1 || *plies > kMostRandomPlies) {
                return error(fmt::format("'{}': 1 to {} plies", word, kMostRandomPlies));
            }
            settings.random = RandomOpenings{static_cast<int>(*plies)};
        } else {
            const auto text = read_file(word);
            if (!text) return unexpected(text.error());
            auto read = read_openings(*text, word, source.plies);
            if (!read) return error(fmt::format("{}: {}", word, read.error().reason));
            openings = std::move(*read);
        }
        settings.fixed.insert(settings.fixed.end(), openings.begin(), openings.end());
    }
    return settings;
}

}  // namespace meerslag

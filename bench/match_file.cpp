// A match as JSON: writing it and taking it up again.
#include "bench/match_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/report.hpp"

namespace meerslag {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

std::string_view to_string(EngineProtocol protocol) {
    switch (protocol) {
        case EngineProtocol::Hub: return "hub";
        case EngineProtocol::Hub1: return "hub1";
        case EngineProtocol::Dxp: return "dxp";
    }
    std::abort();
}

Json control_json(const TimeControl& control) {
    Json json = Json::object();
    if (control.clock) json["clock"] = format_clock_rule(*control.clock);
    if (control.move_time) json["move_time_ms"] = control.move_time->count();
    if (control.nodes) json["nodes"] = *control.nodes;
    if (control.depth) json["depth"] = *control.depth;
    return json;
}

Json agreement_json(const std::optional<ScoreAgreement>& agreement) {
    if (!agreement) return nullptr;
    return {{"score", agreement->score},
            {"moves", agreement->moves},
            {"after_move", agreement->after_move}};
}

/// What decides how the games of a match come out; how many are played and when it ends do not.
Json settings_json(const MatchSettings& settings, const OpeningSource& source) {
    Json json;
    json["engines"] = Json::array();
    for (const EngineSettings& engine : settings.engines) {
        Json entry{{"name", engine.name},         {"command", engine.command},
                   {"folder", engine.folder},     {"protocol", to_string(engine.protocol)},
                   {"parameters", Json::array()}, {"stdin", engine.console_lines}};
        for (const auto& [name, value] : engine.parameters) {
            entry["parameters"].push_back(fmt::format("{}={}", name, value));
        }
        if (engine.control) entry["limits"] = control_json(*engine.control);
        json["engines"].push_back(std::move(entry));
    }
    json["form"] = settings.form == MatchForm::Gauntlet ? "gauntlet" : "round-robin";
    json["limits"] = control_json(settings.control);
    json["ponder"] = settings.ponder == Ponder::On;
    json["adjudicate_win"] = agreement_json(settings.adjudication.win);
    json["adjudicate_draw"] = agreement_json(settings.adjudication.draw);
    const auto& endings = settings.adjudication.endings;
    json["adjudicate_bitbases"] = endings ? Json(endings->source) : Json(nullptr);
    json["move_limit"] = settings.move_limit;
    json["openings"] = source.words;
    json["opening_plies"] = source.plies;
    json["seed"] = source.seed;
    return json;
}

Json usage_json(const Usage& usage) {
    return {{"moves", usage.moves},
            {"time_us", usage.time.count()},
            {"longest_us", usage.longest.count()},
            {"searched", usage.searched},
            {"search_time_us", usage.search_time.count()},
            {"nodes", usage.nodes},
            {"depth_sum", usage.depth}};
}

/// More than any game takes, in plies, nodes or microseconds; sums over a match stay far from
/// overflow.
constexpr std::uint64_t kMostOfGame = 1'000'000'000'000'000;

/// Throws what the library throws when there is none; range_error, when no game can have it.
std::uint64_t number_at(const Json& json, const char* key) {
    const Json& number = json.at(key);
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > kMostOfGame) {
        throw std::range_error{fmt::format("{} is no number of a game", key)};
    }
    return number.get<std::uint64_t>();
}

Microseconds time_at(const Json& json, const char* key) {
    return Microseconds{static_cast<std::int64_t>(number_at(json, key))};
}

Usage read_usage(const Json& json) {
    return {.moves = number_at(json, "moves"),
            .time = time_at(json, "time_us"),
            .longest = time_at(json, "longest_us"),
            .searched = number_at(json, "searched"),
            .search_time = time_at(json, "search_time_us"),
            .nodes = number_at(json, "nodes"),
            .depth = number_at(json, "depth_sum")};
}

Json record_json(const GameRecord& record) {
    Json json{{"first", record.slot.first},
              {"second", record.slot.second},
              {"opening", record.slot.opening},
              {"swapped", record.slot.swapped},
              {"opening_name", record.opening_name},
              {"fen", record.opening_position},
              {"result", points_text(record.result)},
              {"ending", record.ending},
              {"plies", record.plies},
              {"white", usage_json(record.usage.white)},
              {"black", usage_json(record.usage.black)}};
    if (record.fault) {
        json["fault"] = {{"engine", record.fault->engine},
                         {"kind", record.fault->kind},
                         {"detail", record.fault->detail},
                         {"fen", record.fault->position},
                         {"last_lines", record.fault->last_lines}};
    }
    return json;
}

Expected<GameResult, TextError> read_result(const std::string& text) {
    for (const GameResult result :
         {GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw}) {
        if (text == points_text(result)) return result;
    }
    return unexpected(TextError{fmt::format("'{}' is no result", text)});
}

/// Throws what number_at throws when a part is missing or of another kind.
Expected<GameRecord, TextError> read_record(const Json& json, std::size_t engines) {
    GameRecord record;
    record.slot.first = number_at(json, "first");
    record.slot.second = number_at(json, "second");
    record.slot.opening = number_at(json, "opening");
    json.at("swapped").get_to(record.slot.swapped);
    json.at("opening_name").get_to(record.opening_name);
    json.at("fen").get_to(record.opening_position);
    const auto result = read_result(json.at("result").get<std::string>());
    if (!result) return unexpected(result.error());
    record.result = *result;
    json.at("ending").get_to(record.ending);
    record.plies = number_at(json, "plies");
    record.usage.white = read_usage(json.at("white"));
    record.usage.black = read_usage(json.at("black"));
    if (json.contains("fault")) {
        const Json& fault = json.at("fault");
        record.fault.emplace();
        record.fault->engine = number_at(fault, "engine");
        fault.at("kind").get_to(record.fault->kind);
        fault.at("detail").get_to(record.fault->detail);
        fault.at("fen").get_to(record.fault->position);
        fault.at("last_lines").get_to(record.fault->last_lines);
    }
    if (record.slot.first >= record.slot.second || record.slot.second >= engines ||
        (record.fault && record.fault->engine >= engines)) {
        return unexpected(TextError{"a game names an engine that does not play"});
    }
    return record;
}

}  // namespace

std::string format_match_file(const MatchSettings& settings, const OpeningSource& source,
                              const MatchResult& result, const std::optional<PdnState>& pdn) {
    Json json{{"meerslag_match", kFormat}, {"settings", settings_json(settings, source)}};
    if (pdn) json["pdn"] = {{"file", pdn->file}, {"bytes", pdn->bytes}};
    json.update(report_json(settings, result));
    json["games"] = Json::array();
    for (const GameRecord& record : result.records()) json["games"].push_back(record_json(record));
    // An engine may write any bytes.
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<SavedMatch, TextError> parse_match_file(std::string_view text,
                                                 const MatchSettings& settings,
                                                 const OpeningSource& source) {
    try {
        // What is deeper than a match file ever is, is left out: to copy it would take a stack
        const auto is_wanted = [](int depth, Json::parse_event_t, const Json&) {
            constexpr int kDeepest = 16;
            return depth <= kDeepest;
        };
        const Json json = Json::parse(text, is_wanted);
        if (json.at("meerslag_match").get<int>() != kFormat) {
            return unexpected(TextError{"a file of another version"});
        }
        const Json& theirs = json.at("settings");
        const Json ours = settings_json(settings, source);
        for (const auto& [key, value] : ours.items()) {
            // What is newer than the file was not used in it
            if (theirs.value(key, Json(nullptr)) != value) {
                return unexpected(TextError{fmt::format("it was played with other {}", key)});
            }
        }
        SavedMatch match;
        for (const Json& game : json.at("games")) {
            auto record = read_record(game, settings.engines.size());
            if (!record) return unexpected(record.error());
            match.games.push_back(std::move(*record));
        }
        if (json.contains("pdn")) {
            const Json& pdn = json.at("pdn");
            match.pdn = PdnState{pdn.at("file").get<std::string>(), number_at(pdn, "bytes")};
        }
        return match;
    } catch (const nlohmann::json::parse_error& problem) {
        return unexpected(TextError{
            fmt::format("no file of a match: it is no JSON from byte {} on", problem.byte)});
    } catch (const nlohmann::json::exception&) {
        return unexpected(
            TextError{"no file of a match: parts of it are missing or of another kind"});
    } catch (const std::range_error& problem) {
        return unexpected(TextError{fmt::format("no file of a match: {}", problem.what())});
    }
}

}  // namespace meerslag

// PDN games as JSON.
#include "protocol/pdn_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "core/fen.hpp"
#include "core/notation.hpp"

namespace meerslag {

namespace {

using Json = nlohmann::ordered_json;

void add_time(Json& json, const char* name, const std::optional<std::chrono::seconds>& time) {
    if (time) json[name] = time->count();
}

Json clocks_json(const PdnClocks& clocks) {
    Json json = Json::object();
    add_time(json, "remaining", clocks.remaining);
    add_time(json, "mechanical", clocks.mechanical);
    add_time(json, "elapsed_game", clocks.elapsed_game);
    add_time(json, "elapsed_move", clocks.elapsed_move);
    add_time(json, "white", clocks.both.white);
    add_time(json, "black", clocks.both.black);
    if (clocks.running) json["running"] = *clocks.running == Color::White ? "white" : "black";
    return json;
}

Json line_json(const PdnLine& line, Position position);

Json move_json(const PdnMove& move, const Position& position) {
    Json json{{"move", format_pdn(move.move, position)}, {"hub", format_hub(move.move)}};
    if (move.setup) json["setup"] = format_fen(*move.setup);
    if (move.strength != PdnStrength::None) json["strength"] = to_string(move.strength);
    if (!move.nags.empty()) json["nags"] = move.nags;
    if (!move.comments.empty()) json["comments"] = move.comments;
    if (!move.clocks.is_empty()) json["clocks"] = clocks_json(move.clocks);
    for (const PdnLine& variation : move.variations) {
        json["variations"].push_back(line_json(variation, position));
    }
    return json;
}

Json moves_json(const PdnLine& line, Position position) {
    Json moves = Json::array();
    for (const PdnMove& move : line.moves) {
        if (move.setup) position = *move.setup;
        moves.push_back(move_json(move, position));
        position = position.play(move.move);
    }
    return moves;
}

Json line_json(const PdnLine& line, Position position) {
    Json json = Json::object();
    if (!line.comments.empty()) json["comments"] = line.comments;
    json["moves"] = moves_json(line, position);
    return json;
}

std::string_view name_of(PdnReading reading) {
    switch (reading) {
        case PdnReading::Whole: return "whole";
        case PdnReading::CutShort: return "cut-short";
        case PdnReading::Skipped: return "skipped";
    }
    std::abort();
}

}  // namespace

std::string pdn_game_json(const PdnGame& game) {
    Json json{{"game", game.number}, {"tags", Json::object()}, {"start", format_fen(game.start)}};
    for (const PdnTag& tag : game.tags) json["tags"][tag.name] = tag.value;
    json["result"] = to_string(game.result);
    json["reading"] = name_of(game.reading);
    if (!game.main.comments.empty()) json["comments"] = game.main.comments;
    json["moves"] = moves_json(game.main, game.start);
    json["faults"] = Json::array();
    for (const PdnFault& fault : game.faults) {
        json["faults"].push_back(
            {{"severity", fault.severity == PdnFault::Severity::Error ? "error" : "warning"},
             {"line", fault.line},
             {"column", fault.column},
             {"ply", fault.ply},
             {"reason", fault.reason}});
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace meerslag

// Games as JSON.
#include "protocol/pdn_json.hpp"

#include <nlohmann/json.hpp>

#include "core/pdn_reader.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

nlohmann::json json_of(std::string_view pdn) {
    PdnReader reader{source_of(pdn)};
    return nlohmann::json::parse(pdn_game_json(reader.next().value()));
}

}  // namespace

TEST_CASE("a game as JSON holds tags, start, result and moves", "[protocol][pdn]") {
    const auto json = json_of("[White \"A\"] [FEN \"W:WK4:B13,20,32,37\"] 4x31x42x15 32-37 1-0");
    CHECK(json["game"] == 1);
    CHECK(json["tags"]["White"] == "A");
    CHECK(json["start"] == "W:WK4:B13,20,32,37");
    CHECK(json["result"] == "2-0");
    CHECK(json["reading"] == "whole");
    CHECK(json["moves"][0]["move"] == "4x31x42x15");
    CHECK(json["moves"][0]["hub"] == "4x15x13x20x37");
    CHECK(json["moves"][1] == nlohmann::json{{"move", "32-37"}, {"hub", "32-37"}});
    CHECK(json["faults"].empty());
}

TEST_CASE("annotations and faults appear in JSON", "[protocol][pdn]") {
    const auto json =
        json_of("1. 32-28!? $6 {[%clock w0:01:00 B0:02:00] x} (1. 31-27 {y}) 1... 4x15");
    const auto& move = json["moves"][0];
    CHECK(move["strength"] == "!?");
    CHECK(move["nags"] == std::vector{6});
    CHECK(move["comments"] == std::vector<std::string>{"x"});
    CHECK(move["clocks"] == nlohmann::json{{"white", 60}, {"black", 120}, {"running", "black"}});
    CHECK(move["variations"][0]["moves"][0]["comments"][0] == "y");
    CHECK(json["reading"] == "cut-short");
    CHECK(json["faults"][0]["ply"] == 2);
    CHECK(json["faults"][0]["severity"] == "error");
}

// Counts of results, lengths and openings.
#include "protocol/pdn_statistics.hpp"

#include <nlohmann/json.hpp>

#include "core/pdn_reader.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

constexpr std::string_view kGames =
    "1. 32-28 19-23 2. 28x19 14x23 2-0\n"
    "1. 32-28 19-23 1-1\n"
    "1. 33-28 18-22 0-2\n"
    "1. 33-28 *\n"
    "[FEN \"W:W31:B1\"] 1. 31-27 1-6 *\n"
    "[GameType \"25\"] 1. c3-d4 *\n"
    "1. 32-28 5-4 *\n";

PdnStatistics statistics_of(std::string_view text, std::size_t opening_plies,
                            std::size_t most_kept = kMostKeptOpenings) {
    PdnStatistics statistics{opening_plies, most_kept};
    PdnReader reader{source_of(text)};
    while (const auto game = reader.next()) statistics.add(*game);
    return statistics;
}

}  // namespace

TEST_CASE("results, lengths and openings are counted", "[protocol][pdn]") {
    const auto json = nlohmann::json::parse(statistics_of(kGames, 2).json(10));
    CHECK(json["games"] == 7);
    CHECK(json["skipped"] == 1);
    CHECK(json["cut_short"] == 1);
    CHECK(json["own_start"] == 1);
    CHECK(json["results"]["white_wins"] == 1);
    CHECK(json["results"]["draws"] == 1);
    CHECK(json["results"]["black_wins"] == 1);
    CHECK(json["results"]["unknown"] == 3);
    CHECK(json["mean_plies"] == 2);
    CHECK(json["median_plies"] == 2);
    CHECK(json["different_openings"] == 2);
    CHECK(json["openings"][0]["moves"] == "32-28 19-23");
    CHECK(json["openings"][0]["results"]["white_wins"] == 1);
}

TEST_CASE("the report for people lists as many openings as asked for", "[protocol][pdn]") {
    const std::string text = statistics_of(kGames, 2).text(1);
    CHECK(text.find("games        7\n") == 0);
    CHECK(text.find("White wins   1 (16.7 %)\n") != std::string::npos);
    CHECK(text.find("plies        2.0 on average, 2 median, 1 to 4\n") != std::string::npos);
    CHECK(text.find("32-28 19-23\n") != std::string::npos);
    CHECK(text.find("33-28 18-22\n") == std::string::npos);
}

TEST_CASE("no more openings are kept than are allowed", "[protocol][pdn]") {
    const PdnStatistics statistics = statistics_of(kGames, 2, 1);
    const auto json = nlohmann::json::parse(statistics.json(10));
    CHECK(json["different_openings"] == 1);
    CHECK(json["games_with_other_openings"] == 1);
    CHECK(json["openings"][0]["results"]["draws"] == 1);
    CHECK(statistics.text(10).find("and in 1 games others") != std::string::npos);
}

TEST_CASE("no games make an empty report", "[protocol][pdn]") {
    CHECK(statistics_of("", 4).text(10) == "games        0\n");
    CHECK(nlohmann::json::parse(statistics_of("", 4).json(10))["mean_plies"] == 0);
}

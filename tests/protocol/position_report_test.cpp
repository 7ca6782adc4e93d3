// What `meerslag position` prints.
#include "protocol/position_report.hpp"

#include "core/fen.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

const std::string kStart = format_fen(Position::start());

std::string json(std::string_view fen, std::string_view moves = "") {
    return position_json(game_from_text(fen, moves).value().game);
}

std::string text(std::string_view fen, std::string_view moves = "") {
    return position_text(game_from_text(fen, moves).value().game, {});
}

std::string error(std::string_view fen, std::string_view moves = "") {
    const auto game = game_from_text(fen, moves);
    return game ? "none" : game.error();
}

}  // namespace

TEST_CASE("the start position as JSON", "[protocol][position]") {
    CHECK(json(kStart) ==
          R"({"fen":"W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:)"
          R"(B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20","side":"white",)"
          R"("moves":["31-26","31-27","32-27","32-28","33-28","33-29","34-29","34-30","35-30"],)"
          R"("status":"ongoing","reason":"","counters":{"repetition":1,"kings_only_plies":0,)"
          R"("endgame_plies":null,"endgame_limit_plies":null}})");
}

TEST_CASE("a limited ending shows its plies and limit in JSON", "[protocol][position]") {  // 6.3
    CHECK(json("W:WK26,K36,K47:BK4", "36-41") ==
          R"({"fen":"B:WK26,K41,K47:BK4","side":"black","moves":["4-9","4-10","4-13","4-15",)"
          R"("4-18","4-22","4-27","4-31","4-36"],)"
          R"("status":"ongoing","reason":"","counters":{"repetition":1,"kings_only_plies":1,)"
          R"("endgame_plies":1,"endgame_limit_plies":32}})");
}

TEST_CASE("moves after a draw are played and the first end stays", "[protocol][position]") {  // 6.1
    const std::string after_draw =
        json("W:W27,K45,K46:BK1,11", "46-10 1-6 10-46 6-1 46-10 1-6 10-46 6-1 46-10");
    CHECK(after_draw.find(R"("status":"draw","reason":"threefold")") != std::string::npos);
    CHECK(after_draw.find(R"("kings_only_plies":9)") != std::string::npos);
    CHECK(after_draw.find(R"("moves":["1-6")") != std::string::npos);
}

TEST_CASE("a lost position names its reason", "[protocol][position]") {  // 7.2.2, 7.2.3
    const std::string blocked = json("W:W46:B37,41");
    CHECK(blocked.find(R"("moves":[],"status":"black-wins","reason":"no-moves")") !=
          std::string::npos);
    const std::string no_pieces = json("W:W:B20");
    CHECK(no_pieces.find(R"("status":"black-wins","reason":"no-pieces")") != std::string::npos);
    CHECK(text("W:W46:B37,41").find("Black wins 0-2: no legal move (article 7.2.2)") !=
          std::string::npos);
}

TEST_CASE("lidraughts' counter starts the kings-only count", "[protocol][position]") {  // 6.2
    CHECK(json("W:WK16,K47:BK4,K35:H40:F60").find(R"("kings_only_plies":40)") != std::string::npos);
    CHECK(json("W:WK16,K47:BK4,K35:H49", "16-21").find(R"("reason":"25-moves")") !=
          std::string::npos);
}

TEST_CASE("captures are listed with the squares they take", "[protocol][position]") {
    const std::string report = text("W:WK4:B13,20,32,37");
    CHECK(report.find("4x15x13x20x32\n") != std::string::npos);
    CHECK(report.find("4x15x13x20x37\n") != std::string::npos);
    CHECK(report.find("FEN           W:WK4:B13,20,32,37\n") != std::string::npos);
    CHECK(report.find("Side to move  white\n") != std::string::npos);
}

TEST_CASE("moves may stand as people and PDN write them", "[protocol][position]") {
    const std::string_view text = GENERATE(
        "32 - 28 19 -23 28 x 19", "1. 32-28 19-23 2. 28x19", "1.32-28! 19-23?? 2.28x19 !?",
        " 1. 32-28  1... 19-23\n2. 28:19! ", "1. 32-28 1. ... 19-23 2. 28x19", "3228 1923! 2819");
    CAPTURE(text);
    CHECK(json(kStart, text) == json(kStart, "32-28 19-23 28x19"));
}

TEST_CASE("numbers and marks without moves play nothing", "[protocol][position]") {
    CHECK(json(kStart, "1.") == json(kStart));
    CHECK(json(kStart, " \t ") == json(kStart));
}

TEST_CASE("a wrong FEN is refused with the square or the column", "[protocol][position]") {
    CHECK(error("W:W3:B20").find("square 3") != std::string::npos);
    CHECK(error("W:W31,K31:B20").find("31") != std::string::npos);
    CHECK(error("W:W51:B20").find("51") != std::string::npos);
    CHECK(error("W:W0:B20").find("column 4") != std::string::npos);
    CHECK(error("X:W31:B20").find("column 1") != std::string::npos);
    CHECK(error("W:W:B") != "none");
    CHECK(error("") != "none");
}

TEST_CASE("a wrong move is refused with its number and reason", "[protocol][position]") {
    CHECK_THAT(error(kStart, "32-28 19-23 28-22"), Catch::Matchers::StartsWith("move 3, 28-22: "));
    CHECK_THAT(error(kStart, "zz"), Catch::Matchers::StartsWith("move 1, zz: "));
    CHECK_THAT(error(kStart, "1. 32-28zz"), Catch::Matchers::StartsWith("move 1, 32-28zz: "));
    CHECK_THAT(error(kStart, "32-28 !! 19"), Catch::Matchers::StartsWith("move 2, 19: "));
    CHECK_THAT(error(kStart, "!"), Catch::Matchers::StartsWith("move 1, "));
}

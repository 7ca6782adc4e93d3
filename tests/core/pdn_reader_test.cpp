// Games from PDN: dialects, ambiguous moves, faults.
#include "core/pdn_reader.hpp"

#include <string>
#include <vector>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

std::vector<PdnGame> games_in(std::string_view text) {
    PdnReader reader{source_of(text)};
    std::vector<PdnGame> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

PdnGame game_in(std::string_view text) {
    auto games = games_in(text);
    REQUIRE(games.size() == 1);
    return std::move(games[0]);
}

std::string moves_of(const PdnLine& line) {
    std::string text;
    for (const PdnMove& move : line.moves) {
        if (!text.empty()) text += ' ';
        text += format_hub(move.move);
    }
    return text;
}

std::string final_fen(const PdnGame& game) {
    return format_fen(replay(game, [](const Position&, const PdnMove&) {}));
}

/// The faults as "ply severity reason", one a line.
std::string faults_of(const PdnGame& game) {
    std::string text;
    for (const PdnFault& fault : game.faults) {
        if (!text.empty()) text += '\n';
        text += std::to_string(fault.ply);
        text += fault.severity == PdnFault::Severity::Error ? " error " : " warning ";
        text += fault.reason;
    }
    return text;
}

}  // namespace

TEST_CASE("the smallest game needs no tag", "[core][pdn]") {
    const PdnGame game = game_in("1.32-28 19-23 2. 28x19 14x23 *");
    CHECK(moves_of(game.main) == "32-28 19-23 28x19x23 14x23x19");
    CHECK(game.reading == PdnReading::Whole);
    CHECK(game.result == PdnResult::Unknown);
    CHECK(game.faults.empty());
}

TEST_CASE("a usual game is read with its tags", "[core][pdn]") {
    const PdnGame game = game_in(
        "[Event \"Test match\"]\n[Site \"localhost\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n"
        "[White \"Meerslag 1.0\"]\n[Black \"Scan 3.1\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n"
        "[TimeControl \"75/300\"]\n[PlyCount \"8\"]\n\n"
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 1-1\n");
    CHECK(game.main.moves.size() == 8);
    CHECK(game.tags.size() == 10);
    CHECK(game.tag("White") == "Meerslag 1.0");
    CHECK_FALSE(game.tag("Nobody"));
    CHECK(game.result == PdnResult::Draw);
    CHECK(game.faults.empty());
}

TEST_CASE("Black may begin, and the last piece may go", "[core][pdn]") {
    const PdnGame game = game_in(
        "[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n"
        "[FEN \"B:W33,39,K46:B14\"]\n\n1... 14-19 2. 46x10 2-0");
    CHECK(moves_of(game.main) == "14-19 46x10x19");
    CHECK(final_fen(game) == "B:WK10,33,39:B");
    CHECK(game.result == PdnResult::WhiteWins);
    CHECK(game.faults.empty());
}

TEST_CASE("an ambiguous capture is read in each spelling", "[core][pdn]") {
    const auto text = GENERATE(as<std::string>{}, "4x31x42x15", "4x15", "4x15x13x20x37", "4x15x37");
    CAPTURE(text);
    const PdnGame game =
        game_in("[FEN \"W:WK4:B13,20,32,37\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. " + text +
                " 32-37 2. 15-4 *");
    CHECK(moves_of(game.main) == "4x15x13x20x37 32-37 15-4");
    CHECK(game.faults.empty());
}

TEST_CASE("an ambiguous capture that nothing decides is a guess", "[core][pdn]") {
    const PdnGame game = game_in("[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *");
    CHECK(game.main.moves.size() == 1);
    CHECK(game.reading == PdnReading::Whole);
    CHECK(faults_of(game) ==
          "1 warning 4x15 is ambiguous: it may be 4x27x38x15 (4x15x13x20x32) or 4x31x42x15 "
          "(4x15x13x20x37)");
}

TEST_CASE("an ambiguous capture that is followed by nonsense ends the game there", "[core][pdn]") {
    const PdnGame game = game_in("[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 1-6 *");
    CHECK(game.main.moves.size() == 1);
    CHECK(game.reading == PdnReading::CutShort);
    REQUIRE(game.faults.size() == 2);
    CHECK(game.faults[0].ply == 2);
    CHECK(game.faults[1].ply == 1);
}

TEST_CASE("a variation on an open capture must fit what the game decides", "[core][pdn]") {
    const std::string begin = "[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 ";
    const PdnGame fitting = game_in(begin + "32-37 (1... 32-38 2. 15x42) 2. 15-4 *");
    REQUIRE(fitting.main.moves.at(1).variations.size() == 1);
    CHECK(moves_of(fitting.main.moves[1].variations[0]) == "32-38 15x42x38");
    CHECK(fitting.faults.empty());
    const PdnGame open = game_in(begin + "32-37 (4x15) 2. 15-4 *");
    CHECK(moves_of(open.main) == "4x15x13x20x37 32-37 15-4");
}

TEST_CASE("variations, marks, clocks and comments are kept", "[core][pdn]") {
    const PdnGame game = game_in(
        "% made by hand\n[White \"A \\\"the\\\" B\"]\n[Black \"C\"]\n[Result \"*\"]\n"
        "[GameType \"20\"]\n\n1.32-28! {[%clock w0:00:00 B0:00:05]} 19-23 $6 (1... 18-23 2. "
        "38-32(?)\n"
        "  (2. 37-32? 23-29! {Black wins}) 12-18) 2. 28x19 {; no line comment here}\n"
        "14x23 3. 37-32 *");
    CHECK(game.faults.empty());
    CHECK(game.tag("White") == "A \"the\" B");
    CHECK(moves_of(game.main) == "32-28 19-23 28x19x23 14x23x19 37-32");
    const std::vector<PdnMove>& moves = game.main.moves;
    CHECK(moves[0].strength == PdnStrength::Good);
    CHECK(moves[0].clocks.running == Color::Black);
    CHECK(moves[0].comments.empty());
    CHECK(moves[1].nags == std::vector{6});
    CHECK(moves[2].comments == std::vector<std::string>{"; no line comment here"});
    REQUIRE(moves[1].variations.size() == 1);
    const PdnLine& variation = moves[1].variations[0];
    CHECK(moves_of(variation) == "18-23 38-32 12-18");
    CHECK(variation.moves[1].strength == PdnStrength::Bad);
    REQUIRE(variation.moves[1].variations.size() == 1);
    CHECK(moves_of(variation.moves[1].variations[0]) == "37-32 23-29");
    CHECK(variation.moves[1].variations[0].moves[1].comments ==
          std::vector<std::string>{"Black wins"});
}

TEST_CASE("signs of article 9 become comments, a forced move is NAG 7", "[core][pdn]") {
    const PdnGame game = game_in("1. 32-28 $7 19-23 = 2. 28x19 +1 14x23 a.l. 3. 37-32!!! *");
    CHECK(game.faults.empty());
    CHECK(game.main.moves.at(0).nags == std::vector{kPdnForcedMoveNag});
    CHECK(game.main.moves.at(1).comments == std::vector<std::string>{"="});
    CHECK(game.main.moves.at(2).comments == std::vector<std::string>{"+1"});
    CHECK(game.main.moves.at(3).comments == std::vector<std::string>{"a.l."});
    CHECK(game.main.moves.at(4).comments == std::vector<std::string>{"!!!"});
}

TEST_CASE("an asterisk behind a move ends the game", "[core][pdn]") {
    CHECK(games_in("1. 32-28* 1. 31-27 *").size() == 2);
}

TEST_CASE("a set-up goes on from another position", "[core][pdn]") {
    const PdnGame game =
        game_in("/FEN \"W:W31-50:B1-20\"/\n/FEN \"B:W28,31-36,38-50:B1-20\"/\n01... 20-25 *");
    REQUIRE(game.main.moves.size() == 1);
    CHECK(game.faults.empty());
    CHECK(format_fen(*game.main.moves[0].setup) ==
          format_fen(parse_fen("B:W28,31-36,38-50:B1-20")->position));
}

TEST_CASE("a null move changes the turn only", "[core][pdn]") {
    const PdnGame game = game_in("1. 32-28 /FEN \"W::\"/ 2. 37-32 /FEN \"B::\"/ *");
    CHECK(moves_of(game.main) == "32-28 37-32");
    CHECK(game.main.final_setup.has_value());
    CHECK(game.faults.empty());
}

TEST_CASE("results that look like moves are told from them", "[core][pdn]") {
    const auto games = games_in(
        "[Result \"1-1\"]\n1. 31-27 20-25 2. 37-31 1/2-1/2\n"
        "[Result \"2-0\"]\n[FEN \"W:WK1,31:B20\"]\n1. 1-18 20-24 2-0\n"
        "[Result \"4-6\"]\n1. 32-28 4-6\n");
    REQUIRE(games.size() == 3);
    CHECK(games[0].main.moves.size() == 3);
    CHECK(games[0].result == PdnResult::Draw);
    CHECK(games[1].main.moves.size() == 2);
    CHECK(games[1].result == PdnResult::WhiteWins);
    CHECK(games[2].main.moves.size() == 1);
    CHECK(games[2].result == PdnResult::Other);
    CHECK(games[2].result_text == "4-6");
    for (const PdnGame& game : games) CHECK(game.faults.empty());
}

TEST_CASE("every spelling of a result is understood", "[core][pdn]") {
    const auto result_of = [](std::string_view text) {
        return game_in("1. 32-28 " + std::string{text}).result;
    };
    CHECK(result_of("2-0") == PdnResult::WhiteWins);
    CHECK(result_of("1-0") == PdnResult::WhiteWins);
    CHECK(result_of("2 - 0") == PdnResult::WhiteWins);
    CHECK(result_of("1-1") == PdnResult::Draw);
    CHECK(result_of("\xC2\xBD-\xC2\xBD") == PdnResult::Draw);
    CHECK(result_of("0.5-0.5") == PdnResult::Draw);
    CHECK(result_of(". 0-1") == PdnResult::BlackWins);
    CHECK(result_of("0-2") == PdnResult::BlackWins);
    CHECK(result_of("0-0") == PdnResult::BothLose);
    CHECK(result_of("*") == PdnResult::Unknown);
    CHECK(result_of("") == PdnResult::Unknown);
}

TEST_CASE("a byte of nought in a tag or a comment is a blank", "[core][pdn]") {
    using namespace std::string_literals;
    const PdnGame game = game_in("[White \"A\0B\"]\n[Result \"2-0\0\"]\n1. 32-28 {a\0b\0} *"s);
    CHECK(game.main.moves.at(0).comments.at(0) == "a b");
    CHECK(game.tag("White") == "A B");
    CHECK(game.result == PdnResult::WhiteWins);
}

TEST_CASE("the tag Result counts for more than the end of the moves", "[core][pdn]") {
    const PdnGame game = game_in("[Result \"0-1\"]\n1. 32-28 2-0");
    CHECK(game.result == PdnResult::BlackWins);
    CHECK(faults_of(game) == "1 warning the tag Result says 0-1, the end of the moves 2-0");
    CHECK(game_in("[Result \"0-2\"]\n1. 32-28 0-1").faults.empty());
    CHECK(game_in("[Result \"*\"]\n1. 32-28 0-1").result == PdnResult::BlackWins);
    CHECK(game_in("[Result \"2-0\"]\n1. 32-28 *").result == PdnResult::WhiteWins);
}

TEST_CASE("files that must fail give the ply and the reason", "[core][pdn]") {
    CHECK(faults_of(game_in("1. 33-29 19-23 2. 35-30 { nested { comment } }")) ==
          "4 warning '}' is not a move");
    CHECK(faults_of(game_in("1. 32-28 37-32")) ==
          "2 error 37-32: the piece on 37 is not Black's, who is to move");
    CHECK(faults_of(game_in("1. 32-28 19-23 2. 34-29")) ==
          "3 error 34-29: a capture is compulsory: 28x19x23");
    CHECK(faults_of(game_in("1. 4x15")) ==
          "1 error 4x15: the piece on 4 is not White's, who is to move");
}

TEST_CASE("a fault knows line, column and game", "[core][pdn]") {
    const auto games = games_in("1. 32-28 *\n\n[White \"B\"]\n\n1. 32-28\n 37-32 2. 1-1");
    REQUIRE(games.size() == 2);
    CHECK(games[1].line == 3);
    REQUIRE(games[1].faults.size() == 1);
    CHECK(games[1].faults[0].game == 2);
    CHECK(games[1].faults[0].line == 6);
    CHECK(games[1].faults[0].column == 2);
    CHECK(games[1].result == PdnResult::Draw);
}

TEST_CASE("an illegal move ends its variation only", "[core][pdn]") {
    const PdnGame game =
        game_in("1. 32-28 (1. 31-27 20-24 2. 27-23 (2. 1-2) 18-22) 19-23 2. 28x19 *");
    CHECK(moves_of(game.main) == "32-28 19-23 28x19x23");
    CHECK(moves_of(game.main.moves[0].variations.at(0)) == "31-27 20-24");
    CHECK(game.reading == PdnReading::Whole);
    CHECK(faults_of(game) == "3 error 27-23: 23 is not on a diagonal through 27 (in a variation)");
}

TEST_CASE("oddities of old files pass without a fault", "[core][pdn]") {
    const auto text =
        GENERATE(as<std::string>{}, "1. 32- 28 19- 23", "01. 32-28  19-23", "1.\n32-28\n19-23",
                 "1. 32-28 19-23 .", "[SetUp \"1\"]\n[FEN \"W:W31-50:B1-20.\"]\n1. 32-28 19-23",
                 "[White \"x\"]1. 32-28 19-23 *",
                 "1. 32\xC3\x97"
                 "28 19-23",
                 "1. 32-28 .. 19-23", "[FEN \"\"] 1. 32-28 19-23",
                 "[GameType \"20,W,10,10,N2,0\"] 32-28 19-23",
                 "{c} [White \"x\"] {d} 1. 32-28 %x\n 19-23 ; e");
    CAPTURE(text);
    const PdnGame game = game_in(text);
    CHECK(game.main.moves.size() == 2);
    CHECK(game.reading == PdnReading::Whole);
    for (const PdnFault& fault : game.faults) {
        CHECK(fault.reason.find("is written, but") == std::string::npos);
        CHECK(fault.severity == PdnFault::Severity::Warning);
    }
}

TEST_CASE("moves nobody noted end the game there", "[core][pdn]") {
    const PdnGame game = game_in("[Result \"2-0\"]\n1. 32-28 19-23 2. - - 2-0");
    CHECK(game.main.moves.size() == 2);
    CHECK(game.reading == PdnReading::CutShort);
    CHECK(game.result == PdnResult::WhiteWins);
}

TEST_CASE("a game without moves is a game", "[core][pdn]") {
    const auto games =
        games_in("[FEN \"W:W31:B1\"]\n\n[FEN \"W:W32:B1\"]\n*\n\n[White \"x\"] 1. 2-0");
    REQUIRE(games.size() == 2);  // tags in a row belong to one game
    CHECK(games[0].start == parse_fen("W:W31:B1")->position);
    CHECK(games[1].result == PdnResult::WhiteWins);
    CHECK(games_in("* 2-0 {nothing} *").empty());
}

TEST_CASE("games of other kinds are skipped", "[core][pdn]") {
    const auto games =
        games_in("[GameType \"21\"]\n1. 11-15 24-19 1-0\n[GameType \"20\"]\n1. 32-28 *");
    REQUIRE(games.size() == 2);
    CHECK(games[0].reading == PdnReading::Skipped);
    CHECK(games[0].main.moves.empty());
    CHECK(faults_of(games[0]) == "0 warning the game is of type 21, not 20: it was skipped");
    CHECK(games[1].main.moves.size() == 1);
    CHECK(games[1].faults.empty());
}

TEST_CASE("squares named by letters end the game with one fault", "[core][pdn]") {
    const PdnGame game = game_in("[White \"x\"]\n1. c3-d4 b6-a5 2. b2-c3 2-0");
    CHECK(faults_of(game) == "1 error 'c3-d4' is not a move");
    CHECK(game.result == PdnResult::WhiteWins);
}

TEST_CASE("a game with a bad FEN is skipped", "[core][pdn]") {
    const PdnGame game = game_in("[FEN \"W:W51:B1\"]\n1. 32-28 2-0");
    CHECK(game.reading == PdnReading::Skipped);
    CHECK(faults_of(game) ==
          "0 error bad FEN, column 4: there is no square 51: they are numbered 1 to 50");
    CHECK(game.result == PdnResult::WhiteWins);
}

TEST_CASE("what is not closed ends with the file and a warning", "[core][pdn]") {
    CHECK(faults_of(game_in("1. 32-28 {never closed 19-23")) ==
          "2 warning a comment is not closed");
    CHECK(faults_of(game_in("1. 32-28 (1. 31-27")) ==
          "2 warning a variation is not closed (in a variation)");
    CHECK(faults_of(game_in("[White \"A\n\n1. 32-28 *")) ==
          "0 warning the tag White is not closed");
    const auto games = games_in("1. 32-28 (1. 31-27 *\n\n[White \"B\"]\n1. 32-28 *");
    CHECK(games.size() == 2);
}

TEST_CASE("a file that ends within a game is half a file, perhaps", "[core][pdn]") {
    const std::string warning = "the file ends before the end of the game";
    CHECK(faults_of(game_in("[Result \"2-0\"]\n1. 32-28 19-23")) == "2 warning " + warning);
    CHECK(faults_of(game_in("[Result \"2-0\"]\n")) == "0 warning " + warning);
    CHECK(faults_of(game_in("[White \"A\"]\n1. 32-28 {never closed")) ==
          "2 warning a comment is not closed");
    CHECK(faults_of(game_in("1. 32-28 19-23")).empty());  // moves alone are no file of games
    const auto games = games_in("[White \"A\"]\n1. 32-28\n\n[White \"B\"]\n1. 32-28 *");
    REQUIRE(games.size() == 2);
    CHECK(games[0].faults.empty());  // the tag ends the game
}

TEST_CASE("stray signs are passed over with a warning", "[core][pdn]") {
    CHECK(faults_of(game_in("! 1. 32-28 ) (1. 31-27) *")).find("')' closes no variation") !=
          std::string::npos);
    CHECK(faults_of(game_in("[A \"b\"] (1. 31-27) 32-28 *")) ==
          "1 warning a variation stands before the first move: it was left out");
    CHECK(faults_of(game_in("1. 32-28 hello 19-23 *")) == "2 warning 'hello' is not a move");
    CHECK(game_in("1. 32-28 hello 19-23 *").main.moves.size() == 2);
}

TEST_CASE("text in Latin-1 becomes UTF-8", "[core][pdn]") {
    const PdnGame game = game_in("[White \"Andr\xE9\"]\n1. 32-28 {caf\xE9} 19-23 {caf\xC3\xA9} *");
    CHECK(game.tag("White") == "Andr\xC3\xA9");
    CHECK(game.main.moves.at(0).comments.at(0) == "caf\xC3\xA9");
    CHECK(game.main.moves.at(1).comments.at(0) == "caf\xC3\xA9");
}

TEST_CASE("deep and endless nesting is survived", "[core][pdn]") {
    std::string text = "1. 32-28 ";
    for (int i = 0; i < 100'000; ++i) text += "(1. 31-27 ";
    const PdnGame game = game_in(text);
    CHECK(game.main.moves.size() == 1);
    CHECK_FALSE(game.faults.empty());
    CHECK(game_in("1. 32-28 " + std::string(1'000'000, '(')).main.moves.size() == 1);
    CHECK(game_in("1. 32-28 " + std::string(1'000'000, ')')).faults.size() == 101);
}

TEST_CASE("two megabytes on one line are read without end of line", "[core][pdn]") {
    constexpr std::size_t kSize = 2'000'000;
    const auto piece = GENERATE(as<std::string>{}, "x", "32-28 ", "{", "[", "(", "1. 32-28 * ",
                                "[A \"b\" ", "9", "-", "/FEN ", "$1 ", "\xFF");
    CAPTURE(piece);
    std::string text = "1. 32-28 19-23 ";
    while (text.size() < kSize) text += piece;
    std::size_t games = 0;
    PdnReader reader{source_of(text)};
    while (reader.next()) ++games;
    CHECK(games >= 1);
}

TEST_CASE("a game without end takes no memory without end", "[core][pdn]") {
    SECTION("of moves") {
        std::string text = "[FEN \"W:WK47:BK4\"] ";
        for (int i = 0; i < 15'000; ++i) text += "47-42 4-10 42-47 10-4 ";
        const PdnGame game = game_in(text + "2-0");
        CHECK(game.main.moves.size() == 50'000);
        CHECK(game.reading == PdnReading::CutShort);
        CHECK(faults_of(game) == "50001 error the game has too many moves: the rest was left out");
    }
    SECTION("of comments") {
        const std::string comment(100'000, 'c');
        std::string text = "1. 32-28 ";
        for (int i = 0; i < 500; ++i) text += '{' + comment + "} ";
        const PdnGame game = game_in(text + "19-23 *");
        CHECK(game.main.moves.size() == 2);
        CHECK(game.main.moves.front().comments.size() == 167);
        CHECK(faults_of(game) == "2 warning the game has too much text: some was left out");
    }
    SECTION("of tags") {
        std::string text;
        for (int i = 0; i < 20'000; ++i) text += "[A \"\"]\n";
        const PdnGame game = game_in(text + "1. 32-28 *");
        CHECK(game.tags.size() == 1000);
        CHECK(faults_of(game) == "0 warning the game has too many tags: the rest was left out");
    }
    SECTION("of NAGs and variations") {
        std::string text = "1. 32-28 ";
        for (int i = 0; i < 300'000; ++i) text += "$1 (31-27)";
        const PdnGame game = game_in(text + "*");
        CHECK(game.main.moves.at(0).nags.size() < 300'000);
        CHECK(game.main.moves.at(0).variations.size() < 50'000);
        CHECK(game.faults.size() == 2);
    }
}

TEST_CASE("an ambiguous capture does not stay open for ever", "[core][pdn]") {
    std::string text = "[FEN \"W:WK4:B13,20,32,37,K45\"] 1. 4x15 ";
    for (int i = 0; i < 5'000; ++i) text += "45-50 15-4 50-45 4-15 ";
    const PdnGame game = game_in(text + "*");
    CHECK(game.main.moves.size() == 20'001);
    CHECK(faults_of(game).starts_with("1 warning 4x15 is ambiguous"));
}

TEST_CASE("random bytes and cut files never break the reader", "[core][pdn]") {
    SplitMix64 random{5};
    const std::string whole =
        "\xEF\xBB\xBF[White \"A \\\"the\\\" B\"]\r\n[FEN \"W:WK4:B13,20,32,37\"]\r\n\r\n"
        "1. 4x15! {[%clk 0:01] a} ($7 1. 4x31x42x15 (1. 4-10)) 32-37 (1... 32-38 2. 15-10 *) "
        "/FEN \"W:WK15:B37\"/ 2. 15-4 +1 1/2-1/2\r\n[Result \"4-6\"]\n1. 32-28 4-6\n";
    const std::string alphabet = "0123456789-x.()[]{}\"/%;!?*$ \n\r\\AaFENW:B\xC2\xBD\xE9";
    std::size_t games = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        if (round % 2 == 0) {
            text = whole.substr(0, random.below(static_cast<std::uint32_t>(whole.size())));
            if (!text.empty()) {
                text[random.below(static_cast<std::uint32_t>(text.size()))] =
                    alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
            }
        } else {
            for (std::uint32_t i = random.below(200); i > 0; --i) {
                text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
            }
        }
        PdnReader reader{source_of(text)};
        while (const auto game = reader.next()) {
            ++games;
            (void)replay(*game, [](const Position& position, const PdnMove& move) {
                REQUIRE(parse_move(format_hub(move.move), position) == move.move);
            });
        }
    }
    CHECK(games > 1000);
}

// Games to PDN, and back again.
#include "core/pdn_writer.hpp"

#include <algorithm>
#include <string>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/pdn_reader.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

PdnGame reread(const std::string& text) {
    PdnReader reader{source_of(text)};
    return reader.next().value();
}

/// Random moves with every kind of annotation.
PdnLine random_line(SplitMix64& random, Position position, int plies, int depth) {
    PdnLine line;
    if (random.below(3) == 0) line.comments.push_back("before the first");
    for (int ply = 0; ply < plies; ++ply) {
        std::optional<Position> setup;
        if (random.below(20) == 0) {
            setup = Position::from_valid_board(position.board(), opposite(position.side_to_move()));
        }
        const Position before = setup.value_or(position);
        const MoveList legal = legal_moves(before);
        if (legal.empty()) break;
        const auto pick = [&] {
            return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        };
        PdnMove move{pick()};
        move.setup = setup;
        move.strength = static_cast<PdnStrength>(random.below(7));
        if (random.below(4) == 0) move.nags = {static_cast<int>(random.below(200))};
        if (random.below(4) == 0)
            move.comments = {"one  two\ttabs",
                             "a rather long second comment "
                             "that has to be broken over several lines of text"};
        if (random.below(4) == 0) move.clocks.remaining = std::chrono::seconds{random.below(9999)};
        if (depth > 0 && random.below(4) == 0) {
            move.variations.push_back(random_line(random, before, 4, depth - 1));
            if (move.variations.back().moves.empty()) move.variations.clear();
        }
        position = before.play(move.move);
        line.moves.push_back(std::move(move));
    }
    return line;
}

}  // namespace

TEST_CASE("a game is written with its tags in order", "[core][pdn]") {
    PdnGame game = reread(
        "[Round \"1\"] [Annotator \"a\\b \"c\"\"] [Event \"E\"] [SetUp \"1\"]"
        "[Result \"1-0\"] [White \"W\"]\n1. 32-28! 19-23 2. 28x19 14x23 *");
    CHECK(format_pdn_game(game) ==
          "[Event \"E\"]\n[Round \"1\"]\n[White \"W\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n"
          "[Annotator \"a\\\\b \\\"c\\\"\"]\n\n1. 32-28! 19-23 2. 28x19 14x23 2-0\n\n");
}

TEST_CASE("a game that Black begins has three dots", "[core][pdn]") {
    const PdnGame game = reread("[FEN \"B:W33,39,K46:B14\"] 1... 14-19 2. 46x10 2-0");
    CHECK(format_pdn_game(game) ==
          "[Result \"2-0\"]\n[GameType \"20\"]\n[FEN \"B:W33,39,K46:B14\"]\n\n"
          "1... 14-19 2. 46x10 2-0\n\n");
}

TEST_CASE("numbers come back after comments, variations and set-ups", "[core][pdn]") {
    const std::string moves =
        "{hello} 1. 32-28 {[%clk 0:01:00] good} 1... 19-23 $7 (1... 18-23 2. 38-32 (2. 37-32 "
        "23-29) 2... 12-18) 2. 28x19 14x23 /FEN \"B:W31:B1\"/ 3... 1-6 *";
    std::string text = format_pdn_game(reread(moves));
    text = text.substr(text.find("\n\n") + 2);
    std::replace(text.begin(), text.end(), '\n', ' ');
    CHECK(text == moves + "  ");
}

TEST_CASE("the style decides terminator and line ends", "[core][pdn]") {
    const PdnGame game = reread("1. 32-28 2-0");
    PdnStyle style;
    style.terminator = PdnTerminator::Asterisk;
    style.line_end = PdnLineEnd::CrLf;
    CHECK(format_pdn_game(game, style) ==
          "[Result \"2-0\"]\r\n[GameType \"20\"]\r\n\r\n1. 32-28 *\r\n\r\n");
    CHECK(format_pdn_game(game).find("1. 32-28 2-0\n\n") != std::string::npos);
}

TEST_CASE("results of other systems are kept", "[core][pdn]") {
    const std::string text = format_pdn_game(reread("[Result \"4-6\"]\n1. 32-28 4-6\n"));
    CHECK(text == "[Result \"4-6\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n");
}

TEST_CASE("braces and line breaks in comments cannot break the file", "[core][pdn]") {
    PdnGame game = reread("1. 32-28 *");
    game.main.moves[0].comments = {"a } b { c\n% d"};
    game.set_tag("White", "two\nlines");
    const PdnGame again = reread(format_pdn_game(game));
    CHECK(again.faults.empty());
    CHECK(again.main.moves.at(0).comments.at(0) == "a ) b ( c % d");
    CHECK(again.tag("White") == "two lines");
}

TEST_CASE("no line is broken inside a command of a comment", "[core][pdn]") {
    PdnGame game = reread("1. 32-28 19-23 2. 28x19 14x23 *");
    for (std::size_t columns = 20; columns < 60; ++columns) {
        for (PdnMove& move : game.main.moves) {
            move.clocks.elapsed_move = std::chrono::seconds{3};
            move.clocks.both = {std::chrono::seconds{20}, std::chrono::seconds{25}};
            move.comments = {"good [%eval 0.25 9] [% open"};
        }
        PdnStyle style;
        style.columns = columns;
        const std::string text = format_pdn_game(game, style);
        CAPTURE(columns, text);
        const auto count = [&text](std::string_view part) {
            int found = 0;
            for (std::size_t at = text.find(part); at != std::string::npos;
                 at = text.find(part, at + 1))
                ++found;
            return found;
        };
        CHECK(count("[%emt 0:00:03]") == 4);
        CHECK(count("[%clock w0:00:20 b0:00:25]") == 4);
        CHECK(count("[%eval 0.25 9]") == 4);
        CHECK(reread(text).main == game.main);
    }
}

TEST_CASE("captures are written long only where they must", "[core][pdn]") {
    const std::string text = format_pdn_game(reread("[FEN \"W:WK4:B13,20,32,37\"] 4x15 32-37"));
    CHECK(text.find("1. 4x31x42x15 32-37 *") != std::string::npos);
}

TEST_CASE("a played game becomes PDN", "[core][pdn]") {
    Game game{parse_fen("B:W33,39,K46:B14")->position};
    game.play(parse_move("14-19", game.position()).value());
    game.play(parse_move("46x10", game.position()).value());
    const PdnGame pdn = to_pdn_game(game);
    CHECK(pdn.result == PdnResult::WhiteWins);
    CHECK(format_pdn_game(pdn).find("1... 14-19 2. 46x10 2-0") != std::string::npos);
}

TEST_CASE("random annotated games come back as they were written", "[core][pdn]") {
    SplitMix64 random{6};
    for (int round = 0; round < 200; ++round) {
        PdnGame game;
        game.main = random_line(random, game.start, 60, 3);
        game.result = PdnResult::Draw;
        const std::string text = format_pdn_game(game);
        CAPTURE(round, text);
        const PdnGame again = reread(text);
        REQUIRE(again.faults.empty());
        REQUIRE(again.result == PdnResult::Draw);
        // Blanks of other kinds are written as blanks.
        PdnGame expected = game;
        const auto plain = [](const auto& self, PdnLine& line) -> void {
            for (PdnMove& move : line.moves) {
                for (std::string& comment : move.comments) {
                    std::replace(comment.begin(), comment.end(), '\t', ' ');
                }
                for (PdnLine& variation : move.variations) self(self, variation);
            }
        };
        plain(plain, expected.main);
        REQUIRE(again.main == expected.main);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = text.find('\n', begin);
            const std::string_view line{text.data() + begin, end - begin};
            // A set-up is one token, however long.
            if (line.find("/FEN") == std::string_view::npos) REQUIRE(line.size() <= 80);
            begin = end + 1;
        }
    }
}

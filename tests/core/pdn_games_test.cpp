// The reference games: sound ones replay to their ends, damaged ones give ply and reason.
#include <fstream>
#include <map>
#include <string>

#include "core/fen.hpp"
#include "core/game.hpp"
#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"

using namespace meerslag;

namespace {

std::vector<PdnGame> games_of_file(const std::string& name) {
    std::ifstream file{std::string{MEERSLAG_TEST_DATA} + "/games/" + name, std::ios::binary};
    PdnReader reader{[&file](std::span<char> room) {
        file.read(room.data(), static_cast<std::streamsize>(room.size()));
        return static_cast<std::size_t>(file.gcount());
    }};
    std::vector<PdnGame> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

/// The status as index.tsv names it.
std::string status_name(const GameStatus& status) {
    switch (status.reason) {
        case EndReason::None: return "ongoing";
        case EndReason::NoMoves: return "loss-blocked";
        case EndReason::NoPieces: return "loss-no-pieces";
        case EndReason::Threefold:
        case EndReason::TwentyFiveMoves:
        case EndReason::SixteenMoves:
        case EndReason::FiveMoves: return "draw-" + std::string{to_string(status.reason)};
        case EndReason::Resignation:
        case EndReason::Agreement:
        case EndReason::Time:
        case EndReason::IllegalSealedMove: break;
    }
    return "not by the rules";
}

/// What this reader says of the damaged games, where it is more than `bad.tsv` knows.
struct Verdict {
    PdnFault::Severity severity;
    const char* reason;
};

}  // namespace

TEST_CASE("every reference game replays to its end", "[core][pdn]") {
    const auto rows = test::read_data_table("games/index.tsv");
    const auto games = games_of_file("games.pdn");
    REQUIRE(games.size() == rows.size());
    REQUIRE(games.size() == 43);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        CAPTURE(row[0]);
        CHECK(games[i].tag("Event") == row[0]);
        CHECK(games[i].faults.empty());
        CHECK(games[i].reading == PdnReading::Whole);
        CHECK(games[i].main.moves.size() == std::stoul(row[1]));
        CHECK(games[i].result_text == row[2]);
        Game game{games[i].start};
        std::size_t captures = 0;
        for (const PdnMove& move : games[i].main.moves) {
            if (move.move.is_capture()) ++captures;
            game.play(move.move);
        }
        CHECK(captures == std::stoul(row[3]));
        CHECK(format_fen(game.position()) == row[4]);
        CHECK(status_name(game.status()) == row[5]);
        const std::string text = format_pdn_game(games[i]);
        PdnReader again{source_of(text)};
        CHECK(again.next()->main == games[i].main);
    }
}

TEST_CASE("every damaged game gives the ply and the reason", "[core][pdn]") {
    using Severity = PdnFault::Severity;
    const std::map<std::string, Verdict> verdicts{
        {"X01", {Severity::Error, "28-22: a capture is compulsory: 37x26x31, 21x12x17"}},
        {"X02", {Severity::Error, "13-18: a capture is compulsory: 23x32x28"}},
        {"X03", {Severity::Error, "39x30: 39x30 takes 1 piece, but 40x20x24x34 takes 2"}},
        {"X04", {Severity::Error, "39x30: 39x30 takes 1 piece, but 40x20x24x34 takes 2"}},
        {"X05",
         {Severity::Error, "13x24: the capture 13x24 must go on: 13x15x19x20 takes 2 pieces"}},
        {"X06",
         {Severity::Error, "20x29: the capture 20x29 must go on: 20x18x23x24 takes 2 pieces"}},
        {"X07", {Severity::Error, "35-30: the piece on 35 is not Black's, who is to move"}},
        {"X08", {Severity::Error, "29-24: a man cannot move backwards"}},
        {"X09", {Severity::Error, "1-44: there is no piece on 1"}},
        {"X10", {Severity::Error, "32-51: there is no square 51"}},
        {"X11", {Severity::Error, "0-5: there is no square 0"}},
        // Junk is passed over: the next move would show the fault, but none follows.
        {"X12", {Severity::Warning, "'3z-28' is not a move"}},
        {"X13", {Severity::Warning, "'32-' is not a move"}},
        {"X14", {Severity::Error, "'e4' is not a move"}},
        // Accepted by the lenient reader.
        {"X15", {Severity::Warning, "18x23: nothing is captured by this move"}},
        {"X16", {Severity::Warning, "28-8: this is a capture, to be written with x"}},
        {"X17", {Severity::Error, "46-41: the game is over: White has no piece left"}},
        // A whole game keeps both captures; at its end the first is taken. In X19 the square
        // between, 8, is passed on either way and so decides nothing.
        {"X18",
         {Severity::Warning,
          "2x17 is ambiguous: it may be 2x30x39x17 (2x17x22x24x34) or "
          "2x35x44x17 (2x17x22x24x40)"}},
        {"X19",
         {Severity::Warning,
          "2x8x17 is ambiguous: it may be 2x30x39x17 (2x17x22x24x34) or "
          "2x35x44x17 (2x17x22x24x40)"}}};
    const auto rows = test::read_data_table("games/bad.tsv");
    const auto games = games_of_file("bad.pdn");
    REQUIRE(games.size() == rows.size());
    REQUIRE(games.size() == verdicts.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        CAPTURE(row[0], row[2]);
        CHECK(games[i].tag("Event") == row[0]);
        REQUIRE(games[i].faults.size() == 1);
        const PdnFault& fault = games[i].faults[0];
        const Verdict& verdict = verdicts.at(row[0]);
        CHECK(fault.ply == std::stoi(row[1]));
        CHECK(fault.reason == verdict.reason);
        CHECK(fault.severity == verdict.severity);
        // The position before the bad ply is as it should be.
        Position position = games[i].start;
        for (int ply = 1; ply < fault.ply; ++ply) {
            position =
                position.play(games[i].main.moves.at(static_cast<std::size_t>(ply) - 1).move);
        }
        CHECK(format_fen(position) == row[3]);
    }
}

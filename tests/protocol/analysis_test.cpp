// Games analysed, and what is reported of them.
#include "protocol/analysis.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/adjournment.hpp"
#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "protocol/analysis_report.hpp"
#include "protocol/position_report.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

/// Black gives a man away, and White has but one way to take it.
constexpr std::string_view kBlunder = "1. 31-27 16-21 2. 27x16 *";

/// The first position comes back for the third time with the last move (6.1).
constexpr std::string_view kThreefoldStart = "W:W27,K45,K46:BK1,11";
constexpr std::string_view kThreefoldMoves = "46-10 1-6 10-46 6-1 46-10 1-6 10-46 6-1";

constexpr SearchLimits kShort{.depth = 6};

EngineOptions small_engine(int lines = 1) {
    EngineOptions options;
    options.table_bytes = std::uint64_t{1} << 20;
    options.weights = nullptr;  // so that better weights change no expectation
    options.lines = lines;
    return options;
}

std::vector<AnalysedPosition> analysed(const Game& game, int lines = 1,
                                       const SearchLimits& limits = kShort) {
    Engine engine{small_engine(lines)};
    return analyse(engine, game, limits);
}

std::vector<AnalysedPosition> analysed(std::string_view fen, std::string_view moves = "") {
    return analysed(game_from_text(fen, moves).value().game);
}

PdnGame read(std::string_view text) { return PdnReader{source_of(text)}.next().value(); }

std::vector<AnalysedPosition> analysed(const PdnGame& pdn, int lines = 1) {
    return analysed(game_from(pdn).value(), lines);
}

nlohmann::json json_of(const std::vector<AnalysedPosition>& positions) {
    return nlohmann::json::parse(analysis_json(positions));
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Whether all moves of a line and its variations can be played.
bool replays(const PdnLine& line, Position position) {
    for (const PdnMove& move : line.moves) {
        if (!legal_moves(position).contains(move.move)) return false;
        for (const PdnLine& variation : move.variations) {
            if (!replays(variation, position)) return false;
        }
        position = position.play(move.move);
    }
    return true;
}

}  // namespace

TEST_CASE("a move that gives a man away is found and marked", "[protocol][analysis]") {
    const auto positions = analysed(read(kBlunder));
    REQUIRE(positions.size() == 4);
    CHECK(positions[0].mark() == PdnStrength::None);
    CHECK(positions[1].mark() == PdnStrength::Bad);
    CHECK(positions[1].loss() >= kBadFrom);
    CHECK_FALSE(positions[1].is_best_played());
    CHECK(positions[1].lines.front().moves.front() != positions[1].played);
}

TEST_CASE("a man given away is a mistake to the learned weights too", "[protocol][analysis]") {
    EngineOptions options = small_engine();
    options.weights = embedded_weights();
    Engine engine{options};
    const auto positions = analyse(engine, game_from(read(kBlunder)).value(), {.depth = 8});
    CHECK(positions.at(1).mark() == PdnStrength::Bad);
}

TEST_CASE("a forced move is worth what follows and gets no mark", "[protocol][analysis]") {
    const auto positions = analysed(read(kBlunder));
    const AnalysedPosition& forced = positions.at(2);
    CHECK(forced.is_forced());
    CHECK(forced.nodes == 0);
    CHECK(forced.score == -positions.at(3).score);
    CHECK(forced.loss() == 0);
    CHECK(forced.mark() == PdnStrength::None);
    CHECK(forced.lines.front().moves.front() == forced.played);
}

TEST_CASE("the last position has lines but no move", "[protocol][analysis]") {
    const auto positions = analysed(read(kBlunder));
    CHECK_FALSE(positions.back().played);
    CHECK_FALSE(positions.back().loss());
    CHECK_FALSE(positions.back().lines.empty());
    CHECK(positions.back().depth == *kShort.depth);
}

TEST_CASE("no move played is better than the score of its position", "[protocol][analysis]") {
    const auto positions =
        analysed(read("1. 32-28 17-22 2. 28x17 12x21 3. 34-29 20-24 4. 29x20 15x24 *"));
    REQUIRE(positions.size() == 9);
    for (const AnalysedPosition& each : positions) {
        CAPTURE(each.ply);
        CHECK(each.score == each.lines.front().score);
        if (each.played) CHECK(each.played_score <= each.score);
    }
}

TEST_CASE("a move that ends the game by repetition is a draw", "[protocol][analysis]") {  // 6.1
    const auto positions = analysed(kThreefoldStart, kThreefoldMoves);
    REQUIRE(positions.size() == 9);
    CHECK(positions[8].status.reason == EndReason::Threefold);
    CHECK(positions[8].lines.empty());
    CHECK(positions[8].score == Score::draw());
    CHECK(positions[7].played_score == Score::draw());
}

TEST_CASE("a game played on after a draw is analysed to its end", "[protocol][analysis]") {
    const auto positions = analysed(kThreefoldStart, std::string{kThreefoldMoves} + " 46-10");
    REQUIRE(positions.size() == 10);
    CHECK_FALSE(positions[8].lines.empty());
    CHECK(positions[8].played_score.has_value());
    CHECK(positions[7].played_score == Score::draw());
}

TEST_CASE("a lost position has its result for a score", "[protocol][analysis]") {  // 7.2.2
    const auto positions = analysed("W:W46:B37,41");
    REQUIRE(positions.size() == 1);
    CHECK(positions[0].lines.empty());
    CHECK(positions[0].score == Score::loss_in(Ply{0}));
    CHECK(contains(position_analysis_text(positions[0], {}), "Black wins 0-2"));
    const auto json = json_of(positions);
    CHECK(json[0]["score"] == -100.0);
    CHECK(json[0]["reason"] == "no-moves");
    CHECK(json[0]["best"].is_null());
    CHECK(json[0]["pv"].empty());
}

TEST_CASE("the move that wins at once is worth a win in one ply", "[protocol][analysis]") {
    const auto positions = analysed("W:W32:B28", "32x23");
    REQUIRE(positions.size() == 2);
    CHECK(positions[0].played_score == Score::win_in(Ply{1}));
    CHECK(contains(game_analysis_text(positions), "2-0 in 1"));
}

TEST_CASE("a mark depends on what is at stake", "[protocol][analysis]") {
    AnalysedPosition position{.position = Position::start(), .legal_moves = 9};
    const auto mark = [&position](int best, int played) {
        position.score = Score{best};
        position.played_score = Score{played};
        return position.mark();
    };
    CHECK(mark(20, -19) == PdnStrength::None);
    CHECK(mark(20, -20) == PdnStrength::Doubtful);
    CHECK(mark(0, -80) == PdnStrength::Bad);
    CHECK(mark(0, -200) == PdnStrength::VeryBad);
    CHECK(mark(9990, 0) == PdnStrength::VeryBad);    // a win becomes a draw
    CHECK(mark(0, -9990) == PdnStrength::VeryBad);   // a draw becomes a loss
    CHECK(mark(9990, 9950) == PdnStrength::None);    // a slower win
    CHECK(mark(600, 350) == PdnStrength::None);      // won all the same
    CHECK(mark(-9990, -9996) == PdnStrength::None);  // lost all the same
}

TEST_CASE("a loss counts a won game as ten men", "[protocol][analysis]") {
    AnalysedPosition position{.position = Position::start(), .legal_moves = 9};
    position.score = Score{9990};
    CHECK_FALSE(position.loss());
    position.played_score = Score{120};
    CHECK(position.loss() == 880);
    position.played_score = Score{9950};
    CHECK(position.loss() == 0);
}

TEST_CASE("an analysis that is ended keeps the last positions", "[protocol][analysis]") {
    Engine engine{small_engine()};
    int asked = 0;
    int done = 0;
    const AnalysisWatcher watcher{.may_go_on = [&asked] { return ++asked <= 2; },
                                  .on_position_done = [&done] { ++done; }};
    const auto positions = analyse(engine, game_from(read(kBlunder)).value(), kShort, watcher);
    CHECK(done == 2);
    REQUIRE(positions.size() == 2);
    CHECK(positions[0].ply == 2);
    CHECK(positions[1].ply == 3);
}

TEST_CASE("a game with positions set up in it is analysed part by part", "[protocol][analysis]") {
    const PdnGame pdn = read(
        "1. 32-28 19-23 2. 28x19 /FEN \"W:W31,32:B1,12\"/ 2. 32-27 12-17 "
        "/FEN \"B:W48:B3\"/ *");
    REQUIRE(game_from(pdn).error() == "a position is set up in it");
    const auto parts = parts_from(pdn);
    REQUIRE(parts);
    REQUIRE(parts->size() == 3);
    Engine engine{small_engine()};
    const auto positions = analyse(engine, *parts, kShort);
    REQUIRE(positions.size() == 6);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CHECK(positions[i].ply == i);
        CHECK(positions[i].played.has_value() == (i < 5));
        CHECK(positions[i].played_score.has_value() == (i < 5));
    }
    CHECK(format_fen(positions[3].position) == "W:W31,32:B1,12");
    CHECK(format_fen(positions[5].position) == "B:W48:B3");
    CHECK(contains(format_pdn_game(annotate(pdn, positions)), "/FEN"));

    int asked = 0;
    const AnalysisWatcher watcher{.may_go_on = [&asked] { return ++asked <= 3; }};
    const auto last_ones = analyse(engine, *parts, kShort, watcher);
    REQUIRE(last_ones.size() == 2);
    CHECK(last_ones[0].ply == 4);
}

TEST_CASE("the same limits in depth or nodes give the same analysis", "[protocol][analysis]") {
    const Game game = game_from(read(kBlunder)).value();
    CHECK(analysis_json(analysed(game)) == analysis_json(analysed(game)));
    const SearchLimits nodes{.nodes = 3000};
    CHECK(analysis_json(analysed(game, 1, nodes)) == analysis_json(analysed(game, 1, nodes)));
}

TEST_CASE("an analysis as JSON has one object a position", "[protocol][analysis]") {
    const auto json = json_of(analysed(read(kBlunder)));
    REQUIRE(json.size() == 4);
    CHECK(json[1]["ply"] == 1);
    CHECK(json[1]["side"] == "black");
    CHECK(json[1]["status"] == "ongoing");
    CHECK(json[1]["move"] == "16-21");
    CHECK(json[1]["mark"] == "?");
    CHECK(json[1]["forced"] == false);
    CHECK(json[1]["loss"].get<double>() >= kBadFrom / 100.0);
    CHECK(json[1]["best"] == json[1]["pv"][0]);
    CHECK(json[1]["depth"] == *kShort.depth);
    CHECK(json[1]["nodes"].get<int>() > 0);
    CHECK_FALSE(json[1].contains("lines"));
    CHECK(json[2]["move"] == "27x16x21");
    CHECK(json[3]["fen"].get<std::string>().starts_with("B:W16,"));
    CHECK(json[3]["move"].is_null());
    CHECK(json[3]["loss"].is_null());
    CHECK(analysis_json({}) == "[]");
}

TEST_CASE("scores in reports are White's", "[protocol][analysis]") {
    // The same position from either side: whoever is to move is two men ahead
    const auto white = json_of(analysed("W:W36,37,38,39,40:B1,2,3"));
    const auto black = json_of(analysed("B:W48,49,50:B11,12,13,14,15"));
    CHECK(white[0]["score"].get<double>() > 1);
    CHECK(black[0]["score"].get<double>() < -1);
}

TEST_CASE("several lines are shown best first", "[protocol][analysis]") {
    const auto positions = analysed(Game{}, 3);
    const std::vector<AnalysedLine>& lines = positions.at(0).lines;
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].score >= lines[1].score);
    CHECK(lines[1].score >= lines[2].score);
    CHECK(lines[0].moves.front() != lines[1].moves.front());
    const auto json = json_of(positions);
    CHECK(json[0]["lines"].size() == 3);
    CHECK(json[0]["lines"][0]["pv"] == json[0]["pv"]);
}

TEST_CASE("an annotated game reads back and replays", "[protocol][analysis]") {
    const PdnGame game = read(kBlunder);
    const std::string text = format_pdn_game(annotate(game, analysed(game, 2)));
    const PdnGame again = read(text);
    CHECK(again.faults.empty());
    REQUIRE(again.main.moves.size() == 3);
    CHECK(replays(again.main, again.start));
    const PdnMove& blunder = again.main.moves[1];
    CHECK(blunder.move == game.main.moves[1].move);
    CHECK(blunder.nags == std::vector<int>{static_cast<int>(PdnStrength::Bad)});
    CHECK_THAT(blunder.comments.at(0), Catch::Matchers::StartsWith("[%eval "));
    CHECK(contains(blunder.comments.at(0), "] loss "));
    REQUIRE(blunder.variations.size() == 2);
    CHECK(blunder.variations[0].moves.front().move != blunder.move);
    CHECK(again.main.moves[2].nags == std::vector<int>{kPdnForcedMoveNag});
    CHECK_THAT(std::string{again.tag("Annotator").value()},
               Catch::Matchers::StartsWith("Meerslag "));
}

TEST_CASE("a second analysis replaces the first", "[protocol][analysis]") {
    const PdnGame game = read(kBlunder);
    const auto positions = analysed(game);
    const std::string once = format_pdn_game(annotate(game, positions));
    CHECK(format_pdn_game(annotate(read(once), positions)) == once);
}

TEST_CASE("what people wrote stays in an annotated game", "[protocol][analysis]") {
    const PdnGame game =
        read("[Annotator \"A\"] 1. 31-27 16-21!? {a trick} (1... 20-25) 2. 27x16 *");
    const PdnGame annotated = annotate(game, analysed(game));
    const PdnMove& move = annotated.main.moves.at(1);
    CHECK(move.strength == PdnStrength::Interesting);
    CHECK(move.nags.empty());
    CHECK(move.comments.back() == "a trick");
    CHECK(move.variations.size() == 2);
    CHECK_THAT(std::string{annotated.tag("Annotator").value()},
               Catch::Matchers::StartsWith("A, Meerslag "));
}

TEST_CASE("a game as text has a line a move and counts the mistakes", "[protocol][analysis]") {
    const std::string text = game_analysis_text(analysed(read(kBlunder)));
    CHECK(contains(text, "\n  1.   31-27 "));
    CHECK(contains(text, "\n  1... 16-21 ? "));
    CHECK(contains(text, "\n  2.   27x16 "));
    CHECK(contains(text, " forced "));
    CHECK(contains(text, "\nWhite      2       1    0    0    0 "));
    CHECK(contains(text, "\nBlack      1       0    0    1    0 "));
}

TEST_CASE("a game with a fault or a position set up is not analysed", "[protocol][analysis]") {
    CHECK_FALSE(game_from(read("1. 31-27 16-22 *")));
    CHECK_FALSE(game_from(read("1. 31-27 /FEN \"W:W31:B20\"/ 1. 31-27 *")));
}

// Results, and the file a match is taken up from.
#include "bench/match_result.hpp"

#include "bench/match_file.hpp"
#include "bench/match_options.hpp"
#include "bench/match_pdn.hpp"
#include "bench/report.hpp"
#include "core/movegen.hpp"
#include "core/pdn_reader.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

GameRecord record(std::size_t opening, bool swapped, GameResult result) {
    GameRecord game;
    game.slot = {0, 1, opening, swapped};
    game.opening_name = std::string{"ballot"};
    game.opening_position = std::string{"W:W31:B20"};
    game.result = result;
    game.ending = std::string{"no-moves"};
    game.plies = 7;
    game.usage.white.moves = 4;
    game.usage.black.moves = 3;
    game.usage.black.time = Microseconds{300};
    return game;
}

MatchSettings two_engines() {
    MatchSettings settings;
    settings.engines.resize(2);
    settings.engines[0].name = std::string{"A"};
    settings.engines[1].name = std::string{"B"};
    settings.control.nodes = 1000;
    return settings;
}

}  // namespace

TEST_CASE("games count for their engine, pairs when both are played", "[bench][result]") {
    MatchResult result{2};
    result.add(record(0, false, GameResult::WhiteWins));  // A wins
    CHECK(result.encounters()[0].games == GameCounts{0, 0, 1});
    CHECK(result.encounters()[0].pairs.total() == 0);
    result.add(record(1, true, GameResult::WhiteWins));  // B wins
    result.add(record(0, true, GameResult::BlackWins));  // A wins
    result.add(record(1, false, GameResult::Draw));
    CHECK(result.encounters()[0].games == GameCounts{1, 1, 2});
    CHECK(result.encounters()[0].pairs == PairCounts{{0, 1, 0, 0, 1}});
    CHECK(result.usage(0).moves == 4 + 3 + 3 + 4);
    CHECK(result.usage(1).time == Microseconds{600});
    CHECK(result.has({0, 1, 1, true}));
    CHECK_FALSE(result.has({0, 1, 2, true}));
}

TEST_CASE("everybody meets everybody, or the first engine all others", "[bench][result]") {
    MatchSettings settings;
    settings.engines.resize(4);
    settings.pairs = 3;
    CHECK(match_slots(settings).size() == 6 * 3 * 2);
    settings.form = MatchForm::Gauntlet;
    CHECK(match_slots(settings).size() == 3 * 3 * 2);
    for (const GameSlot& slot : match_slots(settings)) CHECK(slot.first == 0);
}

TEST_CASE("a match file gives its games back", "[bench][result]") {
    const MatchSettings settings = two_engines();
    const OpeningSource source;
    MatchResult result{2};
    result.add(record(0, false, GameResult::WhiteWins));
    GameRecord faulty = record(0, true, GameResult::BlackWins);
    faulty.fault = FaultNote{1, "crash", "signal 6", "W:W31:B20", {"one", "\xFF two"}};
    result.add(faulty);
    const PdnState pdn{"games.pdn", 12345};
    const std::string text = format_match_file(settings, source, result, pdn);
    const auto match = parse_match_file(text, settings, source);
    REQUIRE(match);
    CHECK(match->pdn == pdn);
    REQUIRE(match->games.size() == 2);
    CHECK(match->games[0] == result.records()[0]);
    faulty.fault->last_lines[1] =
        std::string{"\xEF\xBF\xBD two"};  // a byte that is no UTF-8 is replaced
    CHECK(match->games[1] == faulty);
}

TEST_CASE("a match file with impossible numbers is refused", "[bench][result]") {
    const MatchSettings settings = two_engines();
    const OpeningSource source;
    MatchResult result{2};
    result.add(record(0, false, GameResult::WhiteWins));
    const std::string text = format_match_file(settings, source, result);
    // As it stands in the game, behind the figures of the match
    const auto with = [&text](const std::string& old, const std::string& replacement) {
        const std::size_t place = text.rfind(old);
        REQUIRE(place != std::string::npos);
        return std::string{text}.replace(place, old.size(), replacement);
    };
    CHECK(parse_match_file(with("\"plies\": 7", "\"plies\": 8"), settings, source));
    for (const char* const number :
         {"-1", "1e300", "9223372036854775807", "7.5", "\"7\"", "null"}) {
        CAPTURE(number);
        CHECK_FALSE(parse_match_file(
            with("\"time_us\": 300", "\"time_us\": " + std::string{number}), settings, source));
        CHECK_FALSE(parse_match_file(with("\"plies\": 7", "\"plies\": " + std::string{number}),
                                     settings, source));
    }
}

TEST_CASE("a match file of another match is refused", "[bench][result]") {
    const MatchSettings settings = two_engines();
    const OpeningSource source;
    const std::string text = format_match_file(settings, source, MatchResult{2});
    MatchSettings other = settings;
    other.control.nodes = 2000;
    CHECK(parse_match_file(text, other, source).error().reason ==
          "it was played with other limits");
    other = settings;
    other.engines[1].parameters = {{"threads", "2"}};
    CHECK_FALSE(parse_match_file(text, other, source));
    CHECK_FALSE(parse_match_file(text, settings, OpeningSource{{}, 0, 2}));
    other = settings;
    other.pairs = 99;  // more games are the same match
    CHECK(parse_match_file(text, other, source));
    CHECK_FALSE(parse_match_file("{}", settings, source));
    CHECK_FALSE(parse_match_file("nonsense", settings, source));
    const std::string deep(1'000'000, '[');
    CHECK_FALSE(parse_match_file(deep, settings, source));
    CHECK_FALSE(parse_match_file(deep + std::string(1'000'000, ']'), settings, source));
    CHECK_FALSE(parse_match_file("{\"meerslag_match\":1,\"settings\":{\"engines\":" + deep +
                                     std::string(1'000'000, ']') + "}}",
                                 settings, source));
}

TEST_CASE("a report names results, pairs and faults", "[bench][result]") {
    MatchSettings settings = two_engines();
    settings.sprt = SprtSettings{0, 10, 0.05, 0.05};
    MatchResult result{2};
    result.add(record(0, false, GameResult::WhiteWins));
    GameRecord faulty = record(0, true, GameResult::WhiteWins);
    faulty.fault = FaultNote{0, "crash", "signal 6", "W:W31:B20", {"last words"}};
    result.add(faulty);
    const std::string text = format_report(settings, result, {MatchEnd::AllPlayed, ""});
    for (const char* const part :
         {"A v B: 2 games, +1 =0 -1, 50.0 %", "Pairs    [0, 0, 1, 0, 0]", "SPRT     LLR",
          "A: crash (signal 6)", "last words", "W:W31:B20", "2 no-moves"}) {
        INFO(part);
        CHECK(text.find(part) != std::string::npos);
    }
}

TEST_CASE("what an engine has written does nothing to a terminal", "[bench][result]") {
    CHECK(harmless("done move=1-50") == "done move=1-50");
    CHECK(harmless("\x1B[31mred\t\x7F") == "?[31mred??");
    CHECK(harmless("caf\xC3\xA9 \xC2\x9B") == "caf\xC3\xA9 ?");
    CHECK(harmless("caf\xE9") == "caf\xC3\xA9");
    CHECK(harmless(std::string(1'000'000, 'x')).size() == 300);
    CHECK(harmless(std::string(299, 'x') + "\xC3\xA9y").size() == 301);
    CHECK(harmless("").empty());
    const EngineFault fault{FaultKind::IllegalMove, "\a"};
    const PlayedGame game{Position::start(),
                          {},
                          GameResult::BlackWins,
                          "illegal move",
                          FaultReport{Color::White, fault, Position::start(), {"done move=\a"}}};
    const GameRecord record = record_of(game, {0, 1, 0, false}, "ballot");
    CHECK(record.fault->detail == "?");
    CHECK(record.fault->last_lines == std::vector<std::string>{"done move=?"});
}

TEST_CASE("a game's PDN can be read back", "[bench][result]") {
    const MatchSettings settings = two_engines();
    PlayedGame game{Position::start(), {}, GameResult::Draw, "adjudicated", std::nullopt};
    Position position = game.start;
    for (int ply = 0; ply < 6; ++ply) {
        const Move move = legal_moves(position)[0];
        game.moves.push_back({move, Microseconds{1500}, ply, 7, 1000});
        position = position.play(move);
    }
    const std::string text =
        format_match_game(settings, record_of(game, {0, 1, 4, true}, "ballot 5"), game);
    PdnReader reader{source_of(text)};
    const auto read = reader.next();
    REQUIRE(read);
    CHECK(read->faults.empty());
    CHECK(read->main.moves.size() == 6);
    CHECK(read->tag("White") == "B");
    CHECK(read->tag("Round") == "5.2");
    CHECK(read->result == PdnResult::Draw);
    CHECK(read->main.moves[2].comments == std::vector<std::string>{"+0.02/7 0.002"});
}

TEST_CASE("a game's PDN tells the limits of both players", "[bench][result]") {
    MatchSettings settings = two_engines();
    const PlayedGame game{Position::start(), {}, GameResult::Draw, "claimed", std::nullopt};
    const auto has = [&](const std::string& tag) {
        const GameRecord of_game = record_of(game, {0, 1, 0, true}, "ballot");  // B has White
        return format_match_game(settings, of_game, game).find(tag) != std::string::npos;
    };
    CHECK(has("[TimeControl \"1000 nodes a move\"]"));
    settings.engines[1].control = parse_time_control({"40/1:00", 0, 0, 0}).value();
    CHECK(has("[TimeControlWhite \"40/60\"]"));
    CHECK(has("[TimeControlBlack \"1000 nodes a move\"]"));
    CHECK_FALSE(has("[TimeControl \""));
    settings.engines[0].control = settings.engines[1].control;
    CHECK(has("[TimeControl \"40/60\"]"));
}

TEST_CASE("games that a match has written and forgotten are known", "[bench][result]") {
    const MatchSettings settings = two_engines();
    const auto pdn_of = [&](const GameSlot& slot) {
        const PlayedGame game{Position::start(), {}, GameResult::Draw, "claimed", std::nullopt};
        return format_match_game(settings, record_of(game, slot, "ballot"), game);
    };
    MatchResult result{2};
    result.add(record(0, false, GameResult::Draw));
    const std::string text = pdn_of({0, 1, 0, true}) + pdn_of({0, 1, 1, false});
    CHECK(count_unsaved_games("", settings, result) == 0U);
    CHECK(count_unsaved_games(text, settings, result) == 2U);
    CHECK_FALSE(count_unsaved_games(text + pdn_of({0, 1, 0, false}), settings, result));  // saved
    CHECK_FALSE(count_unsaved_games(text + "[Event \"x\"]\n\n*\n", settings, result));
    MatchSettings other = settings;
    other.engines[1].name = "C";
    CHECK_FALSE(count_unsaved_games(text, other, result));
}

TEST_CASE("a game's PDN tells that bitbases ended it", "[bench][result]") {
    const MatchSettings settings = two_engines();
    PlayedGame game{Position::start(), {}, GameResult::Draw, std::string{kEndedByBitbases}, {}};
    game.moves.push_back({legal_moves(game.start)[0], Microseconds{1500}, {}, {}, {}});
    const std::string text =
        format_match_game(settings, record_of(game, {0, 1, 4, true}, "ballot 5"), game);
    CHECK(text.find("[Termination \"bitbases\"]") != std::string::npos);
    CHECK(text.find("{adjudicated: the bitbases know the result}") != std::string::npos);
}

TEST_CASE("a match with bitbases as judges says so", "[bench][result]") {
    MatchSettings settings = two_engines();
    const MatchResult result{2};
    const OpeningSource source;
    const std::string without = format_match_file(settings, source, result);
    CHECK(format_report(settings, result, {MatchEnd::AllPlayed, ""}).find("bitbases") ==
          std::string::npos);
    settings.adjudication.endings = load_endings("").value();
    CHECK(settings.adjudication.endings->bitbases->max_pieces() == 4);
    CHECK(format_report(settings, result, {MatchEnd::AllPlayed, ""})
              .find("adjudicated by bitbases: those of the program") != std::string::npos);
    CHECK_FALSE(parse_match_file(without, settings, source));
    const std::string key = "  \"adjudicate_bitbases\": null,\n";
    std::string older = without;
    REQUIRE(older.find(key) != std::string::npos);
    older.erase(older.find(key), key.size());  // a file from before there was such a rule
    CHECK_FALSE(parse_match_file(older, settings, source));
    CHECK(parse_match_file(older, two_engines(), source));
    CHECK(parse_match_file(format_match_file(settings, source, result), settings, source));
}

// Conversations over DXP, state by state.
#include "protocol/dxp_session.hpp"

#include <fmt/format.h>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dxp_pair.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;
using namespace meerslag::test;
using namespace std::chrono_literals;

namespace {

const std::string kName = "Tester                          ";
const std::string kMyAnswer = "AMeerslag                        ";

Position position(std::string_view fen) {
    const auto read = parse_fen(fen);
    REQUIRE(read);
    return read->position;
}

Move move_between(const Position& position, int from, int to) {
    for (const Move& move : legal_moves(position)) {
        if (move.from().number() == from && move.to().number() == to) return move;
    }
    FAIL("no such move");
    std::abort();
}

/// A session of ours whose peer is the test.
struct Alone {
    explicit Alone(DxpRole role = DxpRole::Follower, DxpSettings settings = {})
        : side([&] {
              settings.role = role;
              return DxpSide{std::move(settings), random_chooser(1), DxpInstant{}};
          }()) {
        side.thinks = false;
    }

    /// A message comes; gives what is sent because of it, within half a second.
    std::vector<std::string> hear(std::string_view text) {
        return hear_bytes(std::string{text} + '\0');
    }
    std::vector<std::string> hear_bytes(std::string_view bytes) {
        now += 10ms;
        side.heard_at.push_back(now);
        const std::size_t before = side.sent.size();
        side.take(side.session.received(bytes, now), now);
        return wait(500ms, before);
    }
    std::vector<std::string> wait(std::chrono::milliseconds time) {
        return wait(time, side.sent.size());
    }
    /// Our search ends with the move written so.
    std::vector<std::string> choose(int from, int to) {
        REQUIRE(side.search);
        const Position before_move = side.search->game.position();
        return choose(move_between(before_move, from, to), std::nullopt);
    }
    /// The same, and it expects a reply.
    std::vector<std::string> choose(int from, int to, int reply_from, int reply_to) {
        REQUIRE(side.search);
        const Position before_move = side.search->game.position();
        const Move move = move_between(before_move, from, to);
        return choose(move, move_between(before_move.play(move), reply_from, reply_to));
    }

    DxpInstant now{};
    DxpSide side;

private:
    std::vector<std::string> choose(const Move& move, std::optional<Move> reply) {
        const std::size_t before = side.sent.size();
        const int id = side.search->id;
        side.search.reset();
        side.take(side.session.moved(id, move, now, reply), now);
        return wait(500ms, before);
    }
    std::vector<std::string> wait(std::chrono::milliseconds time, std::size_t before) {
        const DxpInstant end = now + time;
        while (side.session.deadline() && *side.session.deadline() <= end) {
            now = std::max(now, *side.session.deadline());
            side.take(side.session.woken(now), now);
        }
        now = end;
        return {side.sent.begin() + static_cast<std::ptrdiff_t>(before), side.sent.end()};
    }
};

using Sent = std::vector<std::string>;

/// A follower in a game from the start position, `color` ours.
void start_game(Alone& alone, char color) {
    REQUIRE(alone.hear("R01" + kName + color + "005075A") == Sent{kMyAnswer + "0"});
}

std::chrono::milliseconds left(const SearchLimits& limits) {
    REQUIRE(limits.clock);
    return limits.clock->left;
}

}  // namespace

// Whole games, both ends in one process

TEST_CASE("two sessions play whole games and agree on them", "[protocol][dxp]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        DxpPair pair{seed};
        for (const Color follower : kColors) {
            DxpGameRequest request;
            request.follower = follower;
            request.time = 5min;
            request.moves = seed % 2 == 0 ? 30 : 0;
            pair.play(request);
        }
        REQUIRE(pair.follower.games.size() == 2);
        REQUIRE(pair.initiator.games.size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            const DxpGameRecord& ours = pair.follower.games[i];
            const DxpGameRecord& theirs = pair.initiator.games[i];
            CHECK(ours.game.moves() == theirs.game.moves());
            CHECK(ours.result == theirs.result);
            CHECK(ours.ending == theirs.ending);
            CHECK(ours.ours == opposite(theirs.ours));
            CHECK(ours.times.size() == ours.game.moves().size());
            CHECK((ours.ending == DxpEnding::Rules || ours.ending == DxpEnding::MoveLimit));
            if (ours.ending == DxpEnding::Rules) CHECK(ours.game.status().result == ours.result);
        }
        CHECK(keeps_pause(pair.follower));
        CHECK(keeps_pause(pair.initiator));
    }
}

TEST_CASE("a game starts from each of 20 own positions", "[protocol][dxp]") {
    SplitMix64 random{2026};
    DxpPair pair{7};
    for (int i = 0; i < 20; ++i) {
        const Position start = random_placement(random, PlacementMix{40, 20});
        if (start.pieces(opposite(start.side_to_move())).is_empty()) continue;
        CAPTURE(format_fen(start));
        DxpGameRequest request;
        request.follower = i % 2 == 0 ? Color::White : Color::Black;
        request.position = start;
        request.time = 1min;
        request.moves = 40;
        const std::size_t before = pair.follower.games.size();
        pair.play(request);
        REQUIRE(pair.follower.games.size() == before + 1);
        REQUIRE(pair.initiator.games.size() == before + 1);
        CHECK(pair.follower.games.back().game.start() == start);
        CHECK(pair.follower.games.back().game.moves() == pair.initiator.games.back().game.moves());
    }
    CHECK(pair.follower.games.size() >= 18);
}

TEST_CASE("take-backs in the middle of games leave both sides at one place", "[protocol][dxp]") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        DxpPair pair{seed};
        SplitMix64 random{seed};
        DxpGameRequest request;
        request.follower = seed % 2 == 0 ? Color::White : Color::Black;
        if (seed % 3 == 0) request.position = position("B:W31-50:B1-20");
        request.time = 5min;
        request.moves = 60;
        pair.initiator.take(pair.initiator.session.propose(request, pair.now), pair.now);
        for (int i = 0; i < 30; ++i) {
            pair.run(std::chrono::milliseconds{random.below(400)});
            DxpSide& side = random.below(2) == 0 ? pair.follower : pair.initiator;
            const Game* game = side.session.game();
            if (game == nullptr) break;
            if (side.session.is_asking_back()) continue;
            const auto plies = static_cast<std::uint32_t>(game->moves().size());
            const int ply = static_cast<int>(random.below(plies + 1));
            side.take(side.session.ask_back(ply, pair.now), pair.now);
        }
        pair.run();
        REQUIRE(pair.follower.games.size() == 1);
        REQUIRE(pair.initiator.games.size() == 1);
        CHECK(pair.follower.games[0].game.moves() == pair.initiator.games[0].game.moves());
        CHECK(pair.follower.games[0].result == pair.initiator.games[0].result);
        CHECK(pair.follower.games[0].ending != DxpEnding::IllegalMove);
        CHECK(keeps_pause(pair.follower));
        CHECK(keeps_pause(pair.initiator));
    }
}

// Malformed or unexpected input: after each, a game can still be played

TEST_CASE("nothing unexpected between games is answered or does harm", "[protocol][dxp]") {
    const std::string text = GENERATE(
        std::string{"M0001322800"}, std::string{"K0"}, std::string{"Xyz"}, std::string{"E00"},
        std::string{"E10"}, std::string{"Cconsole exit"}, "A" + kName + "0", std::string{"M"},
        std::string{"E"}, std::string{"K"}, std::string{"A"}, std::string{"C"}, std::string{""},
        std::string(127, 'x'), std::string(128, 'x'), std::string(5000, 'R'));
    CAPTURE(text);
    Alone alone;
    CHECK(alone.hear(text).empty());
    start_game(alone, 'Z');
}

TEST_CASE("proposals that cannot be accepted are refused with their code", "[protocol][dxp]") {
    Alone alone;
    const auto code = [&](const std::string& text) {
        const Sent sent = alone.hear(text);
        REQUIRE(sent.size() == 1);
        CHECK(sent[0].substr(0, 33) == kMyAnswer);
        return sent[0].substr(33);
    };
    CHECK(code("R02" + kName + "Z005075A") == "1");
    CHECK(code("R99") == "1");
    CHECK(code("R") == "2");
    CHECK(code("R01" + kName) == "2");
    CHECK(code("R01" + kName + "Z005075C") == "2");
    CHECK(code("R01" + kName + "Z005075B") == "2");
    CHECK(code("R01" + kName + "B005075A") == "2");
    const std::string men = "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    CHECK(code("R01" + kName + "Z005075BB" + men) == "2");
    CHECK(code("R01" + kName + "Z005075BWw" + men.substr(1)) == "2");  // a man on its last row
    CHECK(code("R01" + kName + "Z005075BWx" + men.substr(1)) == "2");  // no such piece
    CHECK(code("R01" + kName + "Z005075BW" + std::string(50, 'e')) == "2");
    CHECK(code("R01" + kName + "Z005075BWw" + std::string(49, 'e')) == "2");
    start_game(alone, 'Z');
    CHECK(code("R01" + kName + "Z005075A") == "2");  // there is one already
    CHECK(alone.side.session.game() != nullptr);
}

TEST_CASE("an initiator refuses the games of others", "[protocol][dxp]") {
    Alone alone{DxpRole::Initiator};
    CHECK(alone.hear("R01" + kName + "Z005075A") == Sent{kMyAnswer + "2"});
    DxpGameRequest request;
    request.time = 5min;
    alone.side.take(alone.side.session.propose(request, alone.now), alone.now);
    CHECK(alone.hear("R01" + kName + "Z005075A") == Sent{kMyAnswer + "2"});
    CHECK(alone.side.session.state() == DxpState::Requested);
}

TEST_CASE("a follower with enough games wants no more", "[protocol][dxp]") {
    DxpSettings settings;
    settings.games = 1;
    Alone alone{DxpRole::Follower, settings};
    start_game(alone, 'Z');
    CHECK(alone.hear("E00") == Sent{"E00"});
    CHECK(alone.hear("R01" + kName + "Z005075A") == Sent{kMyAnswer + "3"});
}

TEST_CASE("an initiator hears every code of refusal", "[protocol][dxp]") {
    using Code = DxpGameAnswer::Code;
    Alone alone{DxpRole::Initiator};
    for (const Code code : {Code::WrongVersion, Code::NotThisGame, Code::NoGames}) {
        REQUIRE(alone.side.session.wants_proposal());
        alone.side.take(alone.side.session.propose({}, alone.now), alone.now);
        CHECK(alone.hear(format_dxp_message(DxpGameAnswer{"Tester", code})).empty());
    }
    CHECK(alone.side.refusals == std::vector{Code::WrongVersion, Code::NotThisGame, Code::NoGames});
    CHECK(alone.side.games.empty());
}

TEST_CASE("a move out of turn is passed over", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    CHECK(alone.hear("M0000192300").empty());
    CHECK(alone.hear("Mnonsense").empty());
    CHECK(alone.choose(32, 28) == Sent{"M0002322800"});
    CHECK(alone.hear("M0000192300").empty());
    REQUIRE(alone.side.search);
    CHECK(alone.side.search->game.moves().size() == 2);
}

TEST_CASE("an illegal or unreadable move ends the game without a result", "[protocol][dxp]") {
    for (const char* text : {"M0001332900", "M0001322900", "M0001999900", "M00", "M0001192400"}) {
        CAPTURE(text);
        Alone alone;
        start_game(alone, 'Z');
        CHECK(alone.hear("M0001322800").empty());
        CHECK(alone.choose(19, 23) == Sent{"M0001192300"});
        CHECK(alone.hear(text) == Sent{std::string{"Cillegal move "} + text, "E00"});
        REQUIRE(alone.side.games.size() == 1);
        CHECK(alone.side.games[0].ending == DxpEnding::IllegalMove);
        CHECK(alone.side.games[0].result == GameResult::Ongoing);
        CHECK(alone.hear("E00").empty());
        start_game(alone, 'Z');
        CHECK(keeps_pause(alone.side));
    }
}

TEST_CASE("a request to go back that makes no sense is refused", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("B001W") == Sent{"K2"});  // no game
    start_game(alone, 'Z');
    for (const char* text : {"B", "B001", "B000W", "B001X", "B001Z", "B002W", "B999Z"}) {
        CHECK(alone.hear(text) == Sent{"K2"});
    }
    CHECK(alone.hear("B001W") == Sent{"K0"});  // to where we are
    CHECK(alone.hear("M0001322800").empty());
}

TEST_CASE("one byte at a time or all at once is the same", "[protocol][dxp]") {
    const std::string stream = "R01" + kName + "Z005075A" + '\0' + "M0001322800" + '\0';
    Alone at_once;
    CHECK(at_once.hear_bytes(stream) == Sent{kMyAnswer + "0"});
    Alone byte_by_byte;
    for (const char c : stream) (void)byte_by_byte.hear_bytes({&c, 1});
    CHECK(byte_by_byte.side.sent == Sent{kMyAnswer + "0"});
    for (const Alone* alone : {&at_once, &byte_by_byte}) {
        REQUIRE(alone->side.search);
        CHECK(alone->side.search->game.moves().size() == 1);
    }
}

TEST_CASE("a flood of proposals does not fill the memory", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'Z');
    std::string flood;
    for (int i = 0; i < 10'000; ++i) flood += "R01" + kName + "Z005075A" + '\0';
    CHECK(alone.hear_bytes(flood).size() < 10);
    CHECK(alone.wait(1h).size() < 50);
    CHECK(alone.side.session.game() != nullptr);
}

// The end of games and of the session

TEST_CASE("every reason for an end gives the result it means", "[protocol][dxp]") {
    struct Case {
        const char* text;
        GameResult result;
        DxpEnding ending;
        const char* answer;
    };
    const Case example = GENERATE(values<Case>({
        {"E00", GameResult::Ongoing, DxpEnding::Unknown, "E00"},
        {"E10", GameResult::BlackWins, DxpEnding::GivenUp, "E00"},
        {"E20", GameResult::Draw, DxpEnding::Agreed, "E00"},
        {"E30", GameResult::WhiteWins, DxpEnding::Claimed, "E00"},
        {"E01", GameResult::Ongoing, DxpEnding::StoppedByPeer, "E01"},
        {"E11", GameResult::BlackWins, DxpEnding::GivenUp, "E01"},
    }));
    CAPTURE(example.text);
    Alone alone;
    start_game(alone, 'Z');
    CHECK(alone.hear(example.text) == Sent{example.answer});
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].result == example.result);
    CHECK(alone.side.games[0].ending == example.ending);
    const bool stop = example.text[2] == '1';
    CHECK(alone.side.session.state() == (stop ? DxpState::Leaving : DxpState::Idle));
}

TEST_CASE("a peer that ends the game while we think stops the search", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    REQUIRE(alone.side.search);
    const int id = alone.side.search->id;
    CHECK(alone.hear("E10") == Sent{"E00"});
    CHECK(alone.side.stopped_searches == 1);
    // An answer that comes all the same is passed over
    alone.side.take(alone.side.session.moved(id, legal_moves(Position::start())[0], alone.now),
                    alone.now);
    CHECK(alone.wait(1s).empty());
}

TEST_CASE("after the last game it is left to the peer to close, for a second", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("E01").empty());
    CHECK_FALSE(alone.side.is_closed);
    CHECK(alone.hear("R01" + kName + "Z005075A") == Sent{kMyAnswer + "3"});
    (void)alone.wait(1s);
    CHECK(alone.side.is_closed);
}

TEST_CASE("an end that nobody acknowledges is over after ten seconds", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'Z');
    CHECK(alone.hear("M0001332900").empty());
    alone.side.take(alone.side.session.resign(alone.now), alone.now);
    CHECK(alone.side.session.state() == DxpState::Ending);
    CHECK(alone.hear("B001W") == Sent{"K2"});
    CHECK(alone.hear("M0001332900").empty());
    (void)alone.wait(10s);
    CHECK(alone.side.session.state() == DxpState::Idle);
}

TEST_CASE("a proposal acknowledges the end of the game before", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    alone.side.take(alone.side.session.resign(alone.now), alone.now);
    start_game(alone, 'Z');
}

TEST_CASE("an acknowledgement with a stop does not end a match of several games",
          "[protocol][dxp]") {
    DxpSettings settings;
    settings.games = 2;
    Alone alone{DxpRole::Initiator, settings};
    DxpGameRequest request;
    request.follower = Color::Black;
    request.time = 5min;
    alone.side.take(alone.side.session.propose(request, alone.now), alone.now);
    CHECK(alone.hear(format_dxp_message(DxpGameAnswer{"Tester", {}})).empty());
    alone.side.take(alone.side.session.resign(alone.now), alone.now);
    CHECK(alone.hear("E11").empty());
    CHECK(alone.side.session.wants_proposal());
}

TEST_CASE("a peer that vanishes leaves a broken game", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    alone.side.take(alone.side.session.disconnected(alone.now), alone.now);
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].ending == DxpEnding::PeerGone);
    CHECK(alone.side.stopped_searches == 1);
    CHECK_FALSE(alone.side.session.deadline());
}

TEST_CASE("a game that is broken off leaves room for the next", "[protocol][dxp]") {
    const char color = GENERATE('W', 'Z');
    Alone alone;
    start_game(alone, color);
    alone.side.take(alone.side.session.break_off(alone.now), alone.now);
    (void)alone.wait(500ms);
    CHECK(alone.side.sent.back() == "E00");
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].ending == DxpEnding::StoppedByUs);
    CHECK(alone.hear("M0001322800").empty());  // it crossed the end
    CHECK(alone.hear("E00").empty());
    CHECK(alone.side.session.state() == DxpState::Idle);
    start_game(alone, color);
}

TEST_CASE("leaving breaks the game off and says so", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    alone.side.take(alone.side.session.leave(alone.now), alone.now);
    CHECK(alone.side.sent.back() == "E01");
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].ending == DxpEnding::StoppedByUs);
    (void)alone.wait(1s);
    CHECK(alone.side.is_closed);
}

TEST_CASE("silence ends the session only when a timeout is set", "[protocol][dxp]") {
    Alone patient;
    start_game(patient, 'Z');
    (void)patient.wait(24h);
    CHECK_FALSE(patient.side.is_closed);
    DxpSettings settings;
    settings.peer_timeout = 30s;
    Alone strict{DxpRole::Follower, settings};
    start_game(strict, 'Z');
    (void)strict.wait(29s);
    CHECK_FALSE(strict.side.is_closed);
    (void)strict.wait(2s);
    CHECK(strict.side.is_closed);
    REQUIRE(strict.side.games.size() == 1);
    CHECK(strict.side.games[0].ending == DxpEnding::PeerSilent);
}

TEST_CASE("our own thinking is not the peer's silence", "[protocol][dxp]") {
    DxpSettings settings;
    settings.peer_timeout = 30s;
    Alone alone{DxpRole::Follower, settings};
    start_game(alone, 'W');
    (void)alone.wait(1h);
    CHECK_FALSE(alone.side.is_closed);
}

TEST_CASE("two followers are told of it, once", "[protocol][dxp]") {
    Alone alone;
    (void)alone.wait(29s);
    CHECK(alone.side.notes.empty());
    (void)alone.wait(1h);
    CHECK(alone.side.notes.size() == 1);
}

TEST_CASE("the rules' draws are reported by the side to move", "[protocol][dxp]") {
    // FMJD 6.4: a king against a king, five moves each
    Alone alone;
    CHECK(alone.hear("R01" + kName + "Z005000BWZ" + std::string(44, 'e') + "Weeee") ==
          Sent{kMyAnswer + "0"});
    const int white[] = {37, 41, 37, 32, 37, 41};
    const int black[] = {7, 1, 7, 12, 7, 1};
    int from_white = 46;
    int from_black = 1;
    for (int i = 0; i < 5; ++i) {
        const Sent sent = alone.hear(fmt::format("M0000{:02}{:02}00", from_white, white[i]));
        CHECK(sent.empty());
        REQUIRE(alone.side.search);
        CHECK(alone.choose(from_black, black[i]).size() == 1);
        from_white = white[i];
        from_black = black[i];
    }
    CHECK(alone.hear(fmt::format("M0000{:02}{:02}00", from_white, white[5])) == Sent{"E20"});
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].ending == DxpEnding::Rules);
    CHECK(alone.side.games[0].result == GameResult::Draw);
}

// Clocks

TEST_CASE("the search gets what is left of the clock and the moves to make", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("R01" + kName + "W001010A") == Sent{kMyAnswer + "0"});
    REQUIRE(alone.side.limits.size() == 1);
    CHECK(left(alone.side.limits[0]) == 60s - 200ms);
    CHECK(alone.side.limits[0].clock->moves_to_control == 10);
    alone.now += 9500ms;  // 10 s with the half second of hear()
    CHECK(alone.choose(32, 28) == Sent{"M0010322800"});
    alone.now += 20s;  // the peer's time is not ours
    CHECK(alone.hear("M0000192400").empty());
    REQUIRE(alone.side.limits.size() == 2);
    CHECK(left(alone.side.limits[1]) == 50s - 200ms);
    CHECK(alone.side.limits[1].clock->moves_to_control == 9);
}

TEST_CASE("a take-back gives the time back", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    alone.now += 99500ms;
    CHECK(alone.choose(32, 28).size() == 1);
    CHECK(alone.hear("M0000192400").empty());
    CHECK(left(alone.side.limits.back()) == 300s - 100s - 200ms);
    CHECK(alone.hear("B001W") == Sent{"K0"});
    CHECK(left(alone.side.limits.back()) == 300s - 200ms);
}

TEST_CASE("a game without time is played at a fixed small one", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("R01" + kName + "W000075A") == Sent{kMyAnswer + "0"});
    CHECK_FALSE(alone.side.limits.at(0).clock);
    CHECK(alone.side.limits[0].move_time == 200ms);
}

TEST_CASE("when the time is used up it is answered instantly", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("R01" + kName + "W.01000A") == Sent{kMyAnswer + "0"});
    CHECK(left(alone.side.limits.at(0)) == 400ms);
    CHECK(alone.side.limits[0].clock->moves_to_control == 0);
    CHECK(alone.choose(32, 28).size() == 1);  // after the half second of hear()
    CHECK(alone.hear("M0000192400").empty());
    CHECK_FALSE(alone.side.limits.at(1).clock);
    CHECK(alone.side.limits[1].move_time <= 10ms);
}

TEST_CASE("a move limit of one ends the game at the first side's turn", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("R01" + kName + "W001001A") == Sent{kMyAnswer + "0"});
    CHECK(alone.choose(32, 28) == Sent{"M0001322800"});
    CHECK(alone.hear("M0000192300") == Sent{"E00"});
    REQUIRE(alone.side.games.size() == 1);
    CHECK(alone.side.games[0].ending == DxpEnding::MoveLimit);
}

TEST_CASE("the second side plays on past the limit if the first one does", "[protocol][dxp]") {
    Alone alone;
    CHECK(alone.hear("R01" + kName + "Z001001A") == Sent{kMyAnswer + "0"});
    CHECK(alone.hear("M0000322800").empty());
    CHECK(alone.choose(19, 24).size() == 1);
    CHECK(alone.hear("M0000283200") == Sent{"Cillegal move M0000283200", "E00"});
    CHECK(alone.hear("E00").empty());
    CHECK(alone.hear("R01" + kName + "Z001001A") == Sent{kMyAnswer + "0"});
    CHECK(alone.hear("M0000322800").empty());
    CHECK(alone.choose(19, 24).size() == 1);
    CHECK(alone.hear("M0000332900").empty());
    CHECK(alone.choose(24, 22).size() == 1);
}

// Pondering

namespace {

/// White in a game that has begun with 32-28, where 19-23 is pondered on.
Alone pondering_game() {
    Alone alone{DxpRole::Follower, DxpSettings{.pondering = DxpPondering::On}};
    start_game(alone, 'W');
    REQUIRE(alone.choose(32, 28, 19, 23) == Sent{"M0001322800"});
    REQUIRE(alone.side.ponder);
    REQUIRE_FALSE(alone.side.search);
    return alone;
}

}  // namespace

TEST_CASE("who does not ponder leaves the peer's time to the peer", "[protocol][dxp]") {
    Alone alone;
    start_game(alone, 'W');
    alone.choose(32, 28, 19, 23);
    CHECK_FALSE(alone.side.ponder);
}

TEST_CASE("the reply that was pondered on lets the search go on", "[protocol][dxp]") {
    Alone alone = pondering_game();
    const dxp_action::Ponder ponder = *alone.side.ponder;
    CHECK(ponder.game.moves().size() == 2);
    CHECK(ponder.limits.clock->moves_to_control == 74);
    alone.wait(20s);  // the peer's, not ours
    CHECK(alone.hear("M0020192300").empty());
    CHECK(alone.side.ponder_hits == 1);
    CHECK(alone.side.stopped_searches == 0);
    REQUIRE(alone.side.search);
    CHECK(alone.side.search->id == ponder.id);
    CHECK(alone.choose(28, 19) == Sent{"M000128190123"});
    const Position now = alone.side.session.game()->position();
    CHECK(now.side_to_move() == Color::Black);
}

TEST_CASE("pondering has the clock of the move to come", "[protocol][dxp]") {
    Alone alone = pondering_game();
    const auto expected = left(alone.side.ponder->limits);
    alone.wait(20s);
    alone.hear("M0020182300");  // not the one that was expected
    CHECK(alone.side.ponder_hits == 0);
    CHECK(alone.side.stopped_searches == 1);
    CHECK_FALSE(alone.side.ponder);
    REQUIRE(alone.side.search);
    CHECK(left(alone.side.search->limits) == expected);
}

TEST_CASE("what came out of pondering too early is sent after the peer's move", "[protocol][dxp]") {
    Alone alone = pondering_game();
    const dxp_action::Ponder ponder = *alone.side.ponder;
    const Move move = move_between(ponder.game.position(), 28, 19);
    alone.side.take(alone.side.session.moved(ponder.id, move, alone.now), alone.now);
    CHECK(alone.wait(1s).empty());
    CHECK(alone.hear("M0001192300") == Sent{"M000028190123"});
    CHECK(alone.side.ponder_hits == 0);
}

TEST_CASE("what came out of pondering on another reply is forgotten", "[protocol][dxp]") {
    Alone alone = pondering_game();
    const dxp_action::Ponder ponder = *alone.side.ponder;
    const Move move = move_between(ponder.game.position(), 28, 19);
    alone.side.take(alone.side.session.moved(ponder.id, move, alone.now), alone.now);
    CHECK(alone.hear("M0001182300").empty());
    REQUIRE(alone.side.search);
    CHECK(alone.side.search->id != ponder.id);
}

TEST_CASE("whatever takes the game elsewhere ends the pondering", "[protocol][dxp]") {
    Alone alone = pondering_game();
    const std::string text = GENERATE("E00", "E10", "B001W", "M0001999900", "E01");
    CAPTURE(text);
    alone.hear(text);
    CHECK(alone.side.stopped_searches == 1);
    CHECK_FALSE(alone.side.ponder);
    CHECK(alone.side.search.has_value() == (text == "B001W"));
}

TEST_CASE("a reply that ends the game is not pondered on", "[protocol][dxp]") {
    Alone alone{DxpRole::Follower, DxpSettings{.pondering = DxpPondering::On}};
    alone.hear("R01" + kName + "W005001A");  // one move each
    REQUIRE(alone.choose(32, 28, 19, 23).size() == 1);
    CHECK_FALSE(alone.side.ponder);
}

TEST_CASE("two sessions that ponder play whole games and agree on them", "[protocol][dxp]") {
    int hits = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        DxpPair pair{seed, DxpPondering::On};
        DxpGameRequest request;
        request.time = 5min;
        request.moves = seed % 2 == 0 ? 30 : 0;
        pair.play(request);
        REQUIRE(pair.follower.games.size() == 1);
        REQUIRE(pair.initiator.games.size() == 1);
        CHECK(pair.follower.games[0].result == pair.initiator.games[0].result);
        const auto moves = pair.follower.games[0].game.moves();
        const auto theirs = pair.initiator.games[0].game.moves();
        CHECK(std::equal(moves.begin(), moves.end(), theirs.begin(), theirs.end()));
        hits += pair.follower.ponder_hits + pair.initiator.ponder_hits;
    }
    CHECK(hits > 0);
}

// Sending

TEST_CASE("our first move waits until the acceptance is read", "[protocol][dxp]") {
    Alone alone;
    alone.now += 10ms;
    alone.side.take(alone.side.session.received("R01" + kName + "W005075A" + '\0', alone.now),
                    alone.now);
    const DxpInstant accepted = alone.now;
    REQUIRE(alone.side.search);
    CHECK(alone.choose(32, 28) == Sent{"M0000322800"});
    CHECK(alone.side.sent_at.back() == accepted + 100ms);
}

TEST_CASE("a take-back withdraws a move that may not be sent yet", "[protocol][dxp]") {
    Alone alone;
    alone.now += 10ms;
    alone.side.take(alone.side.session.received("R01" + kName + "W005075A" + '\0', alone.now),
                    alone.now);
    const dxp_action::Search search = *alone.side.search;
    alone.side.take(
        alone.side.session.moved(search.id, legal_moves(Position::start())[0], alone.now),
        alone.now);
    alone.side.take(alone.side.session.received(std::string_view{"B001W\0", 6}, alone.now),
                    alone.now);
    CHECK(alone.side.sent.back() == "K0");
    CHECK(alone.wait(500ms).empty());
    CHECK(alone.side.search->id != search.id);
}

// Game: history, repetition, taking back and playing again.
#include "core/game.hpp"

#include <algorithm>

#include "core/movegen.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_positions.hpp"

using namespace meerslag;

namespace {

/// All that can be asked of a game at one ply.
struct Snapshot {
    Position position;
    Key key;
    DrawCounters counters;
    int repetitions;
    GameStatus status;

    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Snapshot snapshot(const Game& game) {
    return {game.position(), game.key(), game.counters(), game.repetitions(), game.status()};
}

std::vector<Snapshot> play_at_random(Game& game, SplitMix64& random, int plies) {
    std::vector<Snapshot> snapshots{snapshot(game)};
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(game.position());
        if (moves.empty()) break;
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        snapshots.push_back(snapshot(game));
    }
    return snapshots;
}

/// A start for a game that repeats positions and reaches the counted endings.
Position few_pieces(SplitMix64& random) {
    const int mixed = static_cast<int>(random.below(3));
    const test::PieceCounts strong{mixed, 3 - mixed};
    const test::PieceCounts weak{static_cast<int>(random.below(2)), 1};
    return test::random_placement(random, random.below(2) == 0
                                              ? PerColor<test::PieceCounts>{strong, weak}
                                              : PerColor<test::PieceCounts>{weak, strong});
}

Move quiet(int from, int to) { return Move{Square::from_number(from), Square::from_number(to)}; }

Position two_kings_each() {
    Board board{};
    board.kings.white = Bitboard{Square::from_number(16)} | Bitboard{Square::from_number(47)};
    board.kings.black = Bitboard{Square::from_number(4)} | Bitboard{Square::from_number(35)};
    return Position::from_board(board, Color::White).value();
}

}  // namespace

TEST_CASE("a new game has its start position once and goes on", "[core][game]") {
    const Game game;
    CHECK(game.position() == Position::start());
    CHECK(game.moves().empty());
    CHECK(game.repetitions() == 1);
    CHECK(game.counters() == DrawCounters{});
    CHECK(game.status() == GameStatus{});
    CHECK(game.reversible_keys().size() == 1);
}

TEST_CASE("undone to the start and played again a game is the same at every ply", "[core][game]") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 41)));
    CAPTURE(seed);
    SplitMix64 random{seed};
    Game game{seed % 4 == 0 ? Position::start() : few_pieces(random)};
    const std::vector<Snapshot> snapshots = play_at_random(game, random, 200);
    const std::vector<Move> moves = game.moves();

    for (std::size_t ply = snapshots.size() - 1; ply > 0; --ply) {
        REQUIRE(game.undo());
        REQUIRE(snapshot(game) == snapshots[ply - 1]);
    }
    CHECK_FALSE(game.undo());
    for (std::size_t ply = 1; ply < snapshots.size(); ++ply) {
        REQUIRE(game.redo());
        REQUIRE(snapshot(game) == snapshots[ply]);
    }
    CHECK_FALSE(game.redo());
    CHECK(game.moves() == moves);
}

TEST_CASE("repetitions are those found by comparing with every earlier position", "[core][game]") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 41)));
    CAPTURE(seed);
    SplitMix64 random{seed};
    Game game{few_pieces(random)};
    const std::vector<Snapshot> snapshots = play_at_random(game, random, 300);
    for (std::size_t ply = 0; ply < snapshots.size(); ++ply) {
        const auto same = std::count_if(
            snapshots.begin(), snapshots.begin() + static_cast<std::ptrdiff_t>(ply) + 1,
            [&](const Snapshot& s) { return s.position == snapshots[ply].position; });
        REQUIRE(snapshots[ply].repetitions == same);
        REQUIRE(snapshots[ply].key == key_of(snapshots[ply].position));
    }
}

TEST_CASE("the status stays that of the first end", "[core][game]") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 41)));
    CAPTURE(seed);
    SplitMix64 random{seed};
    Game game{few_pieces(random)};
    GameStatus first;
    for (const Snapshot& s : play_at_random(game, random, 300)) {
        if (!first.is_over()) first = s.status;
        REQUIRE(s.status == first);
    }
    CHECK(first.is_over());
}

TEST_CASE("the reversible keys begin after the last capture or move of a man", "[core][game]") {
    SplitMix64 random{7};
    for (int round = 0; round < 20; ++round) {
        Game game{few_pieces(random)};
        play_at_random(game, random, 100);
        std::size_t reversible = 1;
        for (std::size_t ply = game.moves().size(); ply > 0; --ply) {
            const Move& move = game.moves()[ply - 1];
            const Position& before = game.positions()[ply - 1];
            if (move.is_capture() || before.men(before.side_to_move()).contains(move.from())) break;
            ++reversible;
        }
        const auto keys = game.reversible_keys();
        REQUIRE(keys.size() == reversible);
        REQUIRE(keys.back() == game.key());
        REQUIRE(keys.front() == key_of(game.positions()[game.moves().size() + 1 - reversible]));
    }
}

TEST_CASE("a new move forgets what was taken back", "[core][game]") {
    Game game;
    game.play(quiet(32, 28));
    game.play(quiet(19, 23));
    CHECK(game.undo());
    CHECK(game.redo_count() == 1);
    game.play(quiet(18, 22));
    CHECK(game.redo_count() == 0);
    CHECK_FALSE(game.redo());
}

TEST_CASE("the kings-only count may have begun before the start position", "[core][game]") {
    const Position start = two_kings_each();
    Game game{start, DrawCounters::at_start(start, 49)};
    CHECK_FALSE(game.status().is_over());
    game.play(quiet(16, 21));
    CHECK(game.counters().kings_only_plies() == 50);
    CHECK(game.status() == GameStatus{GameResult::Draw, EndReason::TwentyFiveMoves});
    CHECK(game.reversible_keys().size() == 2);
}

TEST_CASE("a side without pieces has lost, also at the start", "[core][game]") {  // 7.2.3
    Board board{};
    board.kings.white.add(Square::from_number(46));
    for (const Color side_to_move : kColors) {
        const Game game{Position::from_board(board, side_to_move).value()};
        CHECK(game.status() == GameStatus{GameResult::WhiteWins, EndReason::NoPieces});
    }
}

TEST_CASE("taking back the last move of a finished game opens it again", "[core][game]") {
    Game game{two_kings_each()};
    for (int round = 0; round < 2; ++round) {
        for (const Move& move : {quiet(16, 21), quiet(35, 44), quiet(21, 16), quiet(44, 35)}) {
            game.play(move);
        }
    }
    CHECK(game.status() == GameStatus{GameResult::Draw, EndReason::Threefold});
    game.undo();
    CHECK_FALSE(game.status().is_over());
}

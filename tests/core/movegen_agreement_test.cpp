// The fast move generator against the slow one, on random positions of every kind.
#include <algorithm>
#include <string>

#include "core/movegen.hpp"
#include "core/zobrist.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/slow_rules.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

std::vector<SlowMove> sorted_slow_moves(const MoveList& moves) {
    std::vector<SlowMove> result;
    for (const Move& move : moves) result.push_back(to_slow(move));
    std::sort(result.begin(), result.end());
    return result;
}

SlowMove turned(SlowMove move) {
    move.from = 51 - move.from;
    move.to = 51 - move.to;
    for (int& square : move.captured) square = 51 - square;
    std::reverse(move.captured.begin(), move.captured.end());
    return move;
}

/// What the generator gets wrong in `position`; empty when all agrees.
std::string disagreement(const Position& position) {
    const SlowPosition slow = to_slow(position);
    const std::vector<SlowMove> expected = slow_legal_moves(slow);
    const MoveList moves = legal_moves(position);
    if (sorted_slow_moves(moves) != expected) return "legal moves";  // the same, each once
    if (count_moves(position) != expected.size()) return "count_moves";
    if (has_move(position) == expected.empty()) return "has_move";
    for (const Color color : kColors) {
        if (has_capture(position, color) != slow_has_capture(slow, color)) return "has_capture";
    }
    const bool must_capture = !expected.empty() && !expected.front().captured.empty();
    if (has_capture(position) != must_capture) return "has_capture of the side to move";
    MoveList captures;
    generate_captures(position, captures);
    if (captures.size() != (must_capture ? expected.size() : 0)) return "generate_captures";

    std::vector<SlowMove> expected_turned;
    for (const SlowMove& move : expected) expected_turned.push_back(turned(move));
    std::sort(expected_turned.begin(), expected_turned.end());
    if (sorted_slow_moves(legal_moves(position.turned())) != expected_turned) return "half-turn";
    if (position.turned().turned() != position) return "turned twice";

    const Key key = key_of(position);
    for (const Move& move : moves) {
        const Position next = position.play(move);
        if (to_slow(next) != slow_play(slow, to_slow(move))) return "play";
        if (!Position::from_board(next.board(), next.side_to_move())) return "valid after play";
        if (key_after(key, position, move) != key_of(next)) return "key_after";
    }
    return {};
}

/// Follows random games from what `make_start` gives until `positions` positions were looked at.
template <class MakeStart>
void check_random_games(std::uint64_t seed, int positions, int plies, MakeStart make_start) {
    CAPTURE(seed);
    SplitMix64 random{seed};
    for (int seen = 0; seen < positions;) {
        for (const Position& position : random_game(random, make_start(random), plies)) {
            CAPTURE(seen++);
            REQUIRE(disagreement(position) == "");
        }
    }
}

}  // namespace

TEST_CASE("fast and slow generator agree in games from the start", "[core][movegen]") {
    check_random_games(1, 40'000, 300, [](SplitMix64&) { return Position::start(); });
}

TEST_CASE("fast and slow generator agree in games with many kings", "[core][movegen]") {
    check_random_games(2, 20'000, 60, [](SplitMix64& random) {
        return random_placement(random, PerColor<PieceCounts>{{5, 4}, {5, 4}});
    });
}

TEST_CASE("fast and slow generator agree in endings", "[core][movegen]") {
    check_random_games(3, 20'000, 60, [](SplitMix64& random) {
        return random_placement(random, PlacementMix{.most_pieces = 8, .king_percent = 50});
    });
}

TEST_CASE("fast and slow generator agree in games with odds", "[core][movegen]") {  // 11.1.7
    check_random_games(4, 10'000, 80, [](SplitMix64& random) {
        return random_placement(random, PerColor<PieceCounts>{{25, 0}, {8, 6}});
    });
}

TEST_CASE("fast and slow generator agree on any placement", "[core][movegen]") {
    const int king_percent = GENERATE(0, 10, 50, 100);
    check_random_games(5, 5'000, 3, [king_percent](SplitMix64& random) {
        return random_placement(random,
                                PlacementMix{.most_pieces = 44, .king_percent = king_percent});
    });
}

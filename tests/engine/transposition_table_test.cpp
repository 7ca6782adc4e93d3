// TranspositionTable: what is stored is found, and what a new game forgets.
#include "engine/transposition_table.hpp"

#include "core/movegen.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

constexpr Ply kRoot{0};

TableEntry entry_of(int score, int depth) {
    return {MoveHint{Move{Square::from_number(32), Square::from_number(28)}}, Score{score},
            Score{score / 2}, Depth{depth}, Bound::Lower};
}

TEST_CASE("an entry comes back as it was stored", "[engine][table]") {
    TranspositionTable table{1 << 20};
    const Key key{0x123456789ABCDEF0};
    CHECK_FALSE(table.find(key, kRoot).has_value());
    table.store(key, kRoot, entry_of(-123, 9));
    const auto entry = table.find(key, kRoot);
    REQUIRE(entry.has_value());
    CHECK(entry->move == entry_of(0, 0).move);
    CHECK(entry->score == Score{-123});
    CHECK(entry->evaluation == Score{-61});
    CHECK(entry->depth == Depth{9});
    CHECK(entry->bound == Bound::Lower);
}

TEST_CASE("an entry without an evaluation has none, and 0 is one", "[engine][table]") {
    TranspositionTable table{1 << 20};
    table.store(Key{1 << 20}, kRoot, {{}, Score{5}, std::nullopt, Depth{1}, Bound::Upper});
    table.store(Key{2 << 20}, kRoot, {{}, Score{5}, Score{0}, Depth{1}, Bound::Upper});
    REQUIRE(table.find(Key{1 << 20}, kRoot).has_value());
    CHECK_FALSE(table.find(Key{1 << 20}, kRoot)->evaluation.has_value());
    REQUIRE(table.find(Key{2 << 20}, kRoot).has_value());
    CHECK(table.find(Key{2 << 20}, kRoot)->evaluation == Score{0});
}

TEST_CASE("a stored win counts its plies from the position", "[engine][table]") {
    TranspositionTable table{1 << 20};
    table.store(Key{7}, Ply{4}, {{}, Score::win_in(Ply{10}), std::nullopt, Depth{6}, Bound::Exact});
    CHECK(table.find(Key{7}, Ply{6})->score == Score::win_in(Ply{12}));
}

TEST_CASE("a new game forgets every entry", "[engine][table]") {
    TranspositionTable table{1 << 16};
    for (std::uint64_t i = 0; i < 10000; ++i) {
        table.store(Key{i * 0x9E3779B97F4A7C15}, kRoot, entry_of(1, 5));
    }
    table.new_game();
    int found = 0;
    for (std::uint64_t i = 0; i < 10000; ++i) {
        if (table.find(Key{i * 0x9E3779B97F4A7C15}, kRoot)) ++found;
    }
    CHECK(found == 0);
}

TEST_CASE("after a new game the table fills up like a fresh one", "[engine][table]") {
    constexpr std::uint64_t kBytes = 1 << 14;
    const auto contents = [](TranspositionTable& table, std::uint64_t seed) {
        SplitMix64 random{seed};
        std::vector<std::uint64_t> keys;
        for (int i = 0; i < 5000; ++i) {
            keys.push_back(random.next());
            table.store(Key{keys.back()}, kRoot,
                        entry_of(i % 100, static_cast<int>(random.below(20))));
            if (i % 1000 == 0) table.new_search();
        }
        std::vector<bool> found;
        found.reserve(keys.size());
        for (const std::uint64_t key : keys)
            found.push_back(table.find(Key{key}, kRoot).has_value());
        return found;
    };
    TranspositionTable fresh{kBytes};
    TranspositionTable used{kBytes};
    (void)contents(used, 1);
    used.new_game();
    CHECK(contents(used, 2) == contents(fresh, 2));
}

TEST_CASE("more new games than generations do no harm", "[engine][table]") {
    TranspositionTable table{1 << 12};
    int found = 0;
    for (int game = 0; game < 70000; ++game) {
        table.new_game();
        if (table.find(Key{99}, kRoot)) ++found;
        table.store(Key{99}, kRoot, entry_of(game % 50, 3));
        if (!table.find(Key{99}, kRoot)) --found;
    }
    CHECK(found == 0);
}

TEST_CASE("a deep entry survives shallow ones of the same search, but not for ever",
          "[engine][table]") {
    TranspositionTable table{64};  // one bucket
    const Key deep{1 << 20};
    const auto crowd = [&table](std::uint64_t first) {
        for (std::uint64_t i = 0; i < 100; ++i) {
            table.store(Key{(first + i) << 16}, kRoot, entry_of(0, 2));
        }
    };
    table.store(deep, kRoot, entry_of(1, 12));
    crowd(1000);
    CHECK(table.find(deep, kRoot).has_value());
    for (std::uint64_t i = 1; i <= 12; ++i) {
        table.new_search();
        crowd(1000 * i);
    }
    CHECK_FALSE(table.find(deep, kRoot).has_value());
}

TEST_CASE("a move hint finds its move among captures with the same ends", "[engine][table]") {
    // FMJD 4.5: from and to alone do not tell these two apart
    Bitboard black_men;
    for (const int number : {13, 20, 32, 37}) black_men.add(Square::from_number(number));
    const Position position =
        Position::from_board(Board{{{}, black_men}, {Bitboard{Square::from_number(4)}, {}}},
                             Color::White)
            .value();
    const MoveList moves = legal_moves(position);
    REQUIRE(moves.size() == 2);
    for (const Move& move : moves) CHECK(MoveHint{move}.resolved(moves) == move);
    CHECK_FALSE(MoveHint{}.resolved(moves).has_value());
}

}  // namespace
}  // namespace meerslag

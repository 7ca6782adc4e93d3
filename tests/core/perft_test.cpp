// Perft: published and recomputed counts, and the ways to count.
#include "core/perft.hpp"

#include <numeric>

#include "core/movegen.hpp"
#include "core/perft_search.hpp"
#include "core/zobrist.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/slow_rules.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

/// The quick run counts only so far, so that it stays quick with sanitizers too.
constexpr std::uint64_t kQuickLeaves = 1'000'000;

struct SuiteLine {
    std::string name;
    Position position;
    int depth;
    std::uint64_t leaves;
};

std::vector<SuiteLine> read_suite() {
    std::vector<SuiteLine> lines;
    for (const auto& row : read_data_table("perft.tsv")) {
        lines.push_back({row[0], position_of(row[1]), std::stoi(row[2]), std::stoull(row[3])});
    }
    return lines;
}

/// Perft that checks at every node what the fast one takes for granted.
std::uint64_t checked_perft(const Position& position, Key key, int depth) {
    REQUIRE(key == key_of(position));
    if (depth == 0) return 1;
    const MoveList moves = legal_moves(position);
    REQUIRE(has_capture(position) == (!moves.empty() && moves[0].is_capture()));
    REQUIRE(has_move(position) == !moves.empty());
    REQUIRE(count_moves(position) == moves.size());
    std::uint64_t leaves = 0;
    for (const Move& move : moves) {
        leaves += checked_perft(position.play(move), key_after(key, position, move), depth - 1);
    }
    return leaves;
}

std::uint64_t sum(const std::vector<PerftDivision>& parts) {
    return std::accumulate(
        parts.begin(), parts.end(), std::uint64_t{0},
        [](std::uint64_t leaves, const auto& part) { return leaves + part.leaves; });
}

}  // namespace

TEST_CASE("perft counts what perft.tsv says, as far as is quick", "[core][perft]") {
    const auto suite = read_suite();
    CHECK(suite.size() == 547);
    for (const SuiteLine& line : suite) {
        if (line.leaves > kQuickLeaves) continue;
        CAPTURE(line.name, line.depth);
        CHECK(perft(line.position, line.depth) == line.leaves);
    }
}

TEST_CASE("perft counts every line of perft.tsv", "[core][perft][.slow]") {
    for (const SuiteLine& line : read_suite()) {
        CAPTURE(line.name, line.depth);
        CHECK(perft(line.position, line.depth) == line.leaves);
    }
}

TEST_CASE("keys and move questions hold at every node", "[core][perft]") {
    for (const SuiteLine& line : read_suite()) {
        if (line.leaves > 10'000) continue;
        CAPTURE(line.name, line.depth);
        CHECK(checked_perft(line.position, key_of(line.position), line.depth) == line.leaves);
    }
}

TEST_CASE("perft of depth 0 is one leaf", "[core][perft]") {
    CHECK(perft(Position::start(), 0) == 1);
    CHECK(PerftSearch{{}}.count(Position::start(), 0) == 1);
}

TEST_CASE("a finished game has no leaves below it", "[core][perft]") {
    const Position over = position_of("W:W:B20");
    CHECK(perft(over, 3) == 0);
    CHECK(PerftSearch{{}}.count(over, 3) == 0);
    CHECK(PerftSearch{{}}.divide(over, 3).empty());
}

TEST_CASE("threads and table count the same", "[core][perft][threads]") {
    const auto settings =
        GENERATE(PerftSettings{1, 0}, PerftSettings{3, 0}, PerftSettings{1, 1 << 20},
                 PerftSettings{3, 1 << 20}, PerftSettings{2, 1});  // a table of one entry
    CAPTURE(settings.threads, settings.hash_bytes);
    PerftSearch search{settings};
    for (const SuiteLine& line : read_suite()) {  // one table for all of them
        if (line.leaves > 200'000) continue;
        CAPTURE(line.name, line.depth);
        CHECK(search.count(line.position, line.depth) == line.leaves);
    }
}

TEST_CASE("divide gives each move its leaves", "[core][perft]") {
    const Position position = position_of("W:W31,32,33,K50:B1,2,22,K45");
    const auto parts = PerftSearch{{.threads = 2, .hash_bytes = 0}}.divide(position, 4);
    const MoveList moves = legal_moves(position);
    REQUIRE(parts.size() == moves.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        CHECK(parts[i].move == moves[i]);
        CHECK(parts[i].leaves == perft(position.play(moves[i]), 3));
    }
    CHECK(sum(parts) == perft(position, 4));
}

TEST_CASE("the listener hears of every part once", "[core][perft]") {
    std::size_t calls = 0;
    std::size_t all_parts = 0;
    (void)PerftSearch{{.threads = 3, .hash_bytes = 0}}.count(
        Position::start(), 5, [&](std::size_t done, std::size_t all) {
            CHECK(done == ++calls);
            all_parts = all;
        });
    CHECK(calls == all_parts);
    CHECK(calls >= 64);
}

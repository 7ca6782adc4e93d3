// Solved slices against the project's reference counts.
#include "engine/bitbase_solver.hpp"

#include "core/movegen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/solved_slices.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

/// Numbers of one row of endgame-wld.tsv.
struct Counts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    int longest_win = 0;
    int longest_loss = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

Counts counts_of(const SolvedSlice& slice) {
    Counts counts;
    for (const std::uint8_t byte : slice.values) {
        const EndValue value = EndValue::from_byte(byte);
        switch (value.outcome()) {
            case Outcome::Win:
                ++counts.wins;
                counts.longest_win = std::max(counts.longest_win, value.plies());
                break;
            case Outcome::Draw: ++counts.draws; break;
            case Outcome::Loss:
                ++counts.losses;
                counts.longest_loss = std::max(counts.longest_loss, value.plies());
                break;
        }
    }
    return counts;
}

void check_against_table(const SolvedSlices& slices, SolveMode mode, int pieces) {
    for (const auto& row : read_data_table("endgame-wld.tsv")) {
        Material material{{std::stoi(row[0]), std::stoi(row[2])},
                          {std::stoi(row[1]), std::stoi(row[3])}};
        if (material.pieces() > pieces) continue;
        CAPTURE(material.name(), row[4]);
        if (row[4] == "B") material = material.turned();
        Counts expected{std::stoull(row[6]), std::stoull(row[7]), std::stoull(row[8]),
                        std::stoi(row[13]), std::stoi(row[14])};
        const Counts counted = counts_of(slices.at(material.name()));
        if (mode == SolveMode::Outcome) {
            expected.longest_win = counted.longest_win;
            expected.longest_loss = counted.longest_loss;
        }
        CHECK(counted == expected);
    }
}

}  // namespace

TEST_CASE("solved slices count as the reference table says", "[engine][bitbase][threads]") {
    const SolveMode mode = GENERATE(SolveMode::Distance, SolveMode::Outcome);
    const int threads = GENERATE(1, 3);
    check_against_table(solve_up_to(3, mode, threads), mode, 3);
}

TEST_CASE("slices of four pieces count as the reference table says", "[engine][bitbase][.slow]") {
    const SolveMode mode = GENERATE(SolveMode::Distance, SolveMode::Outcome);
    const SolvedSlices slices = solve_up_to(4, mode, 2);
    check_against_table(slices, mode, 4);
    for (const auto& row : read_data_table("endgame-positions.tsv")) {
        CAPTURE(row[0]);
        const Position position = position_of(row[0]);
        const Board board =
            position.side_to_move() == Color::White ? position.board() : position.turned().board();
        const EndValue value = slices.at(material_of(board).name()).value_of(board);
        CHECK(to_string(value.outcome()) == row[1]);
        if (mode == SolveMode::Distance && !value.is_draw()) {
            CHECK(std::to_string(value.plies()) == row[2]);
        }
    }
}

TEST_CASE("a solver that is told to stop gives nothing", "[engine][bitbase]") {
    const auto solved = [](const Board&) { return EndValue{}; };
    int calls = 0;
    const auto stop = [&](double share) {
        CHECK(share <= 1);
        ++calls;
        return false;
    };
    CHECK(solve_slice({{0, 0}, {1, 1}}, solved, {SolveMode::Outcome, 1, stop}).empty());
    CHECK(calls == 1);
}

// Placements and their numbers: without gaps, there and back.
#include "engine/bitbase_index.hpp"

#include <algorithm>
#include <map>

#include "core/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"

using namespace meerslag;
using namespace meerslag::test;

TEST_CASE("every number of a small slice has its board and back", "[engine][bitbase]") {
    for (const int pieces : {2, 3}) {
        for (const Material& slice : slices_with(pieces)) {
            CAPTURE(slice.name());
            const BitbaseIndex index{slice};
            for (std::uint64_t i = 0; i < index.size(); ++i) {
                const Board board = index.board_of(i);
                if (index.index_of(board) != i) FAIL("index " << i);
                if (!(material_of(board) == slice)) FAIL("material of " << i);
                if (!Position::from_board(board, Color::White)) FAIL("no position: " << i);
            }
        }
    }
}

TEST_CASE("the name of a slice is read back, and nothing else", "[engine][bitbase]") {
    for (const int pieces : {2, 3, 4, 5, 6}) {
        for (const Material& slice : slices_with(pieces)) {
            CHECK(parse_material(slice.name()) == slice);
        }
    }
    for (const char* const name : {"", "0m4k", "0m4k-0m2", "0m4k-0m2k ", "0m4k 0m2k", "xm4k-0m2k",
                                   "0m0k-0m2k", "3m3k-0m1k", "0k4m-0k2m"}) {
        INFO(name);
        CHECK_FALSE(parse_material(name));
    }
}

TEST_CASE("numbers of greater slices go to boards and back", "[engine][bitbase]") {
    SplitMix64 random{11};
    for (const int pieces : {4, 5, 6}) {
        for (const Material& slice : slices_with(pieces)) {
            CAPTURE(slice.name());
            const BitbaseIndex index{slice};
            CHECK(index.index_of(index.board_of(0)) == 0);
            CHECK(index.index_of(index.board_of(index.size() - 1)) == index.size() - 1);
            for (int i = 0; i < 200; ++i) {
                const std::uint64_t number = random.next() % index.size();
                const Board board = index.board_of(number);
                if (index.index_of(board) != number) FAIL("index " << number);
                if (!(material_of(board) == slice)) FAIL("material of " << number);
            }
        }
    }
}

TEST_CASE("slices have as many positions as the reference table says", "[engine][bitbase]") {
    for (const auto& row : read_data_table("endgame-wld.tsv")) {
        const Material material{{std::stoi(row[0]), std::stoi(row[2])},
                                {std::stoi(row[1]), std::stoi(row[3])}};
        CHECK(BitbaseIndex{material}.size() == std::stoull(row[5]));
    }
}

TEST_CASE("slices come after those their moves lead to", "[engine][bitbase]") {
    std::vector<Material> done;
    for (const int pieces : {2, 3, 4, 5, 6}) {
        for (const Material& slice : slices_with(pieces)) {
            CAPTURE(slice.name());
            CHECK(std::find(done.begin(), done.end(), slice) == done.end());
            if (slice.men.white > 0) {
                Material promoted = slice;
                --promoted.men.white;
                ++promoted.kings.white;
                CHECK(std::find(done.begin(), done.end(), promoted) != done.end());
            }
            done.push_back(slice);
        }
    }
    CHECK(std::count_if(done.begin(), done.end(), [](const Material& m) {
              return m.pieces() <= 4;
          }) == 41);  // the 82 rows of the reference table, one for each side to move
}

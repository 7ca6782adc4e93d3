// A slice as bytes: there and back, and damage.
#include "engine/bitbase_file.hpp"

#include <zlib.h>

#include <span>

#include "core/movegen.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/solved_slices.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

const SolvedSlice& small_slice() {
    static const SolvedSlices slices = solve_up_to(2, SolveMode::Distance, 1);
    return slices.at("1m0k-0m1k");
}

Expected<BitbaseSlice, std::string> open_bytes(const Bytes& bytes) {
    return BitbaseSlice::open({bytes, nullptr}, BitbaseSlice::Check::Everything);
}

std::string error_of(const Bytes& bytes) {
    const auto opened = open_bytes(bytes);
    return opened ? "" : opened.error();
}

}  // namespace

TEST_CASE("a slice file gives every quiet value and distance back", "[engine][bitbase]") {
    for (const auto& [name, slice] : solve_up_to(3, SolveMode::Distance, 2)) {
        CAPTURE(name);
        const Bytes bytes = encode_slice(slice, SolveMode::Distance, 2);
        const auto opened = open_bytes(bytes);
        REQUIRE(opened);
        CHECK(opened->material() == slice.index.material());
        CHECK(opened->counts() == count_outcomes(slice, SolveMode::Distance));
        CHECK(opened->byte_size() == bytes.size());
        CHECK(opened->has_distances());
        for (std::uint64_t i = 0; i < slice.index.size(); i += 7) {
            const Position position =
                Position::from_valid_board(slice.index.board_of(i), Color::White);
            if (has_capture(position)) continue;
            const EndValue value = EndValue::from_byte(slice.values[i]);
            if (opened->outcome_at(i) != value.outcome()) FAIL("outcome at " << i);
            if (value.outcome() == Outcome::Win && opened->win_plies_at(i) != value.plies()) {
                FAIL("plies at " << i);
            }
        }
    }
}

TEST_CASE("a slice file without distances is smaller and says so", "[engine][bitbase]") {
    const Bytes with = encode_slice(small_slice(), SolveMode::Distance, 1);
    const Bytes without = encode_slice(small_slice(), SolveMode::Outcome, 1);
    CHECK(without.size() < with.size());
    const auto opened = open_bytes(without);
    REQUIRE(opened);
    CHECK_FALSE(opened->has_distances());
    CHECK_FALSE(opened->counts().longest_win);
}

TEST_CASE("a slice file is the same with any number of threads", "[engine][bitbase][threads]") {
    CHECK(encode_slice(small_slice(), SolveMode::Distance, 1) ==
          encode_slice(small_slice(), SolveMode::Distance, 3));
}

TEST_CASE("a slice file with any bit changed is refused", "[engine][bitbase]") {
    const Bytes good = encode_slice(small_slice(), SolveMode::Distance, 1);
    REQUIRE(open_bytes(good));
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
        Bytes bad = good;
        bad[bit / 8] = static_cast<std::uint8_t>(bad[bit / 8] ^ 1U << bit % 8);
        if (open_bytes(bad)) FAIL("bit " << bit);
    }
    SUCCEED();
}

TEST_CASE("a slice file cut short is refused", "[engine][bitbase]") {
    const Bytes good = encode_slice(small_slice(), SolveMode::Distance, 1);
    for (std::size_t size = 0; size < good.size(); ++size) {
        if (open_bytes(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)))) {
            FAIL("size " << size);
        }
    }
    CHECK(error_of({}) == "it is too short");
}

TEST_CASE("distances that cannot come of so few bytes are refused", "[engine][bitbase]") {
    const SolvedSlices slices = solve_up_to(3, SolveMode::Distance, 1);
    const SolvedSlice& slice = slices.at("0m2k-0m1k");
    Bytes bytes = encode_slice(slice, SolveMode::Distance, 1);
    const auto put = [&bytes](std::size_t place, int size, std::uint64_t value) {
        for (int i = 0; i < size; ++i) {
            bytes[place + static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(value >> (8 * i) & 0xFF);
        }
    };
    // 20 bytes packed, which zlib can make 20,640 of; places as in the header's description
    put(64, 8, 20);
    put(72, 8, slice.index.size());
    put(8, 4, crc32(crc32(0, nullptr, 0), bytes.data() + 12, 104 - 12));
    const auto opened = BitbaseSlice::open({bytes, nullptr}, BitbaseSlice::Check::HeaderAndIndex);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error() == "its header does not fit its slice");
}

TEST_CASE("damaged distances give some number, and no more memory", "[engine][bitbase]") {
    Bytes bytes = encode_slice(small_slice(), SolveMode::Distance, 1);
    for (std::uint8_t& byte : std::span{bytes}.last(10)) byte ^= 0xFF;
    const auto opened = BitbaseSlice::open({bytes, nullptr}, BitbaseSlice::Check::HeaderAndIndex);
    REQUIRE(opened.has_value());
    int wins = 0;
    for (std::uint64_t i = 0; i < opened->index().size(); ++i) {
        if (opened->outcome_at(i) != Outcome::Win) continue;
        ++wins;
        if (opened->win_plies_at(i) != 1) FAIL("plies at " << i);
    }
    CHECK(wins > 0);
}

TEST_CASE("a file of something else is refused", "[engine][bitbase]") {
    CHECK(error_of(Bytes(5000, 'x')) == "it is no bitbase of this version");
}

TEST_CASE("bytes behind a slice do no harm", "[engine][bitbase]") {  // slices stand in one file
    Bytes bytes = encode_slice(small_slice(), SolveMode::Distance, 1);
    const std::size_t size = bytes.size();
    bytes.resize(size + 100);
    const auto opened = open_bytes(bytes);
    REQUIRE(opened);
    CHECK(opened->byte_size() == size);
}

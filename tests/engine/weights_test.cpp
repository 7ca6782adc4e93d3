// The learned evaluation: patterns, symmetry, and the file form.
#include "engine/weights.hpp"

#include <cstdlib>

#include "core/random.hpp"
#include "engine/patterns.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/random_positions.hpp"

namespace meerslag {
namespace {

/// Weights with something in every place.
EvalWeights random_weights(std::uint64_t seed) {
    SplitMix64 random{seed};
    const auto number = [&random] { return static_cast<int>(random.below(2001)) - 1000; };
    EvalWeights weights;
    for (auto& table : weights.areas) {
        for (auto& weight : table) {
            weight = {static_cast<std::int16_t>(number()), static_cast<std::int16_t>(number())};
        }
    }
    for (auto& weight : weights.terms) weight = {number(), number()};
    weights.network = test::random_network(random);
    weights.origin = "random numbers";
    return weights;
}

/// Rows by three columns.
struct Part {
    int first_row, rows, first_column;
};

/// A part's state, square by square.
std::uint32_t slow_state(const Position& position, Color viewer, Part part) {
    const Position seen = viewer == Color::White ? position : position.turned();
    std::uint32_t state = 0;
    std::uint32_t scale = 1;
    for (int row = part.first_row; row < part.first_row + part.rows; ++row) {
        for (int column = part.first_column; column < part.first_column + 3; ++column) {
            const Square square = Square::from_number((row - 1) * 5 + column);
            if (seen.men(Color::White).contains(square)) state += scale;
            if (seen.men(Color::Black).contains(square)) state += 2 * scale;
            scale *= 3;
        }
    }
    return state;
}

TEST_CASE("the states of areas and windows tell every square's man, for both players",
          "[engine][patterns]") {
    SplitMix64 random{20};
    for (int i = 0; i < 300; ++i) {
        const Position position =
            test::random_placement(random, {.most_pieces = 40, .king_percent = 20});
        for (const Color viewer : kColors) {
            const MenStates states =
                states_of({position.men(Color::White), position.men(Color::Black)}, viewer);
            for (const Color player : kColors) {
                CHECK(states.areas[player][0] == slow_state(position, player, {1, 4, 1}));
                CHECK(states.areas[player][1] == slow_state(position, player, {1, 4, 3}));
                CHECK(states.areas[player][2] == slow_state(position, player, {3, 4, 1}));
                CHECK(states.areas[player][3] == slow_state(position, player, {3, 4, 3}));
            }
            for (int row = 1; row <= 9; ++row) {
                const auto first = static_cast<std::size_t>(2 * (row - 1));
                CHECK(states.windows[first] == slow_state(position, viewer, {row, 2, 1}));
                CHECK(states.windows[first + 1] == slow_state(position, viewer, {row, 2, 3}));
            }
        }
    }
}

TEST_CASE("the turned board with colours swapped has the same learned score",
          "[engine][evaluation]") {
    const EvalWeights weights = random_weights(21);
    SplitMix64 random{22};
    for (int i = 0; i < 1000; ++i) {
        const Position position =
            test::random_placement(random, {.most_pieces = 40, .king_percent = 20});
        CHECK(weights.evaluate(position) == weights.evaluate(position.turned()));
    }
}

TEST_CASE("before learning every position is level", "[engine][evaluation]") {
    CHECK(EvalWeights{}.evaluate(test::position_of("W:W31,32,33:B1,2")) == Score{0});
}

TEST_CASE("a term counts for the side to move less the other side", "[engine][evaluation]") {
    EvalWeights weights;
    weights.terms[static_cast<std::size_t>(Term::Man)] = {kWeightUnits, kWeightUnits};
    weights.terms[static_cast<std::size_t>(Term::King)] = {3 * kWeightUnits, 3 * kWeightUnits};
    CHECK(weights.evaluate(Position::start()) == Score{0});
    CHECK(weights.evaluate(test::position_of("W:W31,32,33:B1,2")) == Score{100});
    CHECK(weights.evaluate(test::position_of("B:W31,32,33:B1,2")) == Score{-100});
    CHECK(weights.evaluate(test::position_of("W:WK31,32,33,34,35:B1")) == Score{600});
}

TEST_CASE("weights come back from their file form as they were", "[engine][evaluation]") {
    const EvalWeights weights = random_weights(23);
    const auto bytes = weights.to_bytes();
    const auto back = EvalWeights::from_bytes(bytes);
    REQUIRE(back.has_value());
    CHECK(*back == weights);
}

TEST_CASE("weights whose sums would not fit are refused", "[engine][evaluation]") {
    EvalWeights weights;
    auto& king = weights.terms[static_cast<std::size_t>(Term::KingMobility)];
    king = {32'767, 32'767};
    const auto largest = EvalWeights::from_bytes(weights.to_bytes());
    REQUIRE(largest.has_value());
    CHECK(largest->evaluate(test::position_of("W:WK41,K46,K47,K48,K49,K50:BK1")) >
          largest->evaluate(test::position_of("W:WK46:BK1,K2,K3,K4,K5,K10")));

    const auto is_refused = [&weights] {
        const auto read = EvalWeights::from_bytes(weights.to_bytes());
        return !read && read.error() == "no weights: a number is too large";
    };
    king.late = -32'768;
    CHECK(is_refused());
    king.late = 0;
    CHECK_FALSE(is_refused());
    weights.network.vectors.back().numbers.back() = Network::kMostPart + 1;
    CHECK(is_refused());
    weights.network.vectors.back().numbers.back() = 0;
    weights.network.second_weights[3][5] = -Network::kMostWeight - 1;
    CHECK(is_refused());
    weights.network.second_weights[3][5] = 0;
    weights.network.result_bias = Network::kMostBias + 1;
    CHECK(is_refused());
}

#ifndef _WIN32
TEST_CASE("a file of weights without end is refused", "[engine][evaluation]") {
    const auto weights = EvalWeights::from_file("/dev/zero");
    REQUIRE_FALSE(weights.has_value());
    CHECK(weights.error() == "/dev/zero: no weights: the file is of another kind");
}
#endif

TEST_CASE("damaged and foreign weights are refused with a reason", "[engine][evaluation]") {
    const auto bytes = EvalWeights{}.to_bytes();
    const auto reason_for = [](std::vector<std::byte> content) {
        const auto weights = EvalWeights::from_bytes(content);
        return weights ? std::string{"accepted"} : weights.error();
    };
    const auto with = [&bytes](std::size_t at, std::byte value) {
        auto changed = bytes;
        changed[at] = value;
        return changed;
    };
    CHECK(reason_for({}) == "no weights: the file is too short");
    CHECK(reason_for(with(0, std::byte{'X'})) == "no weights: the file is of another kind");
    CHECK(reason_for(with(4, std::byte{9})) == "no weights: the file has version 9, not 2");
    CHECK(reason_for(with(16, std::byte{1})) == "no weights: the file has the wrong size");
    CHECK(reason_for(with(20, bytes[20] ^ std::byte{1})) == "no weights: the file is damaged");
    CHECK(reason_for(with(bytes.size() / 2, bytes[bytes.size() / 2] ^ std::byte{0x10})) ==
          "no weights: the file is damaged");
    CHECK(reason_for({bytes.begin(), bytes.end() - 1}) ==
          "no weights: the file has the wrong size");
    CHECK(EvalWeights::from_file("there is no such file").error() ==
          "cannot open there is no such file");
}

}  // namespace
}  // namespace meerslag

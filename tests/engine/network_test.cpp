// The network: the same result whatever the machine knows, and no sum that leaves its type.
#include "engine/network.hpp"

#include <algorithm>
#include <array>

#include "core/random.hpp"
#include "engine/weights.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/random_positions.hpp"

namespace meerslag {
namespace {

WindowStates windows_of(const Position& position) {
    return states_of({position.men(Color::White), position.men(Color::Black)},
                     position.side_to_move())
        .windows;
}

/// As the header tells it, in 64 bits.
std::int64_t slow_result(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    std::vector<std::size_t> places;
    const WindowStates windows = windows_of(position);
    for (std::size_t w = 0; w < kWindowCount; ++w) {
        places.push_back(Network::vector_of(w, windows[w]));
    }
    for (const Color color : kColors) {
        for (const Square king : position.kings(color)) {
            places.push_back(Network::vector_of(
                color == us ? Network::KingOwner::Mover : Network::KingOwner::Opponent,
                us == Color::White ? king : king.turned()));
        }
    }
    std::int64_t result = network.result_bias;
    std::array<std::int64_t, Network::kSecond> second;
    std::ranges::copy(network.second_bias, second.begin());
    for (std::size_t i = 0; i < Network::kFirst; ++i) {
        std::int64_t sum = network.first_bias[i];
        for (const std::size_t place : places) sum += network.vectors[place].numbers[i];
        const auto unit = std::clamp<std::int64_t>(sum, 0, Network::kMostActivity);
        result += unit * network.result_of_first[i];
        for (std::size_t j = 0; j < Network::kSecond; ++j) {
            second[j] += unit * network.second_weights[j][i];
        }
    }
    for (std::size_t j = 0; j < Network::kSecond; ++j) {
        result +=
            std::clamp<std::int64_t>(second[j] / Network::kWeight, 0, Network::kMostActivity) *
            network.result_of_second[j];
    }
    return result * kWeightUnits / (Network::kActivity * Network::kWeight);
}

TEST_CASE("the network gives the same result in plain words and in those of the machine",
          "[engine][network]") {
    SplitMix64 random{30};
    const Network network = test::random_network(random);
    for (int i = 0; i < 2000; ++i) {
        const Position position =
            test::random_placement(random, {.most_pieces = 40, .king_percent = 15});
        const WindowStates windows = windows_of(position);
        CHECK(network.evaluate(position, windows) == slow_result(network, position));
        CHECK(network.evaluate_plainly(position, windows) == slow_result(network, position));
    }
}

TEST_CASE("the largest numbers of a network do not overflow", "[engine][network]") {
    for (const int sign : {1, -1}) {
        Network network;
        const auto fill = [sign](auto& numbers, int most) {
            numbers.fill(static_cast<std::int16_t>(sign * most));
        };
        for (auto& vector : network.vectors) vector.numbers.fill(Network::kMostPart);
        network.first_bias.fill(Network::kMostPart);
        for (auto& weights : network.second_weights) weights.fill(Network::kMostWeight);
        network.second_bias.fill(Network::kMostBias);
        fill(network.result_of_first, Network::kMostWeight);
        fill(network.result_of_second, Network::kMostWeight);
        network.result_bias = sign * Network::kMostBias;
        const Position position = test::position_of("W:WK31-50:BK1-20");
        const WindowStates windows = windows_of(position);
        CHECK(network.evaluate(position, windows) == slow_result(network, position));
        CHECK(network.evaluate_plainly(position, windows) == slow_result(network, position));
        CHECK(network.evaluate(position, windows) * sign > 0);
    }
}

}  // namespace
}  // namespace meerslag

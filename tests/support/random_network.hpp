// A network with something in every place.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "engine/network.hpp"

namespace meerslag::test {

/// Numbers that let units of both layers end up below, within and above their range.
inline Network random_network(SplitMix64& random) {
    const auto fill = [&random](auto& numbers, int most) {
        for (auto& number : numbers) {
            number = static_cast<std::int16_t>(
                static_cast<int>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
        }
    };
    Network network;
    for (auto& vector : network.vectors) fill(vector.numbers, Network::kMostPart);
    fill(network.first_bias, Network::kMostPart);
    for (auto& weights : network.second_weights) fill(weights, 300);
    for (auto& bias : network.second_bias) bias = static_cast<int>(random.below(200'000)) - 100'000;
    fill(network.result_of_first, 500);
    fill(network.result_of_second, 500);
    network.result_bias = 12'345;
    return network;
}

}  // namespace meerslag::test

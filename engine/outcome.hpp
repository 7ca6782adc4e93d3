// Outcome: how a game ends with best play by both sides.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace meerslag {

/// To the side to move. Ordered: a greater one is better.
enum class Outcome : std::uint8_t { Loss, Draw, Win };

/// The same seen from the other side.
[[nodiscard]] constexpr Outcome opposite(Outcome outcome) {
    return static_cast<Outcome>(2 - static_cast<int>(outcome));
}

[[nodiscard]] constexpr std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::Loss: return "loss";
        case Outcome::Draw: return "draw";
        case Outcome::Win: return "win";
    }
    std::abort();
}

}  // namespace meerslag

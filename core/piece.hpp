// Colours and pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace meerslag {

enum class Color : std::uint8_t { White, Black };

[[nodiscard]] constexpr Color opposite(Color color) {
    return color == Color::White ? Color::Black : Color::White;
}

/// "white", "black".
[[nodiscard]] constexpr std::string_view to_string(Color color) {
    return color == Color::White ? "white" : "black";
}

enum class PieceType : std::uint8_t { Man, King };

struct Piece {
    Color color;
    PieceType type;
    friend constexpr bool operator==(Piece, Piece) = default;
};

/// One value for each colour: what holds for both sides is written once.
template <class T>
struct PerColor {
    T white;
    T black;

    [[nodiscard]] constexpr T& operator[](Color color) {
        return color == Color::White ? white : black;
    }
    [[nodiscard]] constexpr const T& operator[](Color color) const {
        return color == Color::White ? white : black;
    }
    friend constexpr bool operator==(const PerColor&, const PerColor&) = default;
};

inline constexpr std::array kColors{Color::White, Color::Black};

}  // namespace meerslag

// MoveText: the numbers and separators of a written move, before anyone asks whether it is legal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace meerslag {

enum class Separator : std::uint8_t { Quiet, Capture };

/// A written move in whatever notation: `32-28`, `28x19`, `4x31x42x15`, `4x15x13x20x37`.
struct MoveText {
    /// More than any move has: the board has 32 squares on which a piece can be captured.
    static constexpr std::size_t kMaxNumbers = 40;

    std::array<std::uint16_t, kMaxNumbers> numbers{};  ///< not all need be squares; at most 999
    std::array<Separator, kMaxNumbers - 1> separators{};
    std::size_t count = 0;  ///< of numbers, at least 2

    [[nodiscard]] int from() const { return numbers[0]; }
    [[nodiscard]] int last() const { return numbers[count - 1]; }
};

/// A written move at the start of `text`, and how many bytes it takes.
struct MoveTextPrefix {
    MoveText move;
    std::size_t length = 0;
};

/// The longest written move `text` starts with: numbers with `-`, `x`, `X`, `:`, `×` or a
/// typographic dash between them, blanks around those. Nothing if it starts with no move.
[[nodiscard]] std::optional<MoveTextPrefix> take_move_text(std::string_view text);

/// The same for a text that is a move and nothing else but blanks. Four digits alone are a move as
/// well (`3228`).
[[nodiscard]] std::optional<MoveText> parse_move_text(std::string_view text);

}  // namespace meerslag

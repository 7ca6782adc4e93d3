// Move: what a player does in one turn.
#pragma once

#include <compare>
#include <cstdint>

#include "core/bitboard.hpp"
#include "core/square.hpp"

namespace meerslag {

enum class Promotion : bool { No, Yes };

/// A quiet move or a whole capture. Two captures are the same move when from, to and the captured
/// set are equal, whatever the route; from = to is a closed loop (article 4.5). A move is complete
/// in itself: it can be compared and written without the position.
class Move {
public:
    constexpr Move(Square from, Square to, Bitboard captured = {},
                   Promotion promotion = Promotion::No)
        : captured_(captured), from_(from), to_(to), promotion_(promotion) {}

    [[nodiscard]] constexpr Square from() const { return from_; }
    [[nodiscard]] constexpr Square to() const { return to_; }
    /// The captured pieces' squares; empty for a quiet move.
    [[nodiscard]] constexpr Bitboard captured() const { return captured_; }
    [[nodiscard]] constexpr bool is_capture() const { return captured_.any(); }
    /// Whether a man becomes a king by it (article 3.5).
    [[nodiscard]] constexpr bool promotes() const { return promotion_ == Promotion::Yes; }

    friend constexpr bool operator==(const Move&, const Move&) = default;
    /// By from, then to, then captured set: the order in which moves are listed for people.
    friend constexpr std::strong_ordering operator<=>(const Move& a, const Move& b) {
        if (const auto c = a.from_ <=> b.from_; c != 0) return c;
        if (const auto c = a.to_ <=> b.to_; c != 0) return c;
        // Ascending lists of squares compare like the bits in reverse: the lowest difference
        // decides.
        const std::uint64_t difference = (a.captured_ ^ b.captured_).bits();
        if (difference == 0) return std::strong_ordering::equal;
        const bool a_has_lowest = (a.captured_.bits() & difference & (~difference + 1)) != 0;
        return a_has_lowest ? std::strong_ordering::less : std::strong_ordering::greater;
    }

private:
    Bitboard captured_;
    Square from_;
    Square to_;
    Promotion promotion_;
};

static_assert(sizeof(Move) == 16);

}  // namespace meerslag

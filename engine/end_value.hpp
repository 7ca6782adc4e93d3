// EndValue: how a game ends with best play, and in how many plies.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/outcome.hpp"

namespace meerslag {

/// A draw, or a win or loss with the plies until the end: 1, 3, 5 ... for a win, 0, 2, 4 ... for a
/// loss. To the side to move. One byte.
class EndValue {
public:
    static constexpr int kMaxPlies = 126;

    constexpr EndValue() = default;  ///< a draw
    /// The side to move has no move or no piece (article 7.2).
    [[nodiscard]] static constexpr EndValue lost() { return decided_in(0); }
    /// Requires: 0 <= plies <= kMaxPlies.
    [[nodiscard]] static constexpr EndValue decided_in(int plies) {
        assert(plies >= 0 && plies <= kMaxPlies);
        return EndValue{static_cast<std::uint8_t>(plies + 1)};
    }
    /// Win in 1, loss in 0: when only the outcome counts.
    [[nodiscard]] static constexpr EndValue of(Outcome outcome) {
        return outcome == Outcome::Draw ? EndValue{} : decided_in(outcome == Outcome::Win ? 1 : 0);
    }
    /// Requires: `byte` comes from byte().
    [[nodiscard]] static constexpr EndValue from_byte(std::uint8_t byte) { return EndValue{byte}; }
    [[nodiscard]] constexpr std::uint8_t byte() const { return code_; }

    [[nodiscard]] constexpr bool is_draw() const { return code_ == 0; }
    [[nodiscard]] constexpr Outcome outcome() const {
        if (is_draw()) return Outcome::Draw;
        return plies() % 2 == 1 ? Outcome::Win : Outcome::Loss;
    }
    /// Requires: no draw.
    [[nodiscard]] constexpr int plies() const {
        assert(!is_draw());
        return code_ - 1;
    }

    /// The value of a position before a move that leads to one of this value.
    [[nodiscard]] constexpr EndValue before_move() const {
        return is_draw() ? *this : decided_in(plies() + 1);
    }
    /// Whether the side to move would choose this: the sooner win, the later loss.
    [[nodiscard]] constexpr bool is_better_than(EndValue other) const {
        if (outcome() != other.outcome()) return outcome() > other.outcome();
        if (is_draw()) return false;
        return outcome() == Outcome::Win ? plies() < other.plies() : plies() > other.plies();
    }

    friend constexpr bool operator==(EndValue, EndValue) = default;

private:
    constexpr explicit EndValue(std::uint8_t code) : code_(code) {}

    std::uint8_t code_ = 0;  // 0: draw, else plies + 1
};

}  // namespace meerslag

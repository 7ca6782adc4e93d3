// Key: the random numbers behind it.
#include "core/zobrist.hpp"

#include <array>

#include "core/random.hpp"

namespace meerslag {
namespace {

struct ZobristNumbers {
    // Shape: [bit of the square]; ghosts stay 0.
    PerColor<std::array<std::uint64_t, 54>> man;
    PerColor<std::array<std::uint64_t, 54>> king;
    std::uint64_t black_to_move;
};

constexpr ZobristNumbers kNumbers = [] {
    ZobristNumbers numbers{};
    SplitMix64 random{0x6D656572736C6167};  // "meerslag"
    for (auto* const pieces : {&numbers.man, &numbers.king}) {
        for (const Color color : kColors) {
            for (const Square square : kAllSquares) {
                (*pieces)[color][static_cast<std::size_t>(square.bit())] = random.next();
            }
        }
    }
    numbers.black_to_move = random.next();
    return numbers;
}();

std::uint64_t number_of(const PerColor<std::array<std::uint64_t, 54>>& pieces, Color color,
                        Square square) {
    return pieces[color][static_cast<std::size_t>(square.bit())];
}

}  // namespace

Key key_of(const Position& position) {
    std::uint64_t key = position.side_to_move() == Color::Black ? kNumbers.black_to_move : 0;
    for (const Color color : kColors) {
        for (const Square square : position.men(color))
            key ^= number_of(kNumbers.man, color, square);
        for (const Square square : position.kings(color))
            key ^= number_of(kNumbers.king, color, square);
    }
    return Key{key};
}

Key key_after(Key key, const Position& position, const Move& move) {
    const Color us = position.side_to_move();
    const Color them = opposite(us);
    const bool is_man = position.men(us).contains(move.from());
    const auto& before = is_man ? kNumbers.man : kNumbers.king;
    const auto& after = is_man && !move.promotes() ? kNumbers.man : kNumbers.king;
    std::uint64_t result = static_cast<std::uint64_t>(key) ^ kNumbers.black_to_move ^
                           number_of(before, us, move.from()) ^ number_of(after, us, move.to());
    for (const Square square : move.captured() & position.men(them)) {
        result ^= number_of(kNumbers.man, them, square);
    }
    for (const Square square : move.captured() & position.kings(them)) {
        result ^= number_of(kNumbers.king, them, square);
    }
    return Key{result};
}

}  // namespace meerslag

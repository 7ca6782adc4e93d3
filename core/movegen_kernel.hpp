// The move generator's inner parts, for one colour known at compile time. Shared by movegen.cpp and
// perft.cpp, which must have them inline; everybody else includes movegen.hpp.
#pragma once

#include <cstdint>

#include "core/geometry.hpp"
#include "core/move_list.hpp"
#include "core/position.hpp"

namespace meerslag::kernel {

/// The board as the side to move sees it.
struct View {
    Bitboard men;      ///< own
    Bitboard kings;    ///< own
    Bitboard enemies;  ///< men and kings
    Bitboard empty;
};

template <Color Us>
[[nodiscard]] constexpr View view_of(const Board& board) {
    return {board.men[Us], board.kings[Us], board.pieces(opposite(Us)), board.empty()};
}

/// The two directions in which men move.
template <Color Us>
inline constexpr Direction kForwardWest =
    Us == Color::White ? Direction::NorthWest : Direction::SouthWest;
template <Color Us>
inline constexpr Direction kForwardEast =
    Us == Color::White ? Direction::NorthEast : Direction::SouthEast;

/// The enemies that can be jumped in direction D by something that arrives in front of them.
template <Direction D>
[[nodiscard]] constexpr Bitboard jumpable(const View& view) {
    return view.enemies & view.empty.shifted<opposite(D)>();
}

/// The squares from which a man can jump in direction D.
template <Direction D>
[[nodiscard]] constexpr Bitboard jump_starts(const View& view) {
    return jumpable<D>(view).template shifted<opposite(D)>();
}

/// Where men start and end their single jumps, all directions at once.
struct ManJumps {
    Bitboard north_west, north_east, south_west, south_east;  ///< starts with a man on them
    Bitboard from_any_square;  ///< starts without regard to what stands there

    [[nodiscard]] constexpr Bitboard starts() const {
        return north_west | north_east | south_west | south_east;
    }
    [[nodiscard]] constexpr Bitboard landings() const {
        return shifted<Direction::NorthWest, 2>(north_west) |
               shifted<Direction::NorthEast, 2>(north_east) |
               shifted<Direction::SouthWest, 2>(south_west) |
               shifted<Direction::SouthEast, 2>(south_east);
    }
    /// The number of single jumps.
    [[nodiscard]] constexpr int count() const {
        return north_west.count() + north_east.count() + south_west.count() + south_east.count();
    }
    /// Whether a jump can be followed by another. Exact: after one jump neither the square that was
    /// left nor the captured piece can play a part in the second.
    [[nodiscard]] constexpr bool can_continue() const {
        return (landings() & from_any_square).any();
    }
};

[[nodiscard]] constexpr ManJumps man_jumps(const View& view) {
    const Bitboard nw = jump_starts<Direction::NorthWest>(view);
    const Bitboard ne = jump_starts<Direction::NorthEast>(view);
    const Bitboard sw = jump_starts<Direction::SouthWest>(view);
    const Bitboard se = jump_starts<Direction::SouthEast>(view);
    return {view.men & nw, view.men & ne, view.men & sw, view.men & se, nw | ne | sw | se};
}

/// The piece that a king on `square` can capture in direction D, if any, as a set of at most one.
template <Direction D>
[[nodiscard]] constexpr Bitboard king_target(Square square, const View& view) {
    const Bitboard reach = ray_to_blocker<D>(square, kAllSquares - view.empty);
    return reach & jumpable<D>(view);
}

[[nodiscard]] constexpr bool king_can_capture(Square square, const View& view) {
    return (king_target<Direction::NorthWest>(square, view) |
            king_target<Direction::NorthEast>(square, view) |
            king_target<Direction::SouthWest>(square, view) |
            king_target<Direction::SouthEast>(square, view))
        .any();
}

[[nodiscard]] constexpr bool kings_can_capture(const View& view) {
    for (const Square king : view.kings) {
        if (king_can_capture(king, view)) return true;
    }
    return false;
}

[[nodiscard]] constexpr bool has_capture(const View& view) {
    return man_jumps(view).starts().any() || kings_can_capture(view);
}

/// The squares a king on `square` can go to without capturing.
[[nodiscard]] constexpr Bitboard king_quiet_targets(Square square, Bitboard empty) {
    const Bitboard occupied = kAllSquares - empty;
    return (ray_to_blocker<Direction::NorthWest>(square, occupied) |
            ray_to_blocker<Direction::NorthEast>(square, occupied) |
            ray_to_blocker<Direction::SouthWest>(square, occupied) |
            ray_to_blocker<Direction::SouthEast>(square, occupied)) &
           empty;
}

/// The men that can step forward west and east.
template <Color Us>
[[nodiscard]] constexpr Bitboard men_stepping_west(const View& view) {
    return view.men & view.empty.shifted<opposite(kForwardWest<Us>)>();
}
template <Color Us>
[[nodiscard]] constexpr Bitboard men_stepping_east(const View& view) {
    return view.men & view.empty.shifted<opposite(kForwardEast<Us>)>();
}

template <Color Us>
[[nodiscard]] constexpr int count_quiet_moves(const View& view) {
    int count = men_stepping_west<Us>(view).count() + men_stepping_east<Us>(view).count();
    for (const Square king : view.kings) count += king_quiet_targets(king, view.empty).count();
    return count;
}

template <Color Us>
[[nodiscard]] constexpr bool has_quiet_move(const View& view) {
    if ((men_stepping_west<Us>(view) | men_stepping_east<Us>(view)).any()) return true;
    for (const Square king : view.kings) {
        if (king_quiet_targets(king, view.empty).any()) return true;
    }
    return false;
}

template <Color Us>
[[nodiscard]] constexpr Promotion promotion_of_man(Square to) {
    return kPromotionRow[Us].contains(to) ? Promotion::Yes : Promotion::No;
}

template <Color Us, Direction D>
void append_man_steps(Bitboard men, MoveList& moves) {
    for (const Square from : men) {
        const Square to = neighbour<D>(from).first();
        moves.push_back(Move{from, to, {}, promotion_of_man<Us>(to)});
    }
}

template <Color Us>
void append_quiet_moves(const View& view, MoveList& moves) {
    append_man_steps<Us, kForwardWest<Us>>(men_stepping_west<Us>(view), moves);
    append_man_steps<Us, kForwardEast<Us>>(men_stepping_east<Us>(view), moves);
    for (const Square from : view.kings) {
        for (const Square to : king_quiet_targets(from, view.empty))
            moves.push_back(Move{from, to});
    }
}

/// Collects captures and keeps those that take most (FMJD 4.13).
class CaptureCollector {
public:
    explicit CaptureCollector(MoveList& moves) : moves_(moves) {}

    template <class MakePromotion>
    void add(Square from, Square to, Bitboard captured, int count, MakePromotion promotion_at) {
        if (count < most_) return;
        if (count > most_) {
            moves_.clear();
            most_ = count;
        }
        const Move move{from, to, captured, promotion_at(to)};
        // With fewer than 4 captured pieces no two routes give the same move.
        if (count >= 4 && moves_.contains(move)) return;
        moves_.push_back(move);
    }

private:
    MoveList& moves_;
    int most_ = 1;
};

/// The captures of one man, jump by jump. The captured pieces stay on the board until the end
/// (4.11): they still block, and cannot be jumped again (4.8). The square left is empty.
template <Color Us>
class ManCaptures {
public:
    ManCaptures(Square from, const View& view, CaptureCollector& out)
        : from_(from), enemies_(view.enemies), empty_(view.empty | Bitboard{from}), out_(out) {}

    void run() { continue_from(Bitboard{from_}, {}, 0); }

private:
    void continue_from(Bitboard at, Bitboard captured, int count) {
        const bool goes_on = jump<Direction::NorthWest>(at, captured, count) |
                             jump<Direction::NorthEast>(at, captured, count) |
                             jump<Direction::SouthWest>(at, captured, count) |
                             jump<Direction::SouthEast>(at, captured, count);
        if (!goes_on && count > 0) {
            out_.add(from_, at.first(), captured, count, promotion_of_man<Us>);
        }
    }
    template <Direction D>
    bool jump(Bitboard at, Bitboard captured, int count) {
        const Bitboard over = at.shifted<D>() & (enemies_ - captured);
        const Bitboard landing = over.shifted<D>() & empty_;
        if (landing.is_empty()) return false;
        continue_from(landing, captured | over, count + 1);
        return true;
    }

    Square from_;
    Bitboard enemies_;
    Bitboard empty_;
    CaptureCollector& out_;
};

/// The captures of one king. From every landing square it may turn to both sides; going straight on
/// is tried once only, since it takes the same piece from every landing square.
class KingCaptures {
public:
    KingCaptures(Square from, const View& view, CaptureCollector& out)
        : from_(from), enemies_(view.enemies), empty_(view.empty | Bitboard{from}), out_(out) {}

    void run() {
        capture<Direction::NorthWest>(from_, {}, 0);
        capture<Direction::NorthEast>(from_, {}, 0);
        capture<Direction::SouthWest>(from_, {}, 0);
        capture<Direction::SouthEast>(from_, {}, 0);
    }

private:
    static constexpr Promotion no_promotion(Square) { return Promotion::No; }

    template <Direction D>
    void capture(Square at, Bitboard captured, int count) {
        const Bitboard blockers = kAllSquares - empty_;
        const Bitboard victim =
            ray_to_blocker<D>(at, blockers) & (enemies_ - captured) & empty_.shifted<opposite(D)>();
        if (victim.is_empty()) return;
        const Square over = victim.first();
        const Bitboard landings = ray_to_blocker<D>(over, blockers) & empty_;
        const Bitboard now = captured | victim;
        for (const Square to : landings) {
            out_.add(from_, to, now, count + 1, no_promotion);
            if constexpr (D == Direction::NorthWest || D == Direction::SouthEast) {
                capture<Direction::NorthEast>(to, now, count + 1);
                capture<Direction::SouthWest>(to, now, count + 1);
            } else {
                capture<Direction::NorthWest>(to, now, count + 1);
                capture<Direction::SouthEast>(to, now, count + 1);
            }
        }
        capture<D>(landings.first(), now, count + 1);
    }

    Square from_;
    Bitboard enemies_;
    Bitboard empty_;
    CaptureCollector& out_;
};

template <Color Us, Direction D>
void append_single_jumps(Bitboard starts, MoveList& moves) {
    for (const Square from : starts) {
        const Bitboard over = Bitboard{from}.shifted<D>();
        const Square to = over.shifted<D>().first();
        moves.push_back(Move{from, to, over, promotion_of_man<Us>(to)});
    }
}

/// Fills `moves` with the legal captures. Requires: `moves` is empty.
template <Color Us>
void generate_captures(const View& view, MoveList& moves) {
    const ManJumps jumps = man_jumps(view);
    Bitboard capturing_kings;
    for (const Square king : view.kings) {
        if (king_can_capture(king, view)) capturing_kings.add(king);
    }
    if (capturing_kings.is_empty() && !jumps.can_continue()) {
        append_single_jumps<Us, Direction::NorthWest>(jumps.north_west, moves);
        append_single_jumps<Us, Direction::NorthEast>(jumps.north_east, moves);
        append_single_jumps<Us, Direction::SouthWest>(jumps.south_west, moves);
        append_single_jumps<Us, Direction::SouthEast>(jumps.south_east, moves);
        return;
    }
    CaptureCollector collector{moves};
    for (const Square king : capturing_kings) KingCaptures{king, view, collector}.run();
    for (const Square man : jumps.starts()) ManCaptures<Us>{man, view, collector}.run();
}

template <Color Us>
[[nodiscard]] std::uint64_t count_moves(const View& view) {
    const ManJumps jumps = man_jumps(view);
    const bool kings_capture = kings_can_capture(view);
    if (jumps.starts().is_empty() && !kings_capture) {
        return static_cast<std::uint64_t>(count_quiet_moves<Us>(view));
    }
    if (!kings_capture && !jumps.can_continue()) return static_cast<std::uint64_t>(jumps.count());
    MoveList moves;
    generate_captures<Us>(view, moves);
    return moves.size();
}

}  // namespace meerslag::kernel

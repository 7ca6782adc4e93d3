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

/// One set of squares for each direction.
struct PerDirection {
    Bitboard north_west, north_east, south_west, south_east;

    template <Direction D>
    [[nodiscard]] constexpr Bitboard in() const {
        if constexpr (D == Direction::NorthWest) return north_west;
        if constexpr (D == Direction::NorthEast) return north_east;
        if constexpr (D == Direction::SouthWest) return south_west;
        if constexpr (D == Direction::SouthEast) return south_east;
    }
    [[nodiscard]] constexpr Bitboard all() const {
        return north_west | north_east | south_west | south_east;
    }
    /// The sum over the sets, which may share squares.
    [[nodiscard]] constexpr int count() const {
        return north_west.count() + north_east.count() + south_west.count() + south_east.count();
    }
    friend constexpr PerDirection operator&(Bitboard squares, const PerDirection& sets) {
        return {squares & sets.north_west, squares & sets.north_east, squares & sets.south_west,
                squares & sets.south_east};
    }
};

/// The same function in all four directions.
template <class F>
[[nodiscard]] constexpr PerDirection for_each_direction(F&& f) {
    return {f.template operator()<Direction::NorthWest>(),
            f.template operator()<Direction::NorthEast>(),
            f.template operator()<Direction::SouthWest>(),
            f.template operator()<Direction::SouthEast>()};
}

/// The enemies that can be jumped in each direction by something that arrives in front of them.
[[nodiscard]] constexpr PerDirection jumpable(const View& view) {
    return for_each_direction(
        [&]<Direction D>() { return view.enemies & view.empty.shifted<opposite(D)>(); });
}

/// Where jumps from these squares land.
[[nodiscard]] constexpr PerDirection landings(const PerDirection& jumps) {
    return for_each_direction([&]<Direction D>() { return shifted<D, 2>(jumps.in<D>()); });
}

/// The first two jumps of all men at once. Exact, though nothing keeps track of single men: up to
/// the third jump, neither the square that a man has left nor a piece it has captured can come into
/// its way, except the piece just captured when it turns back, which `third_jump_exists` leaves
/// out.
struct ManJumps {
    PerDirection starts;  ///< squares from which a jump is possible, whatever stands there
    PerDirection first;   ///< those with a man on them

    constexpr ManJumps(const View& view, const PerDirection& jumpable)
        : starts(for_each_direction(
              [&]<Direction D>() { return jumpable.in<D>().template shifted<opposite(D)>(); })),
          first(view.men & starts) {}
    explicit constexpr ManJumps(const View& view) : ManJumps(view, jumpable(view)) {}

    [[nodiscard]] constexpr bool any() const { return first.all().any(); }
    /// Whether a jump can be followed by another. Turning back is not possible after the first: the
    /// square behind is the one just left, and counts as occupied here.
    [[nodiscard]] constexpr bool second_jump_exists() const {
        return (landings(first).all() & starts.all()).any();
    }
    [[nodiscard]] constexpr int count_double_jumps() const {
        const PerDirection at = landings(first);
        return (at.north_west & starts).count() + (at.north_east & starts).count() +
               (at.south_west & starts).count() + (at.south_east & starts).count();
    }
    [[nodiscard]] constexpr bool third_jump_exists() const {
        const PerDirection at = landings(landings(first).all() & starts);
        return ((at.north_west & (starts.north_west | starts.north_east | starts.south_west)) |
                (at.north_east & (starts.north_east | starts.north_west | starts.south_east)) |
                (at.south_west & (starts.south_west | starts.south_east | starts.north_west)) |
                (at.south_east & (starts.south_east | starts.south_west | starts.north_east)))
            .any();
    }
};

/// The squares a king on `square` sees in each direction, up to and with the first piece.
[[nodiscard]] constexpr PerDirection king_sight(Square square, Bitboard occupied) {
    return for_each_direction([&]<Direction D>() { return ray_to_blocker<D>(square, occupied); });
}

/// The pieces that a king with that sight can capture next.
[[nodiscard]] constexpr Bitboard king_targets(const PerDirection& sight,
                                              const PerDirection& jumpable) {
    return (sight.north_west & jumpable.north_west) | (sight.north_east & jumpable.north_east) |
           (sight.south_west & jumpable.south_west) | (sight.south_east & jumpable.south_east);
}

/// The kings that can capture.
[[nodiscard]] constexpr Bitboard capturing_kings(const View& view, const PerDirection& jumpable) {
    Bitboard capturing;
    for (const Square king : view.kings) {
        if (king_targets(king_sight(king, kAllSquares - view.empty), jumpable).any())
            capturing.add(king);
    }
    return capturing;
}

[[nodiscard]] constexpr bool has_capture(const View& view) {
    const PerDirection victims = jumpable(view);
    return ManJumps{view, victims}.any() || capturing_kings(view, victims).any();
}

/// The squares a king on `square` can go to without capturing.
[[nodiscard]] constexpr Bitboard king_quiet_targets(Square square, Bitboard empty) {
    return seen_from(square, kAllSquares - empty) & empty;
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
[[nodiscard]] constexpr int count_steps(const View& view) {
    return men_stepping_west<Us>(view).count() + men_stepping_east<Us>(view).count();
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

/// Takes captures and keeps those that take most (FMJD 4.13).
class CaptureCollector {
public:
    explicit CaptureCollector(MoveList& moves) : moves_(moves) {}

    /// Takes the captures that end on each square of `ends`.
    void add(Square from, Bitboard ends, Bitboard captured, int count, Promotion promotion) {
        if (count < most_) return;
        if (count > most_) {
            moves_.clear();
            most_ = count;
        }
        for (const Square to : ends) {
            const Move move{from, to, captured, promotion};
            // With fewer than 4 captured pieces no two routes give the same move.
            if (count >= 4 && moves_.contains(move)) continue;
            moves_.push_back(move);
        }
    }

private:
    MoveList& moves_;
    int most_ = 1;
};

/// Counts them instead; beyond 3 captured pieces routes can coincide, and the count is not exact.
class CaptureCounter {
public:
    void add(Square, Bitboard ends, Bitboard, int count, Promotion) {
        if (count < most_) return;
        count_ = (count > most_ ? 0 : count_) + static_cast<std::uint64_t>(ends.count());
        most_ = count;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] bool is_exact() const { return most_ < 4; }

private:
    std::uint64_t count_ = 0;
    int most_ = 1;
};

/// The captures of one man, jump by jump. The captured pieces stay on the board until the end
/// (4.11): they still block, and cannot be jumped again (4.8). The square left is empty.
template <Color Us, class Collector>
class ManCaptures {
public:
    ManCaptures(Square from, const View& view, Collector& out)
        : out_(out), enemies_(view.enemies), empty_(view.empty | Bitboard{from}), from_(from) {}

    /// All captures that begin in direction D. Requires: the first jump is possible.
    template <Direction D>
    void run() {
        jump<D>(Bitboard{from_}, {}, 0);
    }

private:
    void continue_from(Bitboard at, Bitboard captured, int count) {
        bool goes_on = jump<Direction::NorthWest>(at, captured, count);
        goes_on = jump<Direction::NorthEast>(at, captured, count) || goes_on;
        goes_on = jump<Direction::SouthWest>(at, captured, count) || goes_on;
        goes_on = jump<Direction::SouthEast>(at, captured, count) || goes_on;
        if (!goes_on) {
            out_.add(from_, at, captured, count, promotion_of_man<Us>(at.first()));
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

    Collector& out_;
    Bitboard enemies_;
    Bitboard empty_;
    Square from_;
};

/// The squares from which a king, looking in direction D, has a piece to capture.
template <Direction D>
[[nodiscard]] constexpr Bitboard squares_seeing_victim(Bitboard enemies, Bitboard empty) {
    constexpr Direction kBack = opposite(D);
    const Bitboard victims = enemies & empty.shifted<kBack>();
    // Walk back from the victims over empty squares, doubling the stride.
    Bitboard squares = victims.shifted<kBack>() & empty;
    squares |= squares.shifted<kBack>() & empty;
    empty &= empty.shifted<kBack>();
    squares |= shifted<kBack, 2>(squares) & empty;
    empty &= shifted<kBack, 2>(empty);
    return squares | (shifted<kBack, 4>(squares) & empty);
}

[[nodiscard]] constexpr PerDirection squares_seeing_victim(Bitboard enemies, Bitboard empty) {
    return for_each_direction(
        [&]<Direction D>() { return squares_seeing_victim<D>(enemies, empty); });
}

/// The captures of one king. From every landing square it may turn to both sides; going straight on
/// is tried once only, since it takes the same piece from every landing square.
template <class Collector>
class KingCaptures {
public:
    KingCaptures(Square from, const View& view, Collector& out)
        : out_(out),
          enemies_(view.enemies),
          empty_(view.empty | Bitboard{from}),
          seeing_(squares_seeing_victim(enemies_, empty_)),
          from_(from) {}

    void run() {
        const PerDirection first = Bitboard{from_} & seeing_;
        if (first.north_west.any()) capture<Direction::NorthWest>(from_, {}, 0);
        if (first.north_east.any()) capture<Direction::NorthEast>(from_, {}, 0);
        if (first.south_west.any()) capture<Direction::SouthWest>(from_, {}, 0);
        if (first.south_east.any()) capture<Direction::SouthEast>(from_, {}, 0);
    }

private:
    /// Requires: the king, on `at`, sees a victim in direction D, which it may have captured
    /// before.
    template <Direction D>
    void capture(Square at, Bitboard captured, int count) {
        const Bitboard blockers = kAllSquares - empty_;
        const Bitboard to_victim = ray_to_blocker<D>(at, blockers);
        const Bitboard victim = to_victim & enemies_;
        if ((victim & captured).any()) return;
        const Bitboard landings = (ray_to_blocker<D>(at, blockers - victim) - to_victim) & empty_;
        const Bitboard now = captured | victim;
        out_.add(from_, landings, now, count + 1, Promotion::No);
        constexpr bool kTurnsWest = D == Direction::NorthEast || D == Direction::SouthWest;
        constexpr Direction kLeft = kTurnsWest ? Direction::NorthWest : Direction::NorthEast;
        constexpr Direction kRight = opposite(kLeft);
        for (const Square to : landings& seeing_.in<kLeft>()) capture<kLeft>(to, now, count + 1);
        for (const Square to : landings& seeing_.in<kRight>()) capture<kRight>(to, now, count + 1);
        if ((landings & seeing_.in<D>()).any()) capture<D>(landings.first(), now, count + 1);
    }

    Collector& out_;
    Bitboard enemies_;
    Bitboard empty_;
    PerDirection seeing_;  ///< where a further victim may come into sight, captured or not
    Square from_;
};

template <Color Us, Direction D>
void append_single_jumps(Bitboard starts, MoveList& moves) {
    for (const Square from : starts) {
        const Bitboard over = Bitboard{from}.shifted<D>();
        const Square to = over.shifted<D>().first();
        moves.push_back(Move{from, to, over, promotion_of_man<Us>(to)});
    }
}

/// The captures of those men that begin in direction D.
template <Color Us, Direction D, class Collector>
void collect_man_captures(Bitboard starts, const View& view, Collector& out) {
    for (const Square man : starts) ManCaptures<Us, Collector>{man, view, out}.template run<D>();
}

/// Every capture of the men and kings that could be among the longest. `kings`: those that can
/// capture. Requires: a king can capture, or a man can jump twice.
template <Color Us, class Collector>
void collect_captures(const View& view, const ManJumps& jumps, Bitboard kings, Collector& out) {
    for (const Square king : kings) KingCaptures<Collector>{king, view, out}.run();
    // A man that jumps only once matters only when no man jumps twice.
    PerDirection starts = jumps.first;
    if (jumps.second_jump_exists()) {
        starts = for_each_direction([&]<Direction D>() {
            return starts.in<D>() & shifted<opposite(D), 2>(jumps.starts.all());
        });
    }
    collect_man_captures<Us, Direction::NorthWest>(starts.north_west, view, out);
    collect_man_captures<Us, Direction::NorthEast>(starts.north_east, view, out);
    collect_man_captures<Us, Direction::SouthWest>(starts.south_west, view, out);
    collect_man_captures<Us, Direction::SouthEast>(starts.south_east, view, out);
}

/// Fills `moves` with the legal captures. Requires: `moves` is empty.
template <Color Us>
void generate_captures(const View& view, MoveList& moves) {
    const PerDirection victims = jumpable(view);
    const ManJumps jumps{view, victims};
    const Bitboard kings = capturing_kings(view, victims);
    if (kings.any() || jumps.second_jump_exists()) {
        CaptureCollector collector{moves};
        collect_captures<Us>(view, jumps, kings, collector);
        return;
    }
    append_single_jumps<Us, Direction::NorthWest>(jumps.first.north_west, moves);
    append_single_jumps<Us, Direction::NorthEast>(jumps.first.north_east, moves);
    append_single_jumps<Us, Direction::SouthWest>(jumps.first.south_west, moves);
    append_single_jumps<Us, Direction::SouthEast>(jumps.first.south_east, moves);
}

/// Where a king on `square` lands after its first capture in direction D; empty if there is none.
template <Direction D>
[[nodiscard]] constexpr Bitboard king_landings(Square square, Bitboard enemies, Bitboard empty) {
    const Bitboard occupied = kAllSquares - empty;
    const Bitboard to_first = ray_to_blocker<D>(square, occupied);
    const Bitboard victim = to_first & enemies;
    const Bitboard to_second = ray_to_blocker<D>(square, occupied - victim);
    return (to_second - to_first) & empty;
}

/// The number of captures, the longest ones only. Requires: a capture is possible, and `kings` are
/// the capturing ones.
template <Color Us>
[[nodiscard, gnu::noinline]] std::uint64_t count_captures(const View& view, Bitboard kings) {
    const ManJumps jumps{view};
    int singles = jumps.first.count();
    bool more = jumps.second_jump_exists();
    if (kings.any()) {
        // A king leaves its square when it captures: here all of them have, so `more` can be said
        // without need, which costs time only.
        const Bitboard empty = view.empty | kings;
        const PerDirection seeing = squares_seeing_victim(view.enemies, empty);
        for (const Square king : kings) {
            const PerDirection at = for_each_direction([&]<Direction D>() {
                return king_landings<D>(king, view.enemies, view.empty | Bitboard{king});
            });
            singles += at.count();
            more |= ((at.north_west & (seeing.north_west | seeing.north_east | seeing.south_west)) |
                     (at.north_east & (seeing.north_east | seeing.north_west | seeing.south_east)) |
                     (at.south_west & (seeing.south_west | seeing.south_east | seeing.north_west)) |
                     (at.south_east & (seeing.south_east | seeing.south_west | seeing.north_east)))
                        .any();
        }
    }
    if (!more) return static_cast<std::uint64_t>(singles);
    CaptureCounter counter;
    collect_captures<Us>(view, jumps, kings, counter);
    if (counter.is_exact()) return counter.count();
    MoveList moves;
    CaptureCollector collector{moves};
    collect_captures<Us>(view, jumps, kings, collector);
    return moves.size();
}

/// The number of legal moves.
template <Color Us>
[[nodiscard]] std::uint64_t count_moves(const View& view) {
    const PerDirection victims = jumpable(view);
    const Bitboard kings = capturing_kings(view, victims);
    if (kings.any() || ManJumps{view, victims}.any()) return count_captures<Us>(view, kings);
    int quiet = count_steps<Us>(view);
    for (const Square king : view.kings) quiet += king_quiet_targets(king, view.empty).count();
    return static_cast<std::uint64_t>(quiet);
}

}  // namespace meerslag::kernel

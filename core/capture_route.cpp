// The ways a capture can go over the board.
#include "core/capture_route.hpp"

#include <algorithm>
#include <cassert>

#include "core/geometry.hpp"

namespace meerslag {

namespace {

/// One jump over one piece.
struct Jump {
    Direction direction;
    Square victim;
    Bitboard landings;  ///< the free squares behind; for a man one
    Square behind;      ///< the nearest of them
};

/// The piece that makes a capture, and the board it sees: taken pieces stay until the end (4.11),
/// its square of departure is free.
class Capturer {
public:
    Capturer(const Position& position, Square from)
        : is_king_(position.kings(position.side_to_move()).contains(from)),
          enemies_(position.pieces(opposite(position.side_to_move()))),
          blockers_(position.occupied() - Bitboard{from}) {}

    /// The jump from `at` in `direction`, if there is one. A piece is jumped only once (4.8).
    [[nodiscard]] std::optional<Jump> jump(Square at, Direction direction,
                                           Bitboard captured) const {
        const std::optional<Square> victim = first_blocker(at, direction);
        if (!victim || !(enemies_ - captured).contains(*victim)) return std::nullopt;
        if (!is_king_ && between(at, *victim).any()) return std::nullopt;
        const Bitboard behind = ray(*victim, direction);
        const std::optional<Square> stop = first_blocker(*victim, direction);
        Bitboard landings = stop ? between(*victim, *stop) : behind;
        if (landings.is_empty()) return std::nullopt;
        const Square nearest = nearest_behind(*victim, direction);
        if (!is_king_) landings = Bitboard{nearest};
        return Jump{direction, *victim, landings, nearest};
    }

private:
    [[nodiscard]] std::optional<Square> first_blocker(Square at, Direction direction) const {
        const Bitboard line = ray(at, direction) & blockers_;
        if (line.is_empty()) return std::nullopt;
        return is_south(direction) ? line.first() : last(line);
    }
    [[nodiscard]] static Square nearest_behind(Square victim, Direction direction) {
        const Bitboard line = ray(victim, direction);
        return is_south(direction) ? line.first() : last(line);
    }
    [[nodiscard]] static constexpr bool is_south(Direction direction) {
        return direction == Direction::SouthWest || direction == Direction::SouthEast;
    }
    [[nodiscard]] static Square last(Bitboard squares) { return squares.turned().first().turned(); }

    bool is_king_;
    Bitboard enemies_;
    Bitboard blockers_;
};

/// Straight on goes only from the square directly behind the taken piece: that is how it is
/// written, and from the others it would be the same jump again.
bool may_turn_to(Direction direction, const std::optional<Jump>& previous, Square at) {
    return !previous || previous->direction != direction || previous->behind == at;
}

/// Walks over the routes of one capture in ascending order.
class RouteSearch {
public:
    RouteSearch(const Position& position, const Move& capture,
                const std::function<bool(const Route&)>& accept)
        : capturer_(position, capture.from()), capture_(capture), accept_(accept) {
        route_.push_back(capture.from());
    }

    [[nodiscard]] bool run() { return search(std::nullopt, {}); }

private:
    struct Step {
        Square landing;
        Jump jump;
    };

    bool search(const std::optional<Jump>& previous, Bitboard captured) {
        if (captured == capture_.captured()) return accept_(route_);
        for (const Step& step : steps(previous, captured)) {
            route_.push_back(step.landing);
            const bool found = search(step.jump, captured | Bitboard{step.jump.victim});
            route_.pop_back();
            if (found) return true;
        }
        return false;
    }

    /// The ways to go on from the last stop, by the number of the next one.
    [[nodiscard]] std::vector<Step> steps(const std::optional<Jump>& previous,
                                          Bitboard captured) const {
        std::vector<Step> result;
        const Square at = route_.back();
        for (const Direction direction : kDirections) {
            if (!may_turn_to(direction, previous, at)) continue;
            const std::optional<Jump> jump = capturer_.jump(at, direction, captured);
            if (!jump || !capture_.captured().contains(jump->victim)) continue;
            const bool is_last = (captured | Bitboard{jump->victim}) == capture_.captured();
            for (const Square landing : jump->landings) {
                if (!is_last || landing == capture_.to()) result.push_back({landing, *jump});
            }
        }
        std::sort(result.begin(), result.end(),
                  [](const Step& a, const Step& b) { return a.landing < b.landing; });
        return result;
    }

    Capturer capturer_;
    const Move& capture_;
    const std::function<bool(const Route&)>& accept_;
    Route route_;
};

}  // namespace

bool has_route(const Position& position, const Move& capture,
               const std::function<bool(const Route&)>& accept) {
    assert(capture.is_capture());
    return RouteSearch{position, capture, accept}.run();
}

Route first_route(const Position& position, const Move& capture) {
    Route first;
    (void)has_route(position, capture, [&](const Route& route) {
        first = route;
        return true;
    });
    return first;
}

std::optional<Move> capture_along(const Position& position, const Route& route) {
    if (route.size() < 2) return std::nullopt;
    const Capturer capturer{position, route.front()};
    Bitboard captured;
    std::optional<Jump> previous;
    for (std::size_t i = 1; i < route.size(); ++i) {
        std::optional<Jump> next;
        for (const Direction direction : kDirections) {
            if (!may_turn_to(direction, previous, route[i - 1])) continue;
            const std::optional<Jump> jump = capturer.jump(route[i - 1], direction, captured);
            if (jump && jump->landings.contains(route[i])) next = jump;
        }
        if (!next) return std::nullopt;
        captured.add(next->victim);
        previous = next;
    }
    const Color us = position.side_to_move();
    const bool promotes =
        position.men(us).contains(route.front()) && kPromotionRow[us].contains(route.back());
    return Move{route.front(), route.back(), captured, promotes ? Promotion::Yes : Promotion::No};
}

std::optional<Move> largest_capture(const Position& position, Square from, Square to) {
    const Capturer capturer{position, from};
    Bitboard best;
    const auto search = [&](const auto& self, const std::optional<Jump>& previous, Square at,
                            Bitboard captured) -> void {
        if (at == to && captured.count() > best.count()) best = captured;
        for (const Direction direction : kDirections) {
            if (!may_turn_to(direction, previous, at)) continue;
            const std::optional<Jump> jump = capturer.jump(at, direction, captured);
            if (!jump) continue;
            for (const Square landing : jump->landings) {
                self(self, jump, landing, captured | Bitboard{jump->victim});
            }
        }
    };
    search(search, std::nullopt, from, {});
    if (best.is_empty()) return std::nullopt;
    return Move{from, to, best};
}

bool can_go_on(const Position& position, const Move& capture) {
    const Capturer capturer{position, capture.from()};
    return std::any_of(kDirections.begin(), kDirections.end(), [&](Direction direction) {
        return capturer.jump(capture.to(), direction, capture.captured()).has_value();
    });
}

Route crossed_squares(const Route& route, Bitboard captured) {
    Route crossed;
    for (std::size_t i = 0; i < route.size(); ++i) {
        if (i > 0) {
            Route step;
            for (const Square square : between(route[i - 1], route[i]) - captured) {
                step.push_back(square);
            }
            if (route[i] < route[i - 1]) std::reverse(step.begin(), step.end());
            crossed.insert(crossed.end(), step.begin(), step.end());
        }
        crossed.push_back(route[i]);
    }
    return crossed;
}

}  // namespace meerslag

// Moves as text: writers, and the one lenient reader.
#include "core/notation.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

#include "core/capture_route.hpp"
#include "core/legality.hpp"
#include "core/movegen.hpp"
#include "core/text.hpp"

namespace meerslag {

namespace {

bool same_ends(const Move& a, const Move& b) { return a.from() == b.from() && a.to() == b.to(); }

bool has_ends(const Move& move, int from, int to) {
    return move.from().number() == from && move.to().number() == to;
}

/// The squares of numbers `first` to the last; nothing when one is no square.
std::optional<Route> squares_from(const MoveText& text, std::size_t first) {
    Route squares;
    for (std::size_t i = first; i < text.count; ++i) {
        const std::optional<Square> square = Square::try_from_number(text.numbers[i]);
        if (!square) return std::nullopt;
        squares.push_back(*square);
    }
    return squares;
}

Bitboard set_of(const Route& squares) {
    Bitboard set;
    for (const Square square : squares) set.add(square);
    return set;
}

/// Whether `wanted` occurs within `squares` in its order.
bool is_in_order_within(const Route& wanted, const Route& squares) {
    auto next = wanted.begin();
    for (const Square square : squares) {
        if (next != wanted.end() && *next == square) ++next;
    }
    return next == wanted.end();
}

/// The readings of a text of more than two numbers, from the strictest to the most lenient.
class LongTextMatcher {
public:
    LongTextMatcher(const Route& squares, const Position& position, const MoveList& legal)
        : squares_(squares),
          rest_(set_of(Route(squares.begin() + 2, squares.end()))),
          position_(position),
          legal_(legal) {}

    [[nodiscard]] MoveList run() const {
        // Reading 1. Long form: all stops of a route
        MoveList found;
        if (const auto capture = capture_along(position_, squares_)) {
            if (legal_.contains(*capture)) {
                found.push_back(*capture);
                return found;
            }
        }
        // Reading 2. Hub: from, to, all captured squares
        found = hub_moves([this](const Move& move) { return move.captured() == rest_; });
        if (!found.empty()) return found;
        // Reading 3. Long form with stops left out
        found = route_moves([](const Route& route, const Move&) { return route; });
        if (!found.empty()) return found;
        // Reading 4. Any squares on the way
        found = route_moves([](const Route& route, const Move& move) {
            return crossed_squares(route, move.captured());
        });
        if (!found.empty()) return found;
        // Reading 5. Scan's terminal: from, to, enough captured squares to tell the move apart
        return hub_moves([this](const Move& move) { return (rest_ - move.captured()).is_empty(); });
    }

private:
    template <class Predicate>
    [[nodiscard]] MoveList hub_moves(Predicate predicate) const {
        MoveList found;
        for (const Move& move : legal_) {
            if (move.is_capture() && move.from() == squares_[0] && move.to() == squares_[1] &&
                predicate(move)) {
                found.push_back(move);
            }
        }
        return found;
    }

    template <class SquaresOf>
    [[nodiscard]] MoveList route_moves(SquaresOf squares_of) const {
        MoveList found;
        for (const Move& move : legal_) {
            if (move.is_capture() && move.from() == squares_.front() &&
                move.to() == squares_.back() && has_route(position_, move, [&](const Route& route) {
                    return is_in_order_within(squares_, squares_of(route, move));
                })) {
                found.push_back(move);
            }
        }
        return found;
    }

    const Route& squares_;
    Bitboard rest_;
    const Position& position_;
    const MoveList& legal_;
};

std::string shortened(std::string_view text) {
    constexpr std::size_t kMaxShown = 40;
    std::string result;
    for (const char c : text.substr(0, kMaxShown)) result += c >= ' ' && c != '\x7F' ? c : '?';
    if (text.size() > kMaxShown) result += "...";
    return result;
}

}  // namespace

std::string format_short(const Move& move) {
    return fmt::format("{}{}{}", move.from().number(), move.is_capture() ? 'x' : '-',
                       move.to().number());
}

std::string format_long(const Move& move, const Position& position) {
    if (!move.is_capture()) return format_short(move);
    std::string text;
    const char* separator = "";
    for (const Square square : first_route(position, move)) {
        fmt::format_to(std::back_inserter(text), "{}{}", separator, square.number());
        separator = "x";
    }
    return text;
}

std::string format_pdn(const Move& move, const Position& position) {
    if (move.captured().count() < 2) return format_short(move);  // one piece, one way
    const MoveList legal = legal_moves(position);
    const auto fitting = std::count_if(legal.begin(), legal.end(),
                                       [&](const Move& other) { return same_ends(move, other); });
    return fitting > 1 ? format_long(move, position) : format_short(move);
}

std::string format_hub(const Move& move) {
    std::string text = format_short(move);
    for (const Square square : move.captured()) {
        fmt::format_to(std::back_inserter(text), "x{}", square.number());
    }
    return text;
}

MoveList matching_moves(const MoveText& text, const Position& position, const MoveList& legal) {
    MoveList found;
    if (text.count == 2) {
        for (const Move& move : legal) {
            if (has_ends(move, text.from(), text.last())) found.push_back(move);
        }
        return found;
    }
    if (const std::optional<Route> squares = squares_from(text, 0)) {
        return LongTextMatcher{*squares, position, legal}.run();
    }
    return found;
}

Expected<Move, NotationError> resolve_move(const MoveText& text, const Position& position) {
    const MoveList found = matching_moves(text, position, legal_moves(position));
    if (found.size() == 1) return found[0];
    if (found.empty()) {
        return unexpected(
            NotationError{NotationError::Kind::Illegal, explain_illegal(position, text), {}});
    }
    NotationError error{NotationError::Kind::Ambiguous, {}, {found.begin(), found.end()}};
    error.reason = explain_ambiguous(position, text, found);
    return unexpected(std::move(error));
}

Expected<Move, NotationError> parse_move(std::string_view text, const Position& position) {
    if (const std::optional<MoveText> move = parse_move_text(text)) {
        return resolve_move(*move, position);
    }
    return unexpected(NotationError{
        NotationError::Kind::Unreadable,
        fmt::format("'{}' is not a move: write it like 32-28 or 28x19", shortened(trimmed(text))),
        {}});
}

}  // namespace meerslag

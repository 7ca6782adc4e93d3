// The rules in the plainest form: one square, one piece, one jump at a time.
#include "tests/support/slow_rules.hpp"

#include <algorithm>
#include <set>

namespace meerslag::test {
namespace {

/// A point of the 10x10 board; row 1 is at the top, column 1 at the left, as White sees it.
struct Point {
    int row;
    int column;
};

struct Step {
    int rows;
    int columns;
};

constexpr std::array<Step, 4> kSteps{Step{-1, -1}, Step{-1, 1}, Step{1, -1}, Step{1, 1}};

Point point_of(int square) {
    const int row = (square - 1) / 5 + 1;
    const int place_in_row = (square - 1) % 5;  // 0..4
    // Odd rows begin with a light square (2.1: a dark corner at the player's left, here square 46).
    return {row, row % 2 == 1 ? 2 * place_in_row + 2 : 2 * place_in_row + 1};
}

/// The square `distance` steps away, 0 when that is off the board.
int square_at(int from, Step step, int distance) {
    const Point start = point_of(from);
    const int row = start.row + distance * step.rows;
    const int column = start.column + distance * step.columns;
    if (row < 1 || row > 10 || column < 1 || column > 10) return 0;
    return (row - 1) * 5 + (column - 1) / 2 + 1;
}

int forward(Color color) { return color == Color::White ? -1 : 1; }

bool is_promotion_square(int square, Color color) {  // 2.1, 3.5
    return color == Color::White ? square <= 5 : square >= 46;
}

void add_quiet_moves(const SlowPosition& position, int from, std::vector<SlowMove>& moves) {
    const Piece piece = *position.pieces[static_cast<std::size_t>(from)];
    for (const Step step : kSteps) {
        if (piece.type == PieceType::Man && step.rows != forward(piece.color)) continue;  // 3.4
        const int reach = piece.type == PieceType::Man ? 1 : 9;                           // 3.9
        for (int distance = 1; distance <= reach; ++distance) {
            const int to = square_at(from, step, distance);
            if (to == 0 || position.pieces[static_cast<std::size_t>(to)]) break;
            moves.push_back({from, to, {}});
        }
    }
}

/// Follows every way in which one piece can capture, and notes the state after each jump.
class CaptureWalk {
public:
    CaptureWalk(const SlowPosition& position, int from)
        : board_(position), piece_(*position.pieces[static_cast<std::size_t>(from)]), from_(from) {
        board_.pieces[static_cast<std::size_t>(from)].reset();  // the piece is in the hand
    }

    std::vector<SlowMove> run() {
        walk(from_);
        return std::move(moves_);
    }

private:
    void walk(int at) {
        for (const Step step : kSteps) {  // 4.1: forward and backward
            int distance = 1;
            if (piece_.type == PieceType::King) {  // 4.3: the enemy may be at any distance
                while (is_empty(square_at(at, step, distance))) ++distance;
            }
            const int over = square_at(at, step, distance);
            if (over == 0 || !is_enemy(over) || captured_.contains(over)) continue;  // 4.7, 4.8
            captured_.insert(over);  // 4.11: it stays on the board until the move is done
            while (is_empty(square_at(at, step, distance + 1))) {
                ++distance;
                const int to = square_at(at, step, distance);
                moves_.push_back({from_, to, {captured_.begin(), captured_.end()}});
                walk(to);  // 4.5, 4.6
                if (piece_.type == PieceType::Man) break;
            }
            captured_.erase(over);
        }
    }

    [[nodiscard]] bool is_empty(int square) const {
        return square != 0 && !board_.pieces[static_cast<std::size_t>(square)];
    }
    [[nodiscard]] bool is_enemy(int square) const {
        const auto& piece = board_.pieces[static_cast<std::size_t>(square)];
        return piece && piece->color != piece_.color;
    }

    SlowPosition board_;
    Piece piece_;
    int from_;
    std::set<int> captured_;
    std::vector<SlowMove> moves_;
};

/// Every capture that can be begun, also those that take too few or stop too early.
std::vector<SlowMove> all_captures(const SlowPosition& position, Color color) {
    std::vector<SlowMove> moves;
    for (int from = 1; from <= kSquareCount; ++from) {
        const auto& piece = position.pieces[static_cast<std::size_t>(from)];
        if (!piece || piece->color != color) continue;
        for (SlowMove& move : CaptureWalk{position, from}.run()) moves.push_back(std::move(move));
    }
    return moves;
}

}  // namespace

SlowPosition to_slow(const Position& position) {
    SlowPosition result;
    result.side_to_move = position.side_to_move();
    for (int number = 1; number <= kSquareCount; ++number) {
        result.pieces[static_cast<std::size_t>(number)] =
            position.piece_at(Square::from_number(number));
    }
    return result;
}

SlowMove to_slow(const Move& move) {
    SlowMove result{move.from().number(), move.to().number(), {}};
    for (const Square square : move.captured()) result.captured.push_back(square.number());
    return result;
}

std::vector<SlowMove> slow_legal_moves(const SlowPosition& position) {
    std::vector<SlowMove> moves = all_captures(position, position.side_to_move);
    if (!moves.empty()) {  // 4.13: the most pieces must be taken, a king counts as one
        std::size_t most = 0;
        for (const SlowMove& move : moves) most = std::max(most, move.captured.size());
        std::erase_if(moves, [most](const SlowMove& move) { return move.captured.size() < most; });
    } else {
        for (int from = 1; from <= kSquareCount; ++from) {
            const auto& piece = position.pieces[static_cast<std::size_t>(from)];
            if (piece && piece->color == position.side_to_move) {
                add_quiet_moves(position, from, moves);
            }
        }
    }
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
}

bool slow_has_capture(const SlowPosition& position, Color color) {
    return !all_captures(position, color).empty();
}

SlowPosition slow_play(const SlowPosition& position, const SlowMove& move) {
    SlowPosition next = position;
    std::optional<Piece> piece = position.pieces[static_cast<std::size_t>(move.from)];
    next.pieces[static_cast<std::size_t>(move.from)].reset();
    for (const int square : move.captured) next.pieces[static_cast<std::size_t>(square)].reset();
    if (is_promotion_square(move.to, piece->color)) piece->type = PieceType::King;  // 3.5, 4.15
    next.pieces[static_cast<std::size_t>(move.to)] = piece;
    next.side_to_move = opposite(position.side_to_move);
    return next;
}

}  // namespace meerslag::test

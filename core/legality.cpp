// Why a move is not legal. Articles: those of the official rules' chapter "official rules".
#include "core/legality.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "core/capture_route.hpp"
#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace meerslag {

namespace {

constexpr PerColor<const char*> kName{"White", "Black"};

const char* pieces_word(int count) { return count == 1 ? "piece" : "pieces"; }

std::string numbers_of(Bitboard squares) {
    std::vector<int> numbers;
    for (const Square square : squares) numbers.push_back(square.number());
    return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string as_written(const MoveText& text) {
    std::string result = fmt::format("{}", text.from());
    for (std::size_t i = 1; i < text.count; ++i) {
        const char separator = text.separators[i - 1] == Separator::Capture ? 'x' : '-';
        fmt::format_to(std::back_inserter(result), "{}{}", separator, text.numbers[i]);
    }
    return result;
}

/// Explains one text in one position, of which the squares are known to exist.
class Explainer {
public:
    Explainer(const Position& position, const MoveText& text)
        : position_(position),
          text_(text),
          us_(position.side_to_move()),
          legal_(legal_moves(position)),
          from_(Square::from_number(text.from())) {}

    [[nodiscard]] std::string explain() const {
        if (position_.pieces(us_).is_empty()) {  // article 7.2
            return fmt::format("the game is over: {} has no piece left", kName[us_]);
        }
        if (legal_.empty()) return fmt::format("the game is over: {} has no move", kName[us_]);
        const std::optional<Piece> piece = position_.piece_at(from_);
        if (!piece) return fmt::format("there is no piece on {}", from_.number());
        if (piece->color != us_) {  // article 5.4: moving the opponent's piece
            return fmt::format("the piece on {} is not {}'s, who is to move", from_.number(),
                               kName[us_]);
        }
        return text_.count == 2 ? explain_ends(Square::from_number(text_.last())) : explain_long();
    }

private:
    [[nodiscard]] bool must_capture() const { return legal_[0].is_capture(); }

    /// Only from and to matter.
    [[nodiscard]] std::string explain_ends(Square to) const {
        if (to == from_) return fmt::format("no capture leads from {} back to it", from_.number());
        if (position_.occupied().contains(to)) {
            return fmt::format("square {} is taken", to.number());
        }
        if (const auto capture = largest_capture(position_, from_, to)) {
            return explain_capture(*capture);
        }
        std::string fault = quiet_fault(to);
        if (!fault.empty()) return fault;
        if (!must_capture()) {  // captured squares or stops behind a move that takes nothing
            return fmt::format("nothing can be captured: the move is {}-{}", from_.number(),
                               to.number());
        }
        return fmt::format("a capture is compulsory: {}",
                           captures_shown());  // articles 4.13, 5.4.6
    }

    /// The text says more than from and to: by its stops, or by the captured squares.
    [[nodiscard]] std::string explain_long() const {
        Route squares;
        for (std::size_t i = 0; i < text_.count; ++i) {
            squares.push_back(Square::from_number(text_.numbers[i]));
        }
        Bitboard listed;
        for (std::size_t i = 2; i < squares.size(); ++i) listed.add(squares[i]);
        const Bitboard enemies = position_.pieces(opposite(us_));
        const bool lists_captured =
            (listed - enemies).is_empty() ||
            std::any_of(legal_.begin(), legal_.end(), [&](const Move& move) {
                return move.is_capture() && move.from() == from_ && move.to() == squares[1];
            });
        const Square to = lists_captured ? squares[1] : squares.back();
        if (!lists_captured) {
            if (const auto capture = capture_along(position_, squares)) {
                return explain_capture(*capture);
            }
        }
        std::string fitting;
        for (const Move& move : legal_) {
            if (!move.is_capture() || move.from() != from_ || move.to() != to) continue;
            if (!fitting.empty()) fitting += " or ";
            fitting += lists_captured ? numbers_of(move.captured()) : format_hub(move);
        }
        if (fitting.empty()) return explain_ends(to);
        if (lists_captured) {  // articles 5.4.11, 5.4.12: too few or wrong pieces removed
            return fmt::format("{}x{} takes {}, not {}", from_.number(), to.number(), fitting,
                               numbers_of(listed));
        }
        return fmt::format("no capture goes {}: from {} to {} there is {}", as_written(text_),
                           from_.number(), to.number(), fitting);
    }

    /// A possible capture that is not legal, since it takes too little (article 5.4.8).
    [[nodiscard]] std::string explain_capture(const Move& capture) const {
        const int taken = capture.captured().count();
        const int most = legal_[0].captured().count();
        const Move* longer = nullptr;
        for (const Move& move : legal_) {
            if (move.from() == from_ && (capture.captured() - move.captured()).is_empty()) {
                longer = &move;
                break;
            }
        }
        if (longer != nullptr && can_go_on(position_, capture)) {  // article 4.5
            return fmt::format("the capture {} must go on: {} takes {} {}", format_short(capture),
                               format_hub(*longer), most, pieces_word(most));
        }
        return fmt::format("{} takes {} {}, but {} takes {}", format_short(capture), taken,
                           pieces_word(taken), format_hub(legal_[0]), most);  // article 4.13
    }

    /// What is wrong with going to the free square `to` without a capture; empty: nothing.
    [[nodiscard]] std::string quiet_fault(Square to) const {
        const bool is_king = position_.kings(us_).contains(from_);
        const int rows = std::abs(to.row() - from_.row());
        if (rows != std::abs(to.column() - from_.column())) {
            return text_.separators[0] == Separator::Capture
                       ? fmt::format("no capture leads from {} to {}", from_.number(), to.number())
                       : fmt::format("{} is not on a diagonal through {}", to.number(),
                                     from_.number());
        }
        const Bitboard way = between(from_, to);
        return is_king ? king_fault(way, to) : man_fault(way, to, rows);
    }

    [[nodiscard]] std::string man_fault(Bitboard way, Square to, int rows) const {
        if (rows == 2) {
            if ((way & position_.pieces(us_)).any()) {  // article 4.7
                return fmt::format("a man cannot jump over its own side's piece on {}",
                                   way.first().number());
            }
            if (text_.separators[0] == Separator::Capture) {
                return fmt::format("there is no piece to capture on {}", way.first().number());
            }
        }
        if (rows > 1) return "a man moves only one square";  // article 3.4
        const bool is_forward = us_ == Color::White ? to < from_ : to > from_;
        return is_forward ? "" : "a man cannot move backwards";  // article 3.4
    }

    [[nodiscard]] std::string king_fault(Bitboard way, Square to) const {
        if (const Bitboard own = way & position_.pieces(us_); own.any()) {  // article 4.7
            return fmt::format("a king cannot jump over its own side's piece on {}",
                               own.first().number());
        }
        if ((way & position_.occupied()).any()) {  // article 4.3: a free square must lie behind
            return fmt::format("a king cannot jump over two pieces in a row ({}) to {}",
                               numbers_of(way & position_.occupied()), to.number());
        }
        return "";  // article 3.9
    }

    [[nodiscard]] std::string captures_shown() const {
        constexpr std::size_t kMaxShown = 3;
        std::string shown;
        for (std::size_t i = 0; i < std::min(legal_.size(), kMaxShown); ++i) {
            if (i > 0) shown += ", ";
            shown += format_hub(legal_[i]);
        }
        if (legal_.size() > kMaxShown) shown += ", ...";
        return shown;
    }

    const Position& position_;
    const MoveText& text_;
    Color us_;
    MoveList legal_;
    Square from_;
};

}  // namespace

std::string explain_illegal(const Position& position, const MoveText& text) {
    for (std::size_t i = 0; i < text.count; ++i) {
        if (!Square::try_from_number(text.numbers[i])) {
            return fmt::format("there is no square {}", text.numbers[i]);
        }
    }
    return Explainer{position, text}.explain();
}

std::string explain_ambiguous(const Position& position, const MoveText& text,
                              const MoveList& candidates) {
    std::string list;
    for (const Move& move : candidates) {
        if (!list.empty()) list += " or ";
        fmt::format_to(std::back_inserter(list), "{} ({})", format_long(move, position),
                       format_hub(move));
    }
    return fmt::format("{} is ambiguous: it may be {}", as_written(text), list);
}

}  // namespace meerslag

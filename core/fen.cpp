// FEN: reader and writer.
#include "core/fen.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

#include "core/text.hpp"

namespace meerslag {

namespace {

/// lidraughts keeps its counters within these.
constexpr int kMaxHalfMoveCounter = 100;
constexpr int kMaxMoveNumber = 500;

/// A part of a text that knows where in the whole it stands. Blanks, also `_` and the non-breaking
/// one, are passed over.
class Cursor {
public:
    Cursor(std::string_view text, std::size_t begin, std::size_t end)
        : text_(text), at_(begin), end_(end) {}

    [[nodiscard]] int column() { return skip_blanks(), static_cast<int>(at_) + 1; }
    /// The next character in upper case; '\0' at the end.
    [[nodiscard]] char peek() {
        skip_blanks();
        return at_ < end_ ? to_upper(text_[at_]) : '\0';
    }
    [[nodiscard]] bool at_end() { return skip_blanks(), at_ == end_; }
    void advance() { ++at_; }
    [[nodiscard]] bool take(char wanted) {
        if (at_end() || peek() != wanted) return false;
        advance();
        return true;
    }
    void skip_to(char stop) {
        while (at_ < end_ && text_[at_] != stop) ++at_;
    }
    /// A number of any length; what is too big for a square or counter becomes 9999.
    [[nodiscard]] std::optional<int> take_number() {
        if (!is_digit(peek())) return std::nullopt;
        int value = 0;
        for (; at_ < end_ && is_digit(text_[at_]); ++at_) {
            value = std::min(value * 10 + (text_[at_] - '0'), 9999);
        }
        return value;
    }

private:
    void skip_blanks() {
        while (at_ < end_) {
            if (is_blank(text_[at_]) || text_[at_] == '_') {
                ++at_;
            } else if (at_ + 1 < end_ && text_[at_] == '\xC2' && text_[at_ + 1] == '\xA0') {
                at_ += 2;
            } else {
                return;
            }
        }
    }

    std::string_view text_;
    std::size_t at_;
    std::size_t end_;
};

/// The FEN itself within wrapper, quotes, blanks and final dot.
Cursor unwrapped(std::string_view text) {
    const auto is_any_of = [](char c, std::string_view set) {
        return set.find(c) != std::string_view::npos;
    };
    std::size_t begin = 0;
    std::size_t end = text.size();
    while (begin < end && (is_blank(text[begin]) || is_any_of(text[begin], "_['\""))) ++begin;
    constexpr std::string_view kTag = "FEN";
    if (end - begin > kTag.size() &&
        std::equal(kTag.begin(), kTag.end(), text.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](char a, char b) { return a == to_upper(b); })) {
        begin += kTag.size();
        while (begin < end && (is_blank(text[begin]) || is_any_of(text[begin], "_'\""))) ++begin;
    }
    while (begin < end && (is_blank(text[end - 1]) || is_any_of(text[end - 1], "_]'\"."))) --end;
    return Cursor{text, begin, end};
}

class FenReader {
public:
    explicit FenReader(std::string_view text) : cursor_(unwrapped(text)) {}

    Expected<FenPosition, TextError> read() {
        if (cursor_.at_end()) return failure("the FEN is empty");
        if (!read_side()) return unexpected(error_);
        while (!cursor_.at_end()) {
            if (!cursor_.take(':')) return failure("':' expected before {}", shown(cursor_.peek()));
            if (!read_field()) return unexpected(error_);
        }
        auto position = Position::from_board(board_, side_);
        if (!position) return unexpected(TextError{position.error().message(), 1});
        FenPosition result{*position, side_given_, half_moves_, move_number_, {}};
        if (!ghosts_.empty()) {
            result.warnings.push_back(
                fmt::format("the FEN shows a capture half played: the taken pieces on {} were left "
                            "out",
                            fmt::join(ghosts_, ", ")));
        }
        return result;
    }

private:
    enum class Kind : std::uint8_t { Man, King, Ghost };

    template <class... Args>
    bool fail_at(int column, fmt::format_string<Args...> reason, Args&&... args) {
        error_ = TextError{fmt::format(reason, std::forward<Args>(args)...), column};
        return false;
    }
    template <class... Args>
    bool fail(fmt::format_string<Args...> reason, Args&&... args) {
        return fail_at(cursor_.column(), reason, std::forward<Args>(args)...);
    }
    template <class... Args>
    tl::unexpected<TextError> failure(fmt::format_string<Args...> reason, Args&&... args) {
        fail(reason, std::forward<Args>(args)...);
        return tl::unexpected<TextError>(error_);
    }

    bool read_side() {
        switch (cursor_.peek()) {
            case 'W': side_ = Color::White; break;
            case 'B': side_ = Color::Black; break;
            case '?':
                side_ = Color::White;
                side_given_ = SideToMove::Unknown;
                break;
            case ':': return fail("the side to move is missing: W or B");
            default: return fail("{} is no side to move: it must be W or B", shown(cursor_.peek()));
        }
        cursor_.advance();
        return true;
    }

    bool read_field() {
        const char kind = cursor_.peek();
        switch (kind) {
            case '\0':
            case ':': return true;
            case 'W': cursor_.advance(); return read_list(Color::White);
            case 'B': cursor_.advance(); return read_list(Color::Black);
            case '+': cursor_.skip_to(':'); return true;  // Frisian counters
            case 'H':
            case 'F': {
                cursor_.advance();
                const std::optional<int> number = cursor_.take_number();
                if (!number) return fail("a number is missing after {}", kind);
                if (kind == 'H') half_moves_ = std::min(*number, kMaxHalfMoveCounter);
                if (kind == 'F') move_number_ = std::clamp(*number, 1, kMaxMoveNumber);
                return true;
            }
            default: return fail("{} is no colour: it must be W or B", shown(kind));
        }
    }

    bool read_list(Color color) {
        while (!cursor_.at_end() && cursor_.peek() != ':') {
            if (cursor_.take(',')) continue;
            if (!read_item(color)) return false;
            const char next = cursor_.peek();
            if (!cursor_.at_end() && next != ',' && next != ':') {
                return fail("',' or ':' expected before {}", shown(next));
            }
        }
        return true;
    }

    bool read_item(Color color) {
        const int column = cursor_.column();
        Kind kind = Kind::Man;
        if (cursor_.take('K')) {
            kind = Kind::King;
        } else if (cursor_.take('G') || cursor_.take('P')) {
            kind = Kind::Ghost;
        }
        const std::optional<int> first = read_square();
        if (!first) return false;
        int last = *first;
        if (cursor_.take('-')) {
            const std::optional<int> end = read_square();
            if (!end) return false;
            if (*end < *first) {
                return fail_at(column, "the range {}-{} runs backwards", *first, *end);
            }
            last = *end;
        }
        for (int number = *first; number <= last; ++number) {
            if (!put(Square::from_number(number), color, kind, column)) return false;
        }
        return true;
    }

    std::optional<int> read_square() {
        const int column = cursor_.column();
        const std::optional<int> number = cursor_.take_number();
        if (!number) {
            if (cursor_.at_end()) {
                fail("a square number is missing at the end");
            } else {
                fail("a square number is missing before {}", shown(cursor_.peek()));
            }
            return std::nullopt;
        }
        if (!Square::try_from_number(*number)) {
            fail_at(column, "there is no square {}: they are numbered 1 to 50", *number);
            return std::nullopt;
        }
        return number;
    }

    bool put(Square square, Color color, Kind kind, int column) {
        if (kind == Kind::Ghost) {
            const int number = square.number();
            if (std::find(ghosts_.begin(), ghosts_.end(), number) == ghosts_.end()) {
                ghosts_.push_back(number);
            }
            return true;
        }
        const Piece piece{color, kind == Kind::King ? PieceType::King : PieceType::Man};
        if (const std::optional<Piece> there = board_.piece_at(square)) {
            if (*there == piece) return true;  // the same piece named twice
            return fail_at(column, "two pieces stand on square {}", square.number());
        }
        if (piece.type == PieceType::Man && kPromotionRow[color].contains(square)) {  // article 3.5
            const PositionError error{PositionError::Reason::ManOnPromotionRow, square};
            return fail_at(column, "{}", error.message());
        }
        (piece.type == PieceType::King ? board_.kings : board_.men)[color].add(square);
        return true;
    }

    Cursor cursor_;
    Board board_{};
    Color side_ = Color::White;
    SideToMove side_given_ = SideToMove::Given;
    std::optional<int> half_moves_;
    std::optional<int> move_number_;
    std::vector<int> ghosts_;
    TextError error_;
};

constexpr PerColor<char> kLetter{'W', 'B'};

}  // namespace

Expected<FenPosition, TextError> parse_fen(std::string_view text) { return FenReader{text}.read(); }

std::string format_fen(const Position& position) {
    std::string text(1, kLetter[position.side_to_move()]);
    for (const Color color : kColors) {
        text += ':';
        text += kLetter[color];
        const char* separator = "";
        for (const Square square : position.pieces(color)) {
            const bool is_king = position.kings(color).contains(square);
            fmt::format_to(std::back_inserter(text), "{}{}{}", separator, is_king ? "K" : "",
                           square.number());
            separator = ",";
        }
    }
    return text;
}

}  // namespace meerslag

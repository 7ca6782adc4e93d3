// PDN: bytes to tokens.
#include "core/pdn_lexer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/text.hpp"

namespace meerslag {

namespace {

using Kind = PdnToken::Kind;
using Shape = PdnToken::Shape;

constexpr std::size_t kChunk = std::size_t{64} << 10;
/// Bytes in sight at the start of a token; only tags and comments may be longer.
constexpr std::size_t kLookahead = 2048;
constexpr std::size_t kMaxTag = std::size_t{32} << 10;
constexpr std::size_t kMaxComment = std::size_t{1} << 20;
constexpr std::size_t kJunkShown = 40;

constexpr std::string_view kMarks = "!?";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr char kLatin1NoBreakSpace = '\xA0';
constexpr std::array<std::string_view, 6> kDraws{"1/2-1/2",   "1/2 - 1/2", "\xC2\xBD-\xC2\xBD",
                                                 "\xBD-\xBD", "0.5-0.5",   "0,5-0,5"};

std::size_t count_front(std::string_view text, std::string_view set) {
    const std::size_t end = text.find_first_not_of(set);
    return end == std::string_view::npos ? text.size() : end;
}

std::size_t count_digits(std::string_view text) { return count_front(text, "0123456789"); }

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// `text` starts with `prefix`, letters of either case.
bool starts_like(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(),
                      [](char a, char b) { return to_upper(a) == to_upper(b); });
}

/// Where a quoted value ends: at a quote with `]` behind it, which inner quotes have not. On its
/// line or, if the lines between are not empty and begin no tag, on a later one.
struct TagEnd {
    std::size_t value;  ///< length of the value
    std::size_t tag;    ///< what follows the closing bracket
};

std::optional<TagEnd> find_tag_end(std::string_view text) {
    bool line_is_empty = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_line_end(c)) {
            if (line_is_empty && c == '\n' && text[i - 1] != '\r') return std::nullopt;
            line_is_empty = true;
            continue;
        }
        if (line_is_empty && c == '[') return std::nullopt;
        line_is_empty = false;
        if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
            ++i;
        } else if (c == '"') {
            const std::size_t bracket = i + 1 + count_front(text.substr(i + 1), " \t\r\n");
            if (bracket < text.size() && text[bracket] == ']') return TagEnd{i, bracket + 1};
        }
    }
    return std::nullopt;
}

}  // namespace

PdnSource source_of(std::string_view text) {
    return [text](std::span<char> room) mutable {
        const std::size_t count = std::min(room.size(), text.size());
        std::copy_n(text.data(), count, room.data());
        text.remove_prefix(count);
        return count;
    };
}

/// Sees to it that `wanted` bytes are in the buffer, as far as the file goes.
void PdnLexer::fill(std::size_t wanted) {
    if (end_ - begin_ >= wanted) return;
    while (end_ - begin_ < wanted && !source_ended_) {
        if (begin_ > 0) {
            std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
            end_ -= begin_;
            begin_ = 0;
        }
        if (buffer_.size() < end_ + kChunk) buffer_.resize(std::max(2 * end_, end_ + kChunk));
        const std::size_t count =
            source_(std::span<char>{buffer_.data() + end_, buffer_.size() - end_});
        end_ += count;
        source_ended_ = count == 0;
    }
}

void PdnLexer::consume(std::size_t length) {
    for (std::size_t i = begin_; i < begin_ + length; ++i) {
        const char c = buffer_[i];
        const bool ends_pair = c == '\n' && after_carriage_return_;
        after_carriage_return_ = c == '\r';
        if (ends_pair) continue;
        if (is_line_end(c)) {
            ++line_;
            column_ = 1;
        } else {
            ++column_;
        }
    }
    begin_ += length;
}

void PdnLexer::consume_line() {
    for (;;) {
        const std::size_t end = rest().find_first_of("\r\n");
        if (end != std::string_view::npos) return consume(end);
        consume(end_ - begin_);
        fill(1);
        if (begin_ == end_) return;
    }
}

/// Consumes one blank of whatever kind. Returns: whether there was one.
bool PdnLexer::skip_blank() {
    if (begin_ == end_) return false;
    const char c = buffer_[begin_];
    if (is_blank(c) || c == kLatin1NoBreakSpace || c == '\0') {
        consume(1);
        return true;
    }
    for (const std::string_view blank : {kNoBreakSpace, kByteOrderMark}) {
        if (c == blank[0] && rest().starts_with(blank)) {
            consume(blank.size());
            return true;
        }
    }
    return false;
}

/// Blanks, `%` lines, and the `[pdn]` marks of forum posts.
void PdnLexer::skip_between_tokens() {
    if (inside_ == Inside::CutComment) {
        for (;;) {
            const std::size_t end = rest().find('}');
            if (end != std::string_view::npos) {
                consume(end + 1);
                break;
            }
            consume(end_ - begin_);
            fill(1);
            if (begin_ == end_) break;
        }
        inside_ = Inside::Nothing;
    }
    for (;;) {
        fill(kLookahead);
        if (skip_blank()) continue;
        if (begin_ == end_) return;
        if (buffer_[begin_] == '%') {
            consume_line();
        } else if (starts_like(rest(), "[pdn]")) {
            consume(5);
        } else if (starts_like(rest(), "[/pdn]")) {
            consume(6);
        } else {
            return;
        }
    }
}

bool PdnLexer::at_break() {
    consume(pending_);
    pending_ = 0;
    int line_ends = 0;
    for (;;) {
        fill(kLookahead);
        if (begin_ == end_) return true;
        const int line_before = line_;
        if (!skip_blank()) break;
        line_ends += line_ - line_before;
        if (line_ends >= 2) return true;
    }
    const std::string_view text = rest();
    return text.size() > 1 && text[0] == '[' && is_letter(text[1]);
}

void PdnLexer::finish(Kind kind, std::size_t length, std::string_view text) {
    token_.kind = kind;
    token_.text = text;
    pending_ = length;
}

const PdnToken& PdnLexer::next() {
    consume(pending_);
    pending_ = 0;
    skip_between_tokens();
    token_.shape = Shape::Proper;
    token_.line = line_;
    token_.column = column_;
    if (begin_ == end_) {
        finish(Kind::End, 0);
    } else {
        lex();
    }
    return token_;
}

void PdnLexer::lex() {
    const std::string_view text = rest();
    const char c = text[0];
    for (const std::string_view draw : kDraws) {
        if (c == draw[0] && text.starts_with(draw)) return finish(Kind::Draw, draw.size(), draw);
    }
    if (is_digit(c)) return lex_number();
    switch (c) {
        case '{':
        case ';': return lex_comment();
        case '[': return lex_tag();
        case ')': return finish(Kind::CloseVariation, 1);
        case '*': return finish(Kind::Asterisk, 1);
        case '.': return finish(Kind::Placeholder, count_front(text, "."));
        case '(': {
            const std::size_t marks = count_front(text.substr(1), kMarks);
            const bool is_strength = marks > 0 && text.substr(1 + marks).starts_with(')');
            if (is_strength) return finish(Kind::Strength, marks + 2, text.substr(1, marks));
            return finish(Kind::OpenVariation, 1);
        }
        case '!':
        case '?': {
            const std::size_t marks = count_front(text, kMarks);
            return finish(Kind::Strength, marks, text.substr(0, marks));
        }
        case '$': {
            const std::size_t digits = count_digits(text.substr(1));
            if (digits == 0) return lex_junk();
            return finish(Kind::Nag, digits + 1, text.substr(1, digits));
        }
        case '/':
            if (!lex_setup()) lex_junk();
            return;
        default:
            if (!lex_sign()) lex_junk();
            return;
    }
}

/// `{ ... }` to the first closing brace, or `; ...` to the end of the line.
void PdnLexer::lex_comment() {
    const bool in_braces = buffer_[begin_] == '{';
    const std::string_view ends = in_braces ? "}" : "\r\n";
    std::size_t searched = 1;
    for (;;) {
        const std::size_t end = rest().find_first_of(ends, searched);
        if (end != std::string_view::npos) {
            return finish(Kind::Comment, in_braces ? end + 1 : end, rest().substr(1, end - 1));
        }
        searched = end_ - begin_;
        if (searched > kMaxComment) {
            token_.shape = Shape::TooLong;
            if (in_braces) inside_ = Inside::CutComment;
            return finish(Kind::Comment, searched, rest().substr(1));
        }
        fill(searched + 1);
        if (searched == end_ - begin_) break;  // the end of the file
    }
    if (in_braces) token_.shape = Shape::Unclosed;
    finish(Kind::Comment, searched, rest().substr(1));
}

void PdnLexer::lex_tag() {
    fill(kMaxTag);
    const std::string_view text = rest().substr(0, kMaxTag);
    const std::size_t name = 1 + count_front(text.substr(1), " \t");
    std::size_t at = name;
    if (at >= text.size() || !is_letter(text[at])) return lex_junk();
    while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_')) ++at;
    token_.name = text.substr(name, at - name);
    at += count_front(text.substr(at), " \t\r\n");
    const bool is_quoted = at < text.size() && text[at] == '"';
    if (is_quoted) ++at;
    const std::string_view value = text.substr(at);
    if (is_quoted) {
        if (const auto end = find_tag_end(value)) {
            return finish(Kind::Tag, at + end->tag, value.substr(0, end->value));
        }
    }
    // Broken: the value is what stands on the line.
    token_.shape = Shape::Unclosed;
    std::size_t length = value.find_first_of("\r\n");
    if (length == std::string_view::npos) length = value.size();
    std::string_view shown = trimmed(value.substr(0, length));
    if (!is_quoted) {
        if (const std::size_t bracket = shown.find(']'); bracket != std::string_view::npos) {
            length = value.find(']') + 1;
            shown = shown.substr(0, bracket);
        }
    }
    while (!shown.empty() && (shown.back() == ']' || shown.back() == '"')) shown.remove_suffix(1);
    finish(Kind::Tag, at + length, shown);
}

/// `/FEN "..."/`: the slashes on one line.
bool PdnLexer::lex_setup() {
    const std::string_view text = rest().substr(0, kLookahead);
    const std::size_t end = text.find('/', 1);
    if (end == std::string_view::npos) return false;
    const std::string_view inside = text.substr(1, end - 1);
    if (!starts_like(trimmed(inside), "FEN")) return false;
    finish(Kind::Setup, end + 1, inside);
    return true;
}

/// A move number, a move or a result.
void PdnLexer::lex_number() {
    const std::string_view text = rest().substr(0, kLookahead);
    const std::size_t digits = count_digits(text);
    const std::size_t dots = count_front(text.substr(digits), ".");
    if (dots > 0) return finish(Kind::MoveNumber, digits + dots);
    const std::optional<MoveTextPrefix> prefix = take_move_text(text);
    if (!prefix) return lex_junk();
    const auto numbers_end =
        prefix->move.numbers.begin() + static_cast<std::ptrdiff_t>(prefix->move.count);
    constexpr int kTooLarge = 999;  // a year or the like
    if (std::find(prefix->move.numbers.begin(), numbers_end, kTooLarge) != numbers_end) {
        return lex_junk();
    }
    token_.move = prefix->move;
    std::size_t length = prefix->length;
    // `28x19 -1` is a move and a sign (article 9), not three squares.
    const std::string_view whole = text.substr(0, length);
    if (token_.move.count == 3 && whole[length - 2] == '-' && is_blank(whole[length - 3])) {
        --token_.move.count;
        length -= 2;
        while (is_blank(text[length - 1])) --length;
    }
    finish(Kind::Move, length, text.substr(0, length));
}

/// The signs of article 9 that PDN does not know, and dashes for moves nobody noted.
bool PdnLexer::lex_sign() {
    const std::string_view text = rest().substr(0, kLookahead);
    constexpr std::string_view kAdLibitum = "a.l.";
    if (starts_like(text, kAdLibitum)) {
        finish(Kind::Sign, kAdLibitum.size(), kAdLibitum);
        return true;
    }
    if (text[0] == '=') {
        finish(Kind::Sign, 1, text.substr(0, 1));
        return true;
    }
    if (text[0] != '+' && text[0] != '-') return false;
    const std::size_t digits = count_digits(text.substr(1));
    if (text[0] == '-' && digits == 0) {
        finish(Kind::UnknownMove, count_front(text, "-"));
        return true;
    }
    if (digits > 2) return false;
    finish(Kind::Sign, 1 + digits, text.substr(0, 1 + digits));
    return true;
}

/// To the next blank or sign of structure; only the beginning is shown.
void PdnLexer::lex_junk() {
    constexpr std::string_view kEnds = " \t\r\n{}[]()";
    scratch_.clear();
    std::size_t at = 1;
    for (;;) {
        const std::string_view text = rest();
        const std::size_t end = std::min(text.find_first_of(kEnds, at), text.size());
        if (scratch_.empty()) scratch_ = text.substr(0, std::min(end, kJunkShown));
        if (end < text.size()) return finish(Kind::Junk, end, scratch_);
        consume(text.size());
        at = 0;
        fill(1);
        if (begin_ == end_) return finish(Kind::Junk, 0, scratch_);
    }
}

}  // namespace meerslag

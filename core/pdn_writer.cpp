// PDN out.
#include "core/pdn_writer.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <iterator>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "core/pdn_clock.hpp"
#include "core/text.hpp"

namespace meerslag {

namespace {

/// The tags that come first, in this order.
constexpr std::array<std::string_view, 9> kFirstTags{
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN"};

std::string without_line_breaks(std::string_view text) {
    std::string result{text};
    std::replace_if(
        result.begin(), result.end(), [](char c) { return is_blank(c) || c == '\0'; }, ' ');
    return result;
}

std::string escaped(std::string_view value) {
    std::string result;
    for (const char c : without_line_breaks(value)) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

/// Where the first word of a comment ends, one that is not to be broken. Requires: it is not empty.
///
/// Runs of blanks are kept together, so that reading gives the same text back; so are commands in
/// brackets (`[%clk 0:10:00]`), which some programs find only on one line.
std::size_t end_of_word(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size()) {
        if (text[end] == ' ') {
            const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
            if (next == end + 1) break;
            end = next;
            continue;
        }
        if (text.substr(end).starts_with("[%")) {
            const std::size_t bracket = text.find_first_of("[]", end + 1);
            if (bracket != std::string_view::npos && text[bracket] == ']') end = bracket;
        }
        ++end;
    }
    return end;
}

/// Tokens with a blank between, on lines not too long.
class LineBreaker {
public:
    explicit LineBreaker(std::size_t columns) : columns_(columns) {}

    void word(std::string_view text) {
        const std::size_t blank = column_ == 0 || is_glued_ ? 0 : 1;
        if (column_ > 0 && column_ + blank + text.size() > columns_) {
            text_ += '\n';
            column_ = 0;
        } else {
            text_.append(blank, ' ');
            column_ += blank;
        }
        is_glued_ = false;
        text_ += text;
        column_ += text.size();
    }
    /// The next word stands without a blank before it.
    void glue() { is_glued_ = true; }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::size_t columns_;
    std::string text_;
    std::size_t column_ = 0;
    bool is_glued_ = false;
};

class MoveWriter {
public:
    explicit MoveWriter(LineBreaker& out) : out_(out) {}

    /// `number`: that of the first move.
    void line(const PdnLine& line, Position position, int number) {
        for (const std::string& comment : line.comments) write_comment(comment);
        needs_number_ = true;
        for (const PdnMove& move : line.moves) {
            if (move.setup) {
                position = *move.setup;
                write_setup(position);
            }
            write_move(move, position, number);
            for (const PdnLine& variation : move.variations) {
                write_variation(variation, position, number);
            }
            if (position.side_to_move() == Color::Black) ++number;
            position = position.play(move.move);
        }
        if (line.final_setup) write_setup(*line.final_setup);
    }

private:
    void write_move(const PdnMove& move, const Position& position, int number) {
        const bool is_white = position.side_to_move() == Color::White;
        if (is_white || needs_number_) {
            out_.word(fmt::format("{}{}", number, is_white ? "." : "..."));
        }
        needs_number_ = false;
        out_.word(format_pdn(move.move, position) + std::string{to_string(move.strength)});
        for (const int nag : move.nags) out_.word(fmt::format("${}", nag));
        if (!move.clocks.is_empty()) {
            std::string text = format_clocks(move.clocks);
            if (!move.comments.empty()) text += ' ' + move.comments.front();
            write_comment(text);
            for (std::size_t i = 1; i < move.comments.size(); ++i) write_comment(move.comments[i]);
        } else {
            for (const std::string& comment : move.comments) write_comment(comment);
        }
    }

    void write_variation(const PdnLine& variation, const Position& position, int number) {
        out_.word("(");
        out_.glue();
        line(variation, position, number);
        out_.glue();
        out_.word(")");
        needs_number_ = true;
    }

    void write_setup(const Position& position) {
        out_.word(fmt::format("/FEN \"{}\"/", format_fen(position)));
        needs_number_ = true;
    }

    /// Words of a comment may stand on different lines; braces in it would end it.
    void write_comment(std::string_view text) {
        std::string clean = without_line_breaks(text);
        std::replace(clean.begin(), clean.end(), '}', ')');
        std::replace(clean.begin(), clean.end(), '{', '(');
        clean = '{' + clean + '}';
        std::string_view rest = clean;
        while (!rest.empty()) {
            const std::size_t end = end_of_word(rest);
            out_.word(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        needs_number_ = true;
    }

    LineBreaker& out_;
    bool needs_number_ = true;
};

/// What stands for the value of one of the tags the game itself decides; nothing if it has none.
std::optional<std::string> own_tag(const PdnGame& game, std::string_view name) {
    if (name == "Result") {
        const bool is_known = game.result != PdnResult::Unknown && game.result != PdnResult::Other;
        if (is_known || game.result_text.empty()) return std::string{to_string(game.result)};
        return game.result_text;
    }
    if (name == "GameType") return "20";
    if (name == "FEN" && game.start != Position::start()) return format_fen(game.start);
    return std::nullopt;
}

}  // namespace

std::string format_pdn_game(const PdnGame& game, const PdnStyle& style) {
    std::string text;
    const auto append_tag = [&text](std::string_view name, std::string_view value) {
        fmt::format_to(std::back_inserter(text), "[{} \"{}\"]\n", name, escaped(value));
    };
    for (const std::string_view name : kFirstTags) {
        if (const auto own = own_tag(game, name)) {
            append_tag(name, *own);
        } else if (const auto value = game.tag(name); value && name != "FEN") {
            append_tag(name, *value);
        }
    }
    for (const PdnTag& tag : game.tags) {
        const bool is_first =
            std::find(kFirstTags.begin(), kFirstTags.end(), tag.name) != kFirstTags.end();
        if (!is_first && tag.name != "SetUp") append_tag(tag.name, tag.value);
    }
    text += '\n';
    LineBreaker moves{style.columns};
    MoveWriter{moves}.line(game.main, game.start, 1);
    moves.word(style.terminator == PdnTerminator::Asterisk ? "*" : to_string(game.result));
    text += moves.take();
    text += "\n\n";
    if (style.line_end == PdnLineEnd::Lf) return text;
    std::string with_returns;
    for (const char c : text) {
        if (c == '\n') with_returns += '\r';
        with_returns += c;
    }
    return with_returns;
}

}  // namespace meerslag

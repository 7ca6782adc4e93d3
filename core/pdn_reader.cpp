// PDN in.
#include "core/pdn_reader.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/pdn_clock.hpp"
#include "core/pdn_line_builder.hpp"
#include "core/text.hpp"

namespace meerslag {

namespace {

using Kind = PdnToken::Kind;
using Severity = PdnFault::Severity;

/// Deeper variations are left out.
constexpr std::size_t kMaxDepth = 64;
/// More faults of one game are not listed.
constexpr std::size_t kMaxFaults = 100;
/// Of one game, variations included. What is more is left out, so that no file takes memory without
/// end; the largest annotated games known have some thousand moves.
constexpr int kMaxMoves = 50'000;
/// Of one game, where files have some twenty. More would also be slow to look through.
constexpr std::size_t kMaxTags = 1000;
/// Of one game: its tags, comments and NAGs. Unit: bytes, with kEntryBytes for each.
constexpr std::size_t kMaxText = std::size_t{16} << 20;
constexpr std::size_t kEntryBytes = 64;
/// An ambiguous capture that nothing has decided by then is a guess. Unit: plies.
constexpr std::size_t kMaxOpenPlies = 200;
constexpr int kInternationalDraughts = 20;

/// Results that have the form of moves, but cannot be any.
constexpr std::array<std::string_view, 6> kResults{"2-0", "1-1", "0-2", "1-0", "0-1", "0-0"};

/// Whether both are the same but for blanks.
bool equal_without_blanks(std::string_view a, std::string_view b) {
    for (;;) {
        while (!a.empty() && is_blank(a.front())) a.remove_prefix(1);
        while (!b.empty() && is_blank(b.front())) b.remove_prefix(1);
        if (a.empty() || b.empty()) return a.empty() && b.empty();
        if (a.front() != b.front()) return false;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
}

/// The result that `token` is, whatever game it stands in; empty if it is a move.
std::string_view result_in(const PdnToken& token) {
    if (token.kind == Kind::Draw) return "1/2-1/2";
    if (token.move.count == 2 && token.move.numbers[0] <= 2 && token.move.numbers[1] <= 2) {
        for (const std::string_view result : kResults) {
            if (equal_without_blanks(token.text, result)) return result;
        }
    }
    return {};
}

std::string unescaped(std::string_view value) {
    std::string result;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool is_escape = value[i] == '\\' && i + 1 < value.size() &&
                               (value[i + 1] == '"' || value[i + 1] == '\\');
        if (is_escape) ++i;
        result += value[i];
    }
    return result;
}

/// As UTF-8; a byte of nought is a blank, as between tokens.
std::string plain_text(std::string_view bytes) {
    std::string text = to_utf8(bytes);
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

/// Line breaks and the blanks around them become one blank.
std::string on_one_line(std::string_view text) {
    std::string result;
    text = trimmed(text);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        std::string_view part = text.substr(0, end);
        if (end < text.size()) {
            while (!part.empty() && is_blank(part.back())) part.remove_suffix(1);
        }
        result += part;
        text = trimmed(text.substr(end));
        if (!text.empty()) result += ' ';
    }
    return result;
}

std::string printable(std::string_view text) {
    std::string result;
    for (const char c : text) result += c >= ' ' && c <= '~' ? c : '?';
    return result;
}

/// The number a GameType begins with; nothing if it has none.
std::optional<int> game_type(std::string_view value) {
    value = trimmed(value);
    constexpr int kMaxType = 999;
    std::size_t digits = 0;
    while (digits < value.size() && is_digit(value[digits])) ++digits;
    return parse_int(value.substr(0, digits), 0, kMaxType);
}

/// Reads one game from its first token to its end.
class GameReader {
public:
    GameReader(PdnLexer& lexer, const PdnToken*& token, int number) : lexer_(lexer), token_(token) {
        game_.number = number;
    }

    /// Leaves in the token what begins the next game, null if it is not read yet.
    std::optional<PdnGame> read() {
        for (;; token_ = &lexer_.next()) {
            if (token_ == nullptr) token_ = &lexer_.next();
            line_ = token_->line;
            column_ = token_->column;
            if (token_->kind == Kind::End) break;
            if (token_->kind == Kind::Tag) {
                if (body_has_begun_) break;
                read_tag();
            } else if (read_body_token() == Next::EndOfGame) {
                token_ = nullptr;
                break;
            }
        }
        if (game_.tags.empty() && !body_has_begun_) return std::nullopt;
        finish();
        return std::move(game_);
    }

private:
    enum class Next : std::uint8_t { Token, EndOfGame };

    /// A line that is being read: the game, or a variation in it.
    struct Frame {
        PdnLineBuilder builder;
        int plies_before = 0;  ///< from the start of the game to that of the line
        bool is_stopped = false;
    };

    [[nodiscard]] PdnLineBuilder& builder() { return frames_.back().builder; }
    [[nodiscard]] int next_ply() const {
        return frames_.empty() ? 0
                               : frames_.back().plies_before + frames_.back().builder.next_ply();
    }
    [[nodiscard]] bool is_in_variation() const { return frames_.size() > 1 || skipped_depth_ > 0; }
    /// Whether nothing here is of use any more.
    [[nodiscard]] bool is_passed_over() const {
        return frames_.empty() || frames_.back().is_stopped || skipped_depth_ > 0;
    }

    void report(Severity severity, std::string reason, int ply) {
        if (game_.faults.size() > kMaxFaults) return;
        if (game_.faults.size() == kMaxFaults) reason = "there are more faults in this game";
        if (is_in_variation()) reason += " (in a variation)";
        game_.faults.push_back({severity, std::move(reason), game_.number, ply, line_, column_});
    }
    void warn(std::string reason) { report(Severity::Warning, std::move(reason), next_ply()); }

    /// The rest of the line is not read.
    void stop(Severity severity, std::string reason) {
        report(severity, std::move(reason), next_ply());
        stop();
    }
    void stop() {
        frames_.back().is_stopped = true;
        if (frames_.size() == 1) game_.reading = PdnReading::CutShort;
    }

    void begin() {
        if (game_.line == 0) game_.line = token_->line;
    }

    /// Whether the game may grow by so much text; the first time that it may not, that is told.
    [[nodiscard]] bool has_room_for(std::size_t bytes) {
        if (text_bytes_ > kMaxText) return false;
        text_bytes_ += kEntryBytes + bytes;
        if (text_bytes_ <= kMaxText) return true;
        warn("the game has too much text: some was left out");
        return false;
    }

    void read_tag() {
        begin();
        if (!has_room_for(token_->name.size() + token_->text.size())) return;
        if (game_.tags.size() == kMaxTags) {
            if (!std::exchange(has_many_tags_, true)) {
                warn("the game has too many tags: the rest was left out");
            }
            return;
        }
        std::string value = plain_text(unescaped(token_->text));
        game_.tags.push_back({std::string{token_->name}, std::move(value)});
        if (token_->shape == PdnToken::Shape::Unclosed) {
            warn(fmt::format("the tag {} is not closed", printable(token_->name)));
        }
    }

    /// The tags are complete: decides whether and where the game begins.
    void begin_body() {
        if (body_has_begun_) return;
        begin();
        body_has_begun_ = true;
        const auto type = game_type(game_.tag("GameType").value_or(""));
        if (type && *type != kInternationalDraughts) {
            return skip_game(Severity::Warning,
                             fmt::format("the game is of type {}, not {}: it was skipped", *type,
                                         kInternationalDraughts));
        }
        const std::string_view text = trimmed(game_.tag("FEN").value_or(""));
        if (!text.empty() && text != "?") {
            auto fen = parse_fen(text);
            if (!fen) {
                return skip_game(
                    Severity::Error,
                    fmt::format("bad FEN, column {}: {}", fen.error().column, fen.error().reason));
            }
            for (std::string& warning : fen->warnings) warn(std::move(warning));
            game_.start = fen->position;
        }
        frames_.push_back(Frame{PdnLineBuilder{game_.start}});
        for (std::string& comment : std::exchange(first_comments_, {})) {
            builder().add_comment(std::move(comment));
        }
    }

    void skip_game(Severity severity, std::string reason) {
        report(severity, std::move(reason), 0);
        game_.reading = PdnReading::Skipped;
    }

    Next read_body_token() {
        switch (token_->kind) {
            case Kind::End:
            case Kind::Tag:
            case Kind::Placeholder: return Next::Token;
            case Kind::Comment: read_comment(); return Next::Token;
            case Kind::Asterisk: return read_terminator("*");
            case Kind::Draw: return read_terminator(result_in(*token_));
            case Kind::MoveNumber: begin_body(); return Next::Token;
            case Kind::Move: return read_move();
            case Kind::UnknownMove:
                begin_body();
                if (!is_passed_over())
                    stop(Severity::Warning, "the moves from here on are missing");
                return Next::Token;
            case Kind::Setup:
                begin_body();
                read_setup();
                return Next::Token;
            case Kind::Nag:
            case Kind::Strength:
            case Kind::Sign: read_annotation(); return Next::Token;
            case Kind::OpenVariation:
                begin_body();
                open_variation();
                return Next::Token;
            case Kind::CloseVariation: close_variation(); return Next::Token;
            case Kind::Junk: read_junk(); return Next::Token;
        }
        std::abort();
    }

    /// Is passed over with a warning. But squares named by letter and digit are no slip of the pen:
    /// this is a game on another board.
    void read_junk() {
        if (body_has_begun_ ? is_passed_over() : game_.tags.empty()) return;
        const std::string_view text = token_->text;
        std::string reason = fmt::format("'{}' is not a move", printable(text));
        if (text.size() > 1 && is_letter(text[0]) && is_digit(text[1])) {
            begin_body();
            if (!is_passed_over()) stop(Severity::Error, std::move(reason));
        } else {
            warn(std::move(reason));
        }
    }

    Next read_terminator(std::string_view text) {
        if (game_.tags.empty() && !body_has_begun_) return Next::Token;  // of no game
        if (is_in_variation()) {
            if (!lexer_.at_break()) return Next::Token;
            warn("a variation is not closed");
        }
        begin_body();
        terminator_ = text;
        return Next::EndOfGame;
    }

    Next read_move() {
        if (const std::string_view result = result_in(*token_); !result.empty()) {
            return read_terminator(result);
        }
        const auto tag = game_.tag("Result");
        if (tag && equal_without_blanks(*tag, token_->text) && lexer_.at_break()) {
            return read_terminator(*tag);
        }
        begin_body();
        if (is_passed_over()) return Next::Token;
        if (moves_ >= kMaxMoves) {
            if (moves_++ == kMaxMoves) {
                report(Severity::Error, "the game has too many moves: the rest was left out",
                       next_ply());
            }
            stop();
            return Next::Token;
        }
        ++moves_;
        if (builder().open_plies() >= kMaxOpenPlies) settle();
        if (auto reason = builder().play(token_->move)) {
            stop(Severity::Error, fmt::format("{}: {}", printable(token_->text), *reason));
        } else if (!builder().is_open()) {
            check_separator(builder().last()->move);
        }
        return Next::Token;
    }

    /// `28-19` for a capture and `28x19` for a quiet move are understood, but wrong (article 8.2).
    void check_separator(const Move& move) {
        const bool is_written_as_capture = token_->move.separators[0] == Separator::Capture;
        if (is_written_as_capture == move.is_capture()) return;
        report(Severity::Warning,
               fmt::format("{}: {}", printable(token_->text),
                           move.is_capture() ? "this is a capture, to be written with x"
                                             : "nothing is captured by this move"),
               next_ply() - 1);
    }

    void read_setup() {
        if (is_passed_over()) return;
        settle();
        std::string_view text = trimmed(token_->text).substr(std::string_view{"FEN"}.size());
        text = trimmed(text);
        for (const char quote : {'"', '\''}) {
            if (text.starts_with(quote)) text.remove_prefix(1);
            if (text.ends_with(quote)) text.remove_suffix(1);
        }
        for (const Color color : kColors) {  // the null move, `B::`
            if (!equal_without_blanks(text, color == Color::White ? "W::" : "B::")) continue;
            const Board& board = builder().position().board();
            return builder().set_up(Position::from_valid_board(board, color));
        }
        if (const auto fen = parse_fen(text)) {
            builder().set_up(fen->position);
        } else {
            stop(Severity::Error, fmt::format("bad FEN: {}", fen.error().reason));
        }
    }

    void read_comment() {
        if (token_->shape == PdnToken::Shape::Unclosed) {
            is_unclosed_ = true;
            warn("a comment is not closed");
        }
        if (token_->shape == PdnToken::Shape::TooLong) warn("a comment is too long: it was cut");
        std::string text = on_one_line(plain_text(token_->text));
        if (text.empty() || (body_has_begun_ && is_passed_over())) return;
        if (!has_room_for(text.size())) return;
        if (!body_has_begun_) return first_comments_.push_back(std::move(text));
        PdnMove* const move = builder().last();
        if (move == nullptr) return builder().add_comment(std::move(text));
        text = take_clocks(text, move->clocks);
        if (!text.empty()) move->comments.push_back(std::move(text));
    }

    void read_annotation() {
        if (body_has_begun_ && is_passed_over()) return;
        PdnMove* const move = body_has_begun_ ? builder().last() : nullptr;
        if (move == nullptr) return warn("an annotation stands before the first move");
        if (!has_room_for(token_->text.size())) return;
        if (token_->kind == Kind::Nag) {
            constexpr int kMaxNag = 9999;
            const auto nag = parse_int(token_->text, 0, kMaxNag);
            if (!nag) return warn(fmt::format("there is no NAG ${}", token_->text));
            move->nags.push_back(*nag);
        } else if (const auto strength = strength_from(token_->text)) {
            move->strength = *strength;
        } else {  // a sign, `!!!` and the like
            move->comments.emplace_back(token_->text);
        }
    }

    void open_variation() {
        if (is_passed_over()) {
            ++skipped_depth_;
        } else if (builder().last() == nullptr) {
            warn("a variation stands before the first move: it was left out");
            ++skipped_depth_;
        } else if (frames_.size() > kMaxDepth) {
            warn("variations are nested too deeply: one was left out");
            ++skipped_depth_;
        } else {
            const int plies = next_ply() - 2;
            frames_.push_back(Frame{builder().variation(), plies});
        }
    }

    void close_variation() {
        if (!body_has_begun_) return;
        if (skipped_depth_ > 0) {
            --skipped_depth_;
        } else if (frames_.size() > 1) {
            pop_variation();
        } else if (!is_passed_over()) {
            warn("')' closes no variation");
        }
    }

    void pop_variation() {
        settle();
        was_open_ = was_open_ || builder().was_open();
        PdnLine line = builder().take();
        frames_.pop_back();
        if (line.moves.empty() && line.comments.empty()) return;
        builder().last()->variations.push_back(std::move(line));
    }

    /// Decides an ambiguous capture that nothing has decided.
    void settle() {
        if (const auto guess = builder().settle()) {
            report(Severity::Warning, guess->reason, frames_.back().plies_before + guess->ply);
        }
    }

    void finish() {
        if (!body_has_begun_) begin_body();
        if (game_.reading != PdnReading::Skipped) {
            if (is_in_variation() && terminator_.empty()) {
                is_unclosed_ = true;
                warn("a variation is not closed");
            }
            skipped_depth_ = 0;
            while (frames_.size() > 1) pop_variation();
            settle();
            was_open_ = was_open_ || builder().was_open();
            game_.main = builder().take();
            if (was_open_) drop_illegal_variations(game_.main, game_.start);
        }
        finish_result();
        const bool has_no_end = token_ != nullptr && token_->kind == Kind::End &&
                                terminator_.empty() && !game_.tags.empty();
        if (has_no_end && !is_unclosed_ && game_.reading == PdnReading::Whole) {
            report(Severity::Warning, "the file ends before the end of the game", last_ply());
        }
    }

    /// A variation begun while its position was open may have been read in another one than what
    /// the game turned out to be.
    void drop_illegal_variations(PdnLine& line, Position position) {
        for (std::size_t i = 0; i < line.moves.size(); ++i) {
            PdnMove& move = line.moves[i];
            if (move.setup) position = *move.setup;
            if (!legal_moves(position).contains(move.move)) {
                report(Severity::Warning,
                       "moves of a variation were left out: they do not fit an ambiguous capture "
                       "before it",
                       last_ply());
                line.moves.erase(line.moves.begin() + static_cast<std::ptrdiff_t>(i),
                                 line.moves.end());
                line.final_setup.reset();
                return;
            }
            for (PdnLine& variation : move.variations) drop_illegal_variations(variation, position);
            position = position.play(move.move);
        }
    }

    /// Of the game as it was read. Requires: the main line is complete.
    [[nodiscard]] int last_ply() const { return static_cast<int>(game_.main.moves.size()); }

    void finish_result() {
        const std::string tag{trimmed(game_.tag("Result").value_or(""))};
        const PdnResult by_tag = pdn_result_from(tag);
        const PdnResult by_terminator = pdn_result_from(terminator_);
        game_.result = by_tag == PdnResult::Unknown ? by_terminator : by_tag;
        game_.result_text = by_tag == PdnResult::Unknown ? terminator_ : tag;
        const auto is_known = [](PdnResult result) {
            return result != PdnResult::Unknown && result != PdnResult::Other;
        };
        if (is_known(by_tag) && is_known(by_terminator) && by_tag != by_terminator) {
            report(Severity::Warning,
                   fmt::format("the tag Result says {}, the end of the moves {}", printable(tag),
                               printable(terminator_)),
                   last_ply());
        }
    }

    PdnLexer& lexer_;
    const PdnToken*& token_;
    int line_ = 1;  // of the last token, also once it is gone
    int column_ = 1;
    PdnGame game_;
    std::vector<std::string> first_comments_;
    std::vector<Frame> frames_;      // the game first; empty if it is skipped
    std::size_t skipped_depth_ = 0;  // variations within what is passed over
    bool body_has_begun_ = false;
    bool was_open_ = false;
    bool has_many_tags_ = false;
    bool is_unclosed_ = false;  // a comment or variation: that the file ends in it is told
    std::int64_t moves_ = 0;
    std::size_t text_bytes_ = 0;
    std::string terminator_;
};

}  // namespace

std::optional<PdnGame> PdnReader::next() {
    auto game = GameReader{lexer_, token_, games_ + 1}.read();
    if (game) ++games_;
    return game;
}

}  // namespace meerslag

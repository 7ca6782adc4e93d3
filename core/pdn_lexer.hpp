// PDN, first step: bytes to tokens, chunk by chunk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/move_text.hpp"

namespace meerslag {

/// Fills the front of the span with the next bytes of a file. Returns: how many; 0 at the end.
using PdnSource = std::function<std::size_t(std::span<char>)>;

/// A source for a text in memory, which must live as long as the source.
[[nodiscard]] PdnSource source_of(std::string_view text);

struct PdnToken {
    enum class Kind : std::uint8_t {
        End,          ///< of the file
        Tag,          ///< name, and text: the value with its escapes
        Comment,      ///< text: what stands between the braces or behind `;`
        Setup,        ///< text: what stands between the slashes
        MoveNumber,   ///< digits and dots
        Placeholder,  ///< dots alone: a move is missing
        Move,         ///< move: its numbers. Results such as `2-0` have the same form
        Draw,         ///< `1/2-1/2` and its like, which have not
        UnknownMove,  ///< dashes alone
        Nag,          ///< text: the digits
        Strength,     ///< text: the marks without parentheses
        Sign,         ///< text: `+`, `=`, `+1`, `-2`, `a.l.` (article 9)
        OpenVariation,
        CloseVariation,
        Asterisk,
        Junk  ///< text: its beginning
    };
    enum class Shape : std::uint8_t { Proper, Unclosed, TooLong };

    Kind kind = Kind::End;
    Shape shape = Shape::Proper;  ///< of tags and comments
    int line = 1;                 ///< counted from 1, as columns are, in bytes
    int column = 1;
    std::string_view name;
    std::string_view text;
    MoveText move;
};

/// Cuts a file into tokens. Any bytes will do: what is no token is Junk.
///
/// Cost: memory for the longest token; comments are cut after 1 MiB, so a few MiB at most.
class PdnLexer {
public:
    explicit PdnLexer(PdnSource source) : source_(std::move(source)) {}

    /// The next token. It and the text it shows are valid until the next call.
    [[nodiscard]] const PdnToken& next();

    /// Whether nothing, a tag, or an empty line follows the last token, whose text is lost by
    /// asking.
    [[nodiscard]] bool at_break();

private:
    [[nodiscard]] std::string_view rest() const {
        return std::string_view{buffer_.data() + begin_, end_ - begin_};
    }
    void fill(std::size_t wanted);
    void consume(std::size_t length);
    void consume_line();
    void skip_between_tokens();
    [[nodiscard]] bool skip_blank();
    void lex();
    void lex_comment();
    void lex_tag();
    void lex_number();
    void lex_junk();
    [[nodiscard]] bool lex_setup();
    [[nodiscard]] bool lex_sign();
    /// Ends the token after `length` bytes, with `text` as what it shows.
    void finish(PdnToken::Kind kind, std::size_t length, std::string_view text = {});

    PdnSource source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;  // of what is not consumed
    std::size_t end_ = 0;    // of what is read
    bool source_ended_ = false;
    std::size_t pending_ = 0;  // bytes of the last token, consumed by the next call
    enum class Inside : std::uint8_t { Nothing, CutComment };
    Inside inside_ = Inside::Nothing;

    int line_ = 1;
    int column_ = 1;
    bool after_carriage_return_ = false;

    PdnToken token_;
    std::string scratch_;
};

}  // namespace meerslag

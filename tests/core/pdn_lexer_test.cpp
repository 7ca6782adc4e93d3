// PDN tokens, and the places of faults.
#include "core/pdn_lexer.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

using Kind = PdnToken::Kind;

std::vector<Kind> kinds_of(std::string_view text) {
    PdnLexer lexer{source_of(text)};
    std::vector<Kind> kinds;
    for (;;) {
        const PdnToken& token = lexer.next();
        if (token.kind == Kind::End) return kinds;
        kinds.push_back(token.kind);
    }
}

/// Gives one byte at a time, so that every token is cut by the end of a chunk somewhere.
PdnSource byte_by_byte(std::string_view text) {
    return [text](std::span<char> room) mutable -> std::size_t {
        if (text.empty() || room.empty()) return 0;
        room[0] = text[0];
        text.remove_prefix(1);
        return 1;
    };
}

struct Row {
    const char* text;
    Kind kind;
};

}  // namespace

TEST_CASE("every kind of token is told from the others", "[core][pdn]") {
    const auto row = GENERATE(
        Row{"[White \"A\"]", Kind::Tag}, Row{"[ White  \"A\" ]", Kind::Tag},
        Row{"{ text }", Kind::Comment}, Row{"; text", Kind::Comment},
        Row{"/FEN \"W:W31:B1\"/", Kind::Setup}, Row{"12.", Kind::MoveNumber},
        Row{"1...", Kind::MoveNumber}, Row{"01.", Kind::MoveNumber}, Row{"...", Kind::Placeholder},
        Row{"..", Kind::Placeholder}, Row{".", Kind::Placeholder}, Row{"32-28", Kind::Move},
        Row{"1- 6", Kind::Move}, Row{"20x09", Kind::Move}, Row{"4x31x42x15", Kind::Move},
        Row{"2-0", Kind::Move}, Row{"2 - 0", Kind::Move}, Row{"1/2-1/2", Kind::Draw},
        Row{"\xC2\xBD-\xC2\xBD", Kind::Draw}, Row{"0.5-0.5", Kind::Draw},
        Row{"-", Kind::UnknownMove}, Row{"--", Kind::UnknownMove}, Row{"$7", Kind::Nag},
        Row{"!?", Kind::Strength}, Row{"(!)", Kind::Strength}, Row{"+", Kind::Sign},
        Row{"=", Kind::Sign}, Row{"+1", Kind::Sign}, Row{"-2", Kind::Sign}, Row{"a.l.", Kind::Sign},
        Row{"(", Kind::OpenVariation}, Row{")", Kind::CloseVariation}, Row{"*", Kind::Asterisk},
        Row{"e4", Kind::Junk}, Row{"3z-28", Kind::Junk}, Row{"32-", Kind::Junk},
        Row{"}", Kind::Junk}, Row{"2007-05-19", Kind::Junk}, Row{"$", Kind::Junk},
        Row{"[5]", Kind::Junk}, Row{"/2/", Kind::Junk});
    CAPTURE(row.text);
    CHECK(kinds_of(row.text).at(0) == row.kind);
    PdnLexer slow{byte_by_byte(row.text)};
    CHECK(slow.next().kind == row.kind);
}

TEST_CASE("blanks, line comments and marks of forums lie between tokens", "[core][pdn]") {
    CHECK(kinds_of("\xEF\xBB\xBF%first 32-28\r\n \xC2\xA0\t[pdn]32-28[/PDN]\r%\n%last") ==
          std::vector{Kind::Move});
    CHECK(kinds_of(" \n\t").empty());
    CHECK(kinds_of("").empty());
}

TEST_CASE("a token knows its line and column", "[core][pdn]") {
    PdnLexer lexer{source_of("[A \"x\"]\r\n\r\n 1.\r32-28 {a\nb} 19-23")};
    const auto next_is_at = [&lexer](int line, int column) {
        const PdnToken& token = lexer.next();
        return token.line == line && token.column == column;
    };
    CHECK(next_is_at(1, 1));
    CHECK(next_is_at(3, 2));
    CHECK(next_is_at(4, 1));
    CHECK(next_is_at(4, 7));
    CHECK(next_is_at(5, 4));
}

TEST_CASE("a move and a sign behind it are two tokens", "[core][pdn]") {  // article 9
    PdnLexer lexer{source_of("28x19 -1 32-28+1 37-32 = 1 - 6")};
    CHECK(lexer.next().move.count == 2);
    CHECK(lexer.next().kind == Kind::Sign);
    CHECK(lexer.next().move.count == 2);
    CHECK(lexer.next().kind == Kind::Sign);
    CHECK(lexer.next().move.count == 2);
    CHECK(lexer.next().kind == Kind::Sign);
    CHECK(lexer.next().move.count == 2);
}

TEST_CASE("a tag ends at its own quote, whatever stands in it", "[core][pdn]") {
    const auto value_of = [](std::string_view text) {
        PdnLexer lexer{source_of(text)};
        return std::string{lexer.next().text};
    };
    CHECK(value_of(R"([White "A \"the\" B"])") == R"(A \"the\" B)");
    CHECK(value_of("[White \"A \"the\" B\"]") == "A \"the\" B");
    CHECK(value_of("[White \"two\nlines\"]") == "two\nlines");
    CHECK(value_of("[White \"A]\n[Black \"B\"]") == "A");
    CHECK(value_of("[White \"A\n[Black \"B\"]") == "A");
    CHECK(value_of("[White A] 32-28") == "A");
    CHECK(value_of("[White \"\"]").empty());
    CHECK(value_of("[White") == "");
}

TEST_CASE("a comment ends at the first closing brace", "[core][pdn]") {
    CHECK(kinds_of("{ a { b } } 32-28") == std::vector{Kind::Comment, Kind::Junk, Kind::Move});
    CHECK(kinds_of("; a { b\n32-28") == std::vector{Kind::Comment, Kind::Move});
    PdnLexer unclosed{source_of("{ a [B \"c\"]")};
    CHECK(unclosed.next().shape == PdnToken::Shape::Unclosed);
}

TEST_CASE("a comment of megabytes is cut, and what follows it read", "[core][pdn]") {
    const std::string text = "{" + std::string(5'000'000, 'a') + "} 32-28";
    PdnLexer lexer{source_of(text)};
    const PdnToken& comment = lexer.next();
    CHECK(comment.shape == PdnToken::Shape::TooLong);
    CHECK(comment.text.size() < 3'000'000);
    CHECK(lexer.next().kind == Kind::Move);
    CHECK(lexer.next().kind == Kind::End);
}

// Moves as text: every notation, both ways.
#include "core/notation.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/capture_route.hpp"
#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

Position from_fen(std::string_view fen) { return parse_fen(fen).value().position; }

/// The move in Hub form, or why there is none.
std::string read(std::string_view text, std::string_view fen) {
    const auto move = parse_move(text, from_fen(fen));
    return move ? format_hub(*move) : move.error().reason;
}

struct LongForm {
    const char* fen;
    const char* hub;
    const char* pdn;
};

constexpr const char* kTwoWays = "W:WK4:B13,20,32,37";
constexpr const char* kStart = "W:W31-50:B1-20";

Position random_position(SplitMix64& random) {
    Board board;
    const std::uint32_t pieces = 4 + random.below(20);
    for (std::uint32_t i = 0; i < pieces; ++i) {
        const Square square = Square::from_index(static_cast<int>(random.below(50)));
        if (board.occupied().contains(square)) continue;
        const Color color = random.below(2) == 0 ? Color::White : Color::Black;
        const bool is_king = kPromotionRow[color].contains(square) || random.below(4) == 0;
        (is_king ? board.kings : board.men)[color].add(square);
    }
    board.kings.white |= Bitboard{Square::from_number(3)} - board.occupied();
    return Position::from_board(board, random.below(2) == 0 ? Color::White : Color::Black).value();
}

}  // namespace

TEST_CASE("ambiguous captures are written with every stop", "[core][notation]") {
    const auto row =
        GENERATE(LongForm{"W:WK47:B14,19,29,31,42", "47x36x19x29x31x42", "47x38x24x13x36"},
                 LongForm{"W:WK47:B14,19,29,31,42", "47x36x14x29x31x42", "47x38x20x9x36"},
                 LongForm{kTwoWays, "4x15x13x20x32", "4x27x38x15"},
                 LongForm{kTwoWays, "4x15x13x20x37", "4x31x42x15"},
                 LongForm{"W:W32,K36,37,38,42,45,47:B3,6,8,11,12,14,19,27,34", "36x16x11x12x27",
                          "36x18x7x16"},
                 LongForm{"W:W32,K36,37,38,42,45,47:B3,6,8,11,12,14,19,27,34", "36x16x8x11x27",
                          "36x13x2x16"},
                 LongForm{"W:W22,37,42,47,K49:B3,8,11,23,25,44", "49x16x11x23x44", "49x40x7x16"},
                 LongForm{"W:W22,37,42,47,K49:B3,8,11,23,25,44", "49x16x8x11x44", "49x35x2x16"},
                 LongForm{"W:WK4,20,39,44:B12,18,28,29,37", "4x24x18x28x29", "4x22x33x24"},
                 LongForm{"W:WK4,20,39,44:B12,18,28,29,37", "4x24x18x29x37", "4x31x42x24"},
                 LongForm{"W:W38:B22,23,32,33", "38x38x22x23x32x33", "38x38"});
    CAPTURE(row.fen, row.hub);
    const Position position = from_fen(row.fen);
    const auto move = parse_move(row.hub, position);
    REQUIRE(move);
    CHECK(format_hub(*move) == row.hub);
    CHECK(format_pdn(*move, position) == row.pdn);
    CHECK(parse_move(row.pdn, position) == *move);
    CHECK(parse_move(format_long(*move, position), position) == *move);
}

TEST_CASE("quiet moves and plain captures are written short", "[core][notation]") {
    const Position start = Position::start();
    const Move quiet = parse_move("32-28", start).value();
    CHECK(format_short(quiet) == "32-28");
    CHECK(format_long(quiet, start) == "32-28");
    CHECK(format_hub(quiet) == "32-28");
    const Position position = from_fen("W:W28:B23");
    const Move capture = parse_move("28x19", position).value();
    CHECK(format_pdn(capture, position) == "28x19");
    CHECK(format_hub(capture) == "28x19x23");
    CHECK(format_long(capture, position) == "28x19");
}

TEST_CASE("a loop has a long form that comes back", "[core][notation]") {  // article 4.5
    const Position position = from_fen("W:W38:B22,23,32,33");
    const Move loop = legal_moves(position)[0];
    CHECK(format_long(loop, position) == "38x27x18x29x38");
    CHECK(parse_move("38x29x18x27x38", position) == loop);  // the other way round
}

TEST_CASE("every notation for one capture is understood", "[core][notation]") {
    const auto text = GENERATE(as<std::string>{}, "4x31x42x15", "4x15x13x20x37", "4x15x37x20x13",
                               "4x15x37", "4x31x15", "4x42x15", "4x22x31x37x15", "4-31-42-15",
                               " 4 x 31 X 42 : 15 ", "04x031x42x15",
                               "4\xC3\x97"
                               "31x42x15",
                               "4\xD7"
                               "31x42x15",
                               "4x26x15");
    CAPTURE(text);
    if (text == "4x22x31x37x15") {  // 37 is taken, not passed
        CHECK_FALSE(parse_move(text, from_fen(kTwoWays)));
    } else if (text == "4x26x15") {  // no route comes past 26
        CHECK_FALSE(parse_move(text, from_fen(kTwoWays)));
    } else {
        CHECK(read(text, kTwoWays) == "4x15x13x20x37");
    }
}

TEST_CASE("a missing stop is sought among the stops before the squares passed",
          "[core][notation]") {
    // 2x35x44x11 passes 30 without stopping on it
    CHECK(read("2x30x11", "W:WK2,45:B16,18,K22,24,K29,34,40") ==
          read("2x30x39x11", "W:WK2,45:B16,18,K22,24,K29,34,40"));
}

TEST_CASE("hyphen and cross are taken for each other", "[core][notation]") {
    CHECK(read("32x28", kStart) == "32-28");
    CHECK(read("28-19", "W:W28:B23") == "28x19x23");
    CHECK(read("28-19x23", "W:W28:B23") == "28x19x23");
    CHECK(read("32\xE2\x80\x93"
               "28",
               kStart) == "32-28");
    CHECK(read("32:28", kStart) == "32-28");
    CHECK(read("032-0028", kStart) == "32-28");
    CHECK(read("3228", kStart) == "32-28");
}

TEST_CASE("a short capture that fits several moves is refused with them", "[core][notation]") {
    const auto move = parse_move("4x15", from_fen(kTwoWays));
    REQUIRE_FALSE(move);
    CHECK(move.error().kind == NotationError::Kind::Ambiguous);
    CHECK(move.error().candidates.size() == 2);
    CHECK(move.error().reason ==
          "4x15 is ambiguous: it may be 4x27x38x15 (4x15x13x20x32) or 4x31x42x15 "
          "(4x15x13x20x37)");
}

TEST_CASE("what is no move is told from what is not legal", "[core][notation]") {
    using Kind = NotationError::Kind;
    const auto kind_of = [](std::string_view text) {
        return parse_move(text, Position::start()).error().kind;
    };
    for (const auto* text : {"", " ", "32", "32-", "-28", "e4", "3z-28", "32-28!", "32--28",
                             "32-28-", "1.32-28", "32 28", "\xFF", "- -", "0"}) {
        CAPTURE(text);
        CHECK(kind_of(text) == Kind::Unreadable);
    }
    for (const auto* text : {"32-27x", "31-28"}) CHECK(kind_of(text) != Kind::Ambiguous);
    CHECK(kind_of("31-28") == Kind::Illegal);
    CHECK(kind_of("32-999999") == Kind::Illegal);
    CHECK(parse_move("e4", Position::start()).error().reason ==
          "'e4' is not a move: write it like 32-28 or 28x19");
}

TEST_CASE("a move text stops at its longest match", "[core][notation]") {
    CHECK(take_move_text("32-28 19-23")->length == 5);
    CHECK(take_move_text("1- 6")->length == 4);
    CHECK(take_move_text("28x19x")->length == 5);
    CHECK(take_move_text("4x15x37!?")->move.count == 3);
    CHECK_FALSE(take_move_text("1. 32-28"));
    std::string many = "1";
    for (int i = 0; i < 100; ++i) many += "x1";
    CHECK(take_move_text(many)->move.count == MoveText::kMaxNumbers);
    CHECK_FALSE(parse_move_text(many));
}

TEST_CASE("a route that leaves the rules is no capture", "[core][notation]") {
    const Position position = from_fen("W:WK47:B14,19,29,31,42");
    const auto along = [&](std::vector<int> numbers) {
        Route route;
        for (const int number : numbers) route.push_back(Square::from_number(number));
        return capture_along(position, route);
    };
    CHECK(along({47, 38, 24, 13, 36}));
    CHECK_FALSE(along({47, 24, 36}));          // a stop is missing
    CHECK_FALSE(along({47, 33, 24, 13, 36}));  // straight on stops directly behind the piece
    CHECK_FALSE(along({47}));
    CHECK_FALSE(along({}));
}

TEST_CASE("every move of random positions comes back from each notation", "[core][notation]") {
    SplitMix64 random{3};
    int captures = 0;
    for (int round = 0; round < 3000; ++round) {
        const Position position = random_position(random);
        CAPTURE(format_fen(position));
        REQUIRE(parse_fen(format_fen(position))->position == position);
        const MoveList legal = legal_moves(position);
        for (const Move& move : legal) {
            if (move.is_capture()) ++captures;
            REQUIRE(parse_move(format_hub(move), position) == move);
            REQUIRE(parse_move(format_long(move, position), position) == move);
            REQUIRE(parse_move(format_pdn(move, position), position) == move);
            const auto from_short = parse_move(format_short(move), position);
            REQUIRE(
                (from_short == move || from_short.error().kind == NotationError::Kind::Ambiguous));
        }
    }
    CHECK(captures > 1000);
}

TEST_CASE("random move texts never break the reader", "[core][notation]") {
    SplitMix64 random{4};
    const std::string alphabet = "0123456789-xX: \xC3\x97\xE2\x80";
    for (int round = 0; round < 20000; ++round) {
        const Position position = random_position(random);
        std::string text;
        for (std::uint32_t i = random.below(16); i > 0; --i) {
            text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
        }
        const auto move = parse_move(text, position);
        if (move) {
            REQUIRE(legal_moves(position).contains(*move));
        } else {
            REQUIRE_FALSE(move.error().reason.empty());
        }
    }
}

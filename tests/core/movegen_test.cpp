// Legal moves, rule by rule and at the extremes.
#include "core/movegen.hpp"

#include <algorithm>
#include <string>

#include "core/fen.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/slow_rules.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

using Moves = std::vector<std::string>;

std::vector<std::string> results_text(const Position& position) {
    MoveList moves = legal_moves(position);
    std::sort(moves.begin(), moves.end());
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back(format_fen(position.play(move)));
    return texts;
}

std::vector<std::string> split_list(const std::string& text) {
    return text == "-" ? std::vector<std::string>{} : split(text, ' ');
}

std::string with_king_on_46(std::string text) {
    for (std::size_t at = text.find(",46"); at != std::string::npos; at = text.find(",46", at)) {
        text.replace(at, 3, ",K46");
    }
    return text;
}

void check_against_slow_rules(const Position& position) {
    std::vector<SlowMove> moves;
    for (const Move& move : legal_moves(position)) moves.push_back(to_slow(move));
    std::sort(moves.begin(), moves.end());
    CHECK(moves == slow_legal_moves(to_slow(position)));
    CHECK(count_moves(position) == moves.size());
}

}  // namespace

TEST_CASE("every position of moves.tsv has its moves and results", "[core][movegen]") {
    auto rows = read_data_table("moves.tsv");
    CHECK(rows.size() == 183);
    for (auto& row : rows) {
        if (row[0] == "M033") {  // a black man on 46: no position for us, but a king blocks as well
            for (const std::size_t column : {std::size_t{2}, std::size_t{5}})
                row[column] = with_king_on_46(row[column]);
        }
        CAPTURE(row[0], row[1], row[6]);
        const Position position = position_of(row[2]);
        CHECK(legal_moves_text(position) == split_list(row[4]));
        CHECK(results_text(position) == split_list(row[5]));
        CHECK(std::to_string(count_moves(position)) == row[3]);
        CHECK(has_move(position) == (row[3] != "0"));
        check_against_slow_rules(position);
    }
}

TEST_CASE("the capture that takes most is compulsory", "[core][movegen]") {  // FMJD 4.13
    CHECK(legal_moves_text(position_of("W:W28:B14,22,23")) == Moves{"28x10x14x23"});
}

TEST_CASE("a man that only passes the promotion row stays a man", "[core][movegen]") {  // 4.15
    const Position position = position_of("W:W13:B9,10,26");
    const MoveList moves = legal_moves(position);
    REQUIRE(moves.size() == 1);
    CHECK_FALSE(moves[0].promotes());
    CHECK(format_fen(position.play(moves[0])) == "B:W15:B26");
}

TEST_CASE("the 407 captures of the composed position are all found", "[core][movegen]") {
    const Position position = position_of(
        "W:WK5,K15,K35,K36,K46,K47,K48,K49:B4,8,9,13,18,19,22,24,27,30,31,40,41,42,43,44");
    CHECK(legal_moves(position).size() == 407);
    check_against_slow_rules(position);
    check_against_slow_rules(position.turned());
}

TEST_CASE("more than 20 pieces a side may have hundreds of captures",
          "[core][movegen]") {  // 11.1.7
    const Position position = position_of(
        "W:WK5,K15,K35,K36,K46,K47,K48,K49:"
        "B1,2,4,6,8,9,11,13,K16,18,19,22,24,27,30,31,40,41,42,43,44");
    CHECK(legal_moves(position).size() == 284);
    check_against_slow_rules(position);
    check_against_slow_rules(position.turned());
}

TEST_CASE("a side without pieces has no move", "[core][movegen]") {  // 7.2
    const Position position = position_of("W:W:B20");
    CHECK(legal_moves(position).empty());
    CHECK_FALSE(has_move(position));
    CHECK_FALSE(has_capture(position));
    CHECK(count_moves(position) == 0);
}

TEST_CASE("one piece on any square moves as it should", "[core][movegen]") {
    for (int number = 1; number <= 50; ++number) {
        CAPTURE(number);
        const std::string square = std::to_string(number);
        check_against_slow_rules(position_of("W:WK" + square + ":B"));
        check_against_slow_rules(position_of("B:W:BK" + square));
        if (number > 5) check_against_slow_rules(position_of("W:W" + square + ":B"));
        if (number <= 45) check_against_slow_rules(position_of("B:W:B" + square));
    }
}

TEST_CASE("30 men of one colour move", "[core][movegen]") {  // 11.1.7
    const Position position = position_of("W:W21-50:B1-10");
    check_against_slow_rules(position);
    check_against_slow_rules(position.turned());
    CHECK(legal_moves(position).size() == 9);
}

TEST_CASE("20 kings move", "[core][movegen]") {
    const Position position = position_of("W:WK31-50:B1");
    check_against_slow_rules(position);
    CHECK(legal_moves(position).size() == 38);
}

TEST_CASE("a full board has no move", "[core][movegen]") {
    const Position position = position_of("W:W6-35,K36-50:BK1-5");
    CHECK(legal_moves(position).empty());
}

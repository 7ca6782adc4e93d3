// DXP messages: both ways, faults, and streams in pieces.
#include "protocol/dxp_message.hpp"

#include "core/movegen.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

namespace {

// Bytes as the protocol's description prints them
std::string from_hex(std::string_view hex) {
    std::string bytes;
    std::string digits;
    for (const char c : hex) {
        if (c == ' ' || c == '\n') continue;
        digits += c;
        if (digits.size() == 2) {
            bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
            digits.clear();
        }
    }
    return bytes;
}

DxpMessage parse(std::string_view text) {
    const auto message = parse_dxp_message(text);
    INFO(text);
    REQUIRE(message);
    return *message;
}

template <class T>
T parse_as(std::string_view text) {
    const DxpMessage message = parse(text);
    REQUIRE(std::holds_alternative<T>(message));
    return std::get<T>(message);
}

char bad_header(std::string_view text) {
    const auto message = parse_dxp_message(text);
    INFO(text);
    REQUIRE_FALSE(message);
    CHECK_FALSE(message.error().error.reason.empty());
    return message.error().header;
}

const std::string kName = "Meerslag 1.0                    ";

Square sq(int number) { return Square::from_number(number); }

Bitboard squares(std::initializer_list<int> numbers) {
    Bitboard set;
    for (const int number : numbers) set.add(sq(number));
    return set;
}

Position position_of(std::string_view request) { return parse_as<DxpGameRequest>(request).start(); }

}  // namespace

TEST_CASE("every worked message is read and written byte for byte", "[protocol][dxp]") {
    struct Example {
        std::string text, hex;
    };
    const std::string name_hex = "4d 65 65 72 73 6c 61 67 20 31 2e 30" + [] {
        std::string blanks;
        for (int i = 0; i < 20; ++i) blanks += " 20";
        return blanks;
    }();
    const std::string men_hex =
        "7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 65 65 65 65 65 65 65 65 65 65"
        "77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77";
    const Example example = GENERATE_COPY(values<Example>({
        {"R01" + kName + "Z005075A", "52 30 31" + name_hex + "5a 30 30 35 30 37 35 41 00"},
        {"R01" + kName + "W000000BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
         "52 30 31" + name_hex + "57 30 30 30 30 30 30 42 57" + men_hex + "00"},
        {"R01" + kName + "W010080BWzzzzzzzzzzzzzzzezzzzzeeeeweeeeewwwwwwwwwwwwwwwwwww",
         "52 30 31" + name_hex +
             "57 30 31 30 30 38 30 42 57 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 7a 65 7a 7a 7a "
             "7a"
             "7a 65 65 65 65 77 65 65 65 65 65 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 77 "
             "77"
             "77 00"},
        {"R01" + kName + "Z005050BZzzeeWeeeeeeeeeeeeeeeeeeeeeeeeewweeeeeeeeeeeeeZeeee",
         "52 30 31" + name_hex +
             "5a 30 30 35 30 35 30 42 5a 7a 7a 65 65 57 65 65 65 65 65 65 65 65 65 65 65 65 65 65 "
             "65"
             "65 65 65 65 65 65 65 65 65 65 77 77 65 65 65 65 65 65 65 65 65 65 65 65 65 5a 65 "
             "65"
             "65 65 00"},
        {"R01" + kName + "W1.5000A", "52 30 31" + name_hex + "57 31 2e 35 30 30 30 41 00"},
        {"A" + kName + "0", "41" + name_hex + "30 00"},
        {"A" + kName + "1", "41" + name_hex + "31 00"},
        {"A" + kName + "2", "41" + name_hex + "32 00"},
        {"A" + kName + "3", "41" + name_hex + "33 00"},
        {"M0003322800", "4d 30 30 30 33 33 32 32 38 30 30 00"},
        {"M000028190123", "4d 30 30 30 30 32 38 31 39 30 31 32 33 00"},
        {"M0012041503132037", "4d 30 30 31 32 30 34 31 35 30 33 31 33 32 30 33 37 00"},
        {"M000038380422233233", "4d 30 30 30 30 33 38 33 38 30 34 32 32 32 33 33 32 33 33 00"},
        {"E00", "45 30 30 00"},
        {"E10", "45 31 30 00"},
        {"E20", "45 32 30 00"},
        {"E30", "45 33 30 00"},
        {"E01", "45 30 31 00"},
        {"E11", "45 31 31 00"},
        {"Cgood game", "43 67 6f 6f 64 20 67 61 6d 65 00"},
        {"B001W", "42 30 30 31 57 00"},
        {"B005Z", "42 30 30 35 5a 00"},
        {"K0", "4b 30 00"},
        {"K1", "4b 31 00"},
        {"K2", "4b 32 00"},
    }));
    CHECK(from_hex(example.hex) == example.text + '\0');
    CHECK(format_dxp_message(parse(example.text)) == example.text);
}

TEST_CASE("a game request says who, how long and from where", "[protocol][dxp]") {
    const auto request = parse_as<DxpGameRequest>("R01" + kName +
                                                  "Z005075BWzzzzzzzzzzzzzzzezzzzzeeeeweeeee"
                                                  "wwwwwwwwwwwwwwwwwww");
    CHECK(request.name == "Meerslag 1.0");
    CHECK(request.follower == Color::Black);
    CHECK(request.time == 5min);
    CHECK(request.moves == 75);
    CHECK(request.start().side_to_move() == Color::White);
    CHECK(request.start().men(Color::White).contains(sq(26)));
    CHECK_FALSE(request.start().occupied().contains(sq(16)));
}

TEST_CASE("the short form of a request means the start position", "[protocol][dxp]") {
    CHECK(position_of("R01" + kName + "Z005075A") == Position::start());
}

TEST_CASE("times that are not whole minutes are read and written", "[protocol][dxp]") {
    struct Example {
        std::string text;
        std::chrono::milliseconds time;
        std::string again;
    };
    const Example example = GENERATE(values<Example>({
        {"1.5", 90s, "1.5"},
        {"0.5", 30s, "0.5"},
        {".17", 10200ms, ".17"},
        {".10", 6s, "0.1"},
        {".01", 600ms, ".01"},
        {"9.9", 594s, "9.9"},
        {"  5", 300s, "005"},
        {"5  ", 300s, "005"},
        {"999", 999min, "999"},
        {"000", 0ms, "000"},
        {"12.", 12min, "012"},
    }));
    const auto request = parse_as<DxpGameRequest>("R01" + kName + "W" + example.text + "000A");
    CHECK(request.time == example.time);
    CHECK(format_dxp_message(request).substr(36, 3) == example.again);
}

TEST_CASE("a time for which three characters are too few is rounded", "[protocol][dxp]") {
    const auto shown = [](std::chrono::milliseconds time) {
        DxpGameRequest request;
        request.time = time;
        return format_dxp_message(request).substr(36, 3);
    };
    CHECK(shown(1ms) == ".01");  // not 000, which some never answer
    CHECK(shown(59800ms) == "001");
    CHECK(shown(62s) == "001");
    CHECK(shown(10min + 30s) == "011");
    CHECK(shown(5000min) == "999");
}

TEST_CASE("blanks pad numbers and what follows a message is passed over", "[protocol][dxp]") {
    CHECK(format_dxp_message(parse("M   3322800")) == "M0003322800");
    CHECK(format_dxp_message(parse("M0000 3 8 0trailing")) == "M0000030800");
    CHECK(format_dxp_message(parse("R 1" + kName + "W  5 75Arest")) == "R01" + kName + "W005075A");
    CHECK(format_dxp_message(parse("E10x")) == "E10");
    CHECK(format_dxp_message(parse("E1")) == "E10");
    CHECK(format_dxp_message(parse("B  1W ")) == "B001W");
    CHECK(format_dxp_message(parse("K0 ")) == "K0");
}

TEST_CASE("the time of a move may be a fraction or nonsense", "[protocol][dxp]") {
    CHECK(parse_as<DxpMove>("M1.50322800").time == 1500ms);
    CHECK(parse_as<DxpMove>("M 12 322800").time == 12s);
    CHECK(parse_as<DxpMove>("Mabcd322800").time == 0ms);
    const Move move{sq(32), sq(28)};
    CHECK(format_dxp_message(DxpMove{1499ms, move}) == "M0001322800");
    CHECK(format_dxp_message(DxpMove{1500ms, move}) == "M0002322800");
    CHECK(format_dxp_message(DxpMove{100h, move}) == "M9999322800");
}

TEST_CASE("a capture is known by its squares in any order", "[protocol][dxp]") {
    const Position position =
        position_of("R01" + kName + "W001000BWeeeWeeeeeeeezeeeeeezeeeeeeeeeeezeeeezeeeeeeeeeeeee");
    for (const char* text : {"M0000041503132037", "M0000041503372013", "M0000041503203713"}) {
        const auto move = parse_as<DxpMove>(text).resolve(position);
        REQUIRE(move);
        CHECK(*move == Move{sq(4), sq(15), squares({13, 20, 37})});
    }
    CHECK(parse_as<DxpMove>("M0000041503132032").resolve(position));
    CHECK_FALSE(parse_as<DxpMove>("M00000415021320").resolve(position));
    CHECK_FALSE(parse_as<DxpMove>("M0000041500").resolve(position));  // two are possible
}

TEST_CASE("a capture without its list is taken where only one fits", "[protocol][dxp]") {
    const Position position =
        position_of("R01" + kName + "W001000BWeeeeeeeeeeeeeeeeeezeeeeeeeeweeeeeeeeeeeeeeeeeeeeee");
    REQUIRE(has_move(position));
    const Position taking =
        position_of("R01" + kName + "W001000BWeeeeeeeeeeeeeeeeeeeeeezeeeeweeeeeeeeeeeeeeeeeeeeee");
    const auto move = parse_as<DxpMove>("M0000281900").resolve(taking);
    REQUIRE(move);
    CHECK(*move == Move{sq(28), sq(19), squares({23})});
}

TEST_CASE("the move of a request to go back is counted from who began", "[protocol][dxp]") {
    const auto ply = [](std::string_view text, Color first) {
        return parse_as<DxpBackRequest>(text).ply(first);
    };
    CHECK(ply("B001W", Color::White) == 0);
    CHECK(ply("B001Z", Color::White) == 1);
    CHECK(ply("B002W", Color::White) == 2);
    CHECK(ply("B001W", Color::Black) == -1);
    CHECK(ply("B001Z", Color::Black) == 0);
    CHECK(ply("B002W", Color::Black) == 1);
    CHECK(ply("B002Z", Color::Black) == 2);
    for (const Color first : kColors) {
        for (int n = 0; n < 20; ++n) CHECK(DxpBackRequest::to_ply(n, first).ply(first) == n);
    }
}

TEST_CASE("what is no message is refused with its kind", "[protocol][dxp]") {
    CHECK(bad_header("") == ' ');
    CHECK(bad_header("Xyz") == 'X');
    CHECK(bad_header("R") == 'R');
    CHECK(bad_header("Rxx") == 'R');
    CHECK(bad_header("R01Tester") == 'R');
    CHECK(bad_header("R01" + kName + "B005075A") == 'R');  // no such colour
    CHECK(bad_header("R01" + kName + "W-05075A") == 'R');  // no such time
    CHECK(bad_header("R01" + kName + "W0057x5A") == 'R');  // no such number of moves
    CHECK(bad_header("R01" + kName + "W005075C") == 'R');  // no such start
    CHECK(bad_header("R01" + kName + "W005075BWzz") == 'R');
    CHECK(
        bad_header("R01" + kName + "Z005075BWeewezeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee") ==
        'R');  // a white man on 3
    CHECK(bad_header("A" + kName) == 'A');
    CHECK(bad_header("A" + kName + "4") == 'A');
    CHECK(bad_header("M00003228") == 'M');
    CHECK(bad_header("M0000002800") == 'M');
    CHECK(bad_header("M0000325100") == 'M');
    CHECK(bad_header("M00002819xx") == 'M');
    CHECK(bad_header("M000028190223") == 'M');    // a square short
    CHECK(bad_header("M00002819022323") == 'M');  // one twice
    CHECK(bad_header("M000028190199") == 'M');
    CHECK(bad_header("E") == 'E');
    CHECK(bad_header("E40") == 'E');
    CHECK(bad_header("B1W") == 'B');
    CHECK(bad_header("B000W") == 'B');
    CHECK(bad_header("B001w") == 'B');
    CHECK(bad_header("K") == 'K');
    CHECK(bad_header("K3") == 'K');
}

TEST_CASE("of a request of another version only that is read", "[protocol][dxp]") {
    CHECK(parse_as<DxpGameRequest>("R02").version == 2);
    CHECK(parse_as<DxpGameRequest>("R99" + kName + "??????").version == 99);
}

TEST_CASE("names and texts are sent as printable ASCII of the right length", "[protocol][dxp]") {
    const std::string accents = "  Ren\xC3\xA9\x01";
    CHECK(format_dxp_message(DxpGameAnswer{accents, {}}) == "ARen???" + std::string(26, ' ') + "0");
    CHECK(format_dxp_message(DxpGameAnswer{std::string(50, 'x'), {}}) ==
          "A" + std::string(32, 'x') + "0");
    CHECK(format_dxp_message(DxpChat{std::string(500, 'x')}).size() == 127);
    CHECK(parse_as<DxpChat>("Ca\x1B[2Jb\xFF").text == "a?[2Jb?");
    CHECK(parse_as<DxpGameAnswer>("A" + std::string(32, '\xE9') + "0").name ==
          std::string(32, '?'));
}

TEST_CASE("a stream is cut at every NUL, however it arrives", "[protocol][dxp]") {
    const std::string stream{"R01x\0\0M0003322800\0E00\0Cha", 25};
    const std::vector<std::string> messages{"R01x", "M0003322800", "E00"};
    DxpFrameReader at_once;
    CHECK(at_once.feed(stream) == messages);
    CHECK(at_once.feed(std::string_view{"t\0", 2}) == std::vector<std::string>{"Chat"});
    DxpFrameReader byte_by_byte;
    std::vector<std::string> seen;
    for (const char c : stream) {
        for (std::string& message : byte_by_byte.feed({&c, 1})) seen.push_back(std::move(message));
    }
    CHECK(seen == messages);
}

TEST_CASE("a message of more than 127 bytes is passed over up to its NUL", "[protocol][dxp]") {
    DxpFrameReader reader;
    const std::string longest(127, 'C');
    CHECK(reader.feed(longest + '\0') == std::vector<std::string>{longest});
    CHECK(reader.skipped() == 0);
    for (int i = 0; i < 1000; ++i) CHECK(reader.feed(std::string(1000, 'x')).empty());
    CHECK(reader.skipped() == 1);
    CHECK(reader.feed(std::string_view{"tail\0E00\0", 9}) == std::vector<std::string>{"E00"});
    CHECK(reader.feed(std::string(128, 'y') + '\0' + "K0" + '\0') ==
          std::vector<std::string>{"K0"});
    CHECK(reader.skipped() == 2);
}

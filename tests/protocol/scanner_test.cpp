// Words, quotes and numbers.
#include "protocol/scanner.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "tests/support/catch.hpp"

using namespace meerslag;
using Form = HubArgument::Form;

TEST_CASE("a line is a command and its arguments", "[protocol][scanner]") {
    const auto words = scan_hub_line("  level\tmoves=75  time = 180.000 x=\"a b=c\" infinite\r");
    REQUIRE(words);
    CHECK(words->command == "level");
    CHECK(words->arguments == std::vector<HubArgument>{{"moves", "75", Form::Value},
                                                       {"time", "180.000", Form::Value},
                                                       {"x", "a b=c", Form::Value},
                                                       {"infinite", "", Form::Flag}});
}

TEST_CASE("an empty value may be quoted or left out", "[protocol][scanner]") {
    CHECK(scan_hub_line("set-param name=x value=\"\"")->arguments.back() ==
          HubArgument{"value", "", Form::Value});
    CHECK(scan_hub_line("set-param name=x value=")->arguments.back() ==
          HubArgument{"value", "", Form::Value});
}

TEST_CASE("a missing closing quote is noticed", "[protocol][scanner]") {
    CHECK(scan_hub_line("pos pos=\"Wbbb")->arguments ==
          std::vector<HubArgument>{{"pos", "Wbbb", Form::Unclosed}});
}

TEST_CASE("a repeated argument replaces the earlier one", "[protocol][scanner]") {
    const auto words = scan_hub_line("level depth=3 depth=5");
    REQUIRE(words->find("depth") != nullptr);
    CHECK(words->find("depth")->value == "5");
    CHECK(words->find("nodes") == nullptr);
}

TEST_CASE("stray signs between arguments are passed over", "[protocol][scanner]") {
    CHECK(scan_hub_line("go = \"a b\" == think")->arguments ==
          std::vector<HubArgument>{{"think", "", Form::Flag}});
}

TEST_CASE("a line that begins with no word has no command", "[protocol][scanner]") {
    CHECK_FALSE(scan_hub_line("=go"));
    CHECK_FALSE(scan_hub_line(" \"go\""));
    CHECK(scan_hub_line("")->command.empty());
    CHECK(scan_hub_line(" \t\r")->command.empty());
}

TEST_CASE("numbers are read as clients write them", "[protocol][scanner]") {
    CHECK(parse_real("180.000") == 180.0);
    CHECK(parse_real("179,997") == 179.997);
    CHECK(parse_real("-1.4") == -1.4);
    CHECK(parse_real("+2") == 2.0);
    CHECK(parse_real("1e-05") == 1e-5);
    CHECK(parse_real(".5") == 0.5);
    CHECK(parse_real("5.") == 5.0);
    CHECK(parse_integer("22") == 22);
    CHECK(parse_integer("22.0") == 22);
    CHECK(parse_integer("1e6") == 1'000'000);
    CHECK(parse_integer("+7") == 7);
    CHECK(parse_integer("-3") == -3);
    CHECK(parse_integer("9223372036854775807") == INT64_MAX);
}

TEST_CASE("a natural number is read to the last of 64 bits, and in digits alone",
          "[protocol][scanner]") {
    CHECK(parse_natural("0") == 0);
    CHECK(parse_natural("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
    for (const char* text : {"18446744073709551616", "", "-1", "+1", "1.0", "1e3", " 1", "1 "}) {
        CAPTURE(text);
        CHECK_FALSE(parse_natural(text));
    }
}

TEST_CASE("what is no number is refused", "[protocol][scanner]") {
    const std::string text =
        GENERATE("", "x", "abc", "-", ".", ",", "e5", "1e", "1e+", "1.2.3", "nan", "inf", "-inf",
                 "0x10", "1 ", " 1", "1e999", "12/20", "--1");
    CAPTURE(text);
    CHECK_FALSE(parse_real(text));
    CHECK_FALSE(parse_integer(text));
}

TEST_CASE("a fraction or too large a number is no integer", "[protocol][scanner]") {
    const std::string text = GENERATE("22.5", "1e30", "9223372036854775808");
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text));
}

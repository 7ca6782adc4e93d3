// Lines in and out, of any length and with any end.
#include "protocol/line_io.hpp"

#include <sstream>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("a line ends with LF or CRLF, the last one with the input", "[protocol][line_io]") {
    std::istringstream input{"hub\ninit\r\n\r\na\rb\nquit"};
    LineReader reader{input};
    CHECK(reader.next() == "hub");
    CHECK(reader.next() == "init");
    CHECK(reader.next() == "");
    CHECK(reader.next() == "a\rb");
    CHECK(reader.next() == "quit");
    CHECK(reader.next() == std::nullopt);
    CHECK(reader.next() == std::nullopt);
}

TEST_CASE("a line may be longer than any game", "[protocol][line_io]") {
    const std::string line(kLongestLine, 'x');
    std::istringstream input{line + "\nping\n"};
    LineReader reader{input};
    CHECK(reader.next() == line);
    CHECK(reader.next() == "ping");
}

TEST_CASE("a line without end takes no memory without end", "[protocol][line_io]") {
    std::istringstream input{std::string(3 * kLongestLine, 'x') + "\nping\n"};
    LineReader reader{input};
    const auto line = reader.next();
    REQUIRE(line.has_value());
    CHECK(line->size() == kLongestLine + 1);
    CHECK(reader.next() == "ping");
}

TEST_CASE("each line is one write", "[protocol][line_io]") {
    std::vector<std::string> writes;
    LineWriter writer{[&writes](std::string_view bytes) {
        writes.emplace_back(bytes);
        return true;
    }};
    const std::string long_line(100'000, 'y');
    writer.write("wait");
    writer.write(long_line);
    writer.write("");
    CHECK(writes == std::vector<std::string>{"wait\n", long_line + "\n", "\n"});
}

TEST_CASE("lines of several threads do not mix", "[protocol][line_io][threads]") {
    std::vector<std::string> writes;
    LineWriter writer{[&writes](std::string_view bytes) {
        writes.emplace_back(bytes);
        return true;
    }};
    constexpr int kThreads = 4;
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&writer, t] {
            for (int i = 0; i < 500; ++i) writer.write(std::string(10, static_cast<char>('a' + t)));
        });
    }
    for (std::thread& thread : threads) thread.join();
    REQUIRE(writes.size() == 2000);
    for (const std::string& line : writes) {
        CHECK(line == std::string(10, line.front()) + "\n");
    }
}

TEST_CASE("after a failed write nothing more is written", "[protocol][line_io]") {
    int calls = 0;
    LineWriter writer{[&calls](std::string_view) { return ++calls < 2; }};
    writer.write("one");
    CHECK_FALSE(writer.is_broken());
    writer.write("two");
    CHECK(writer.is_broken());
    writer.write("three");
    CHECK(calls == 2);
}

// The log of lines.
#include "protocol/line_log.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_path.hpp"

using namespace meerslag;

TEST_CASE("a log has each line with its time and direction, and is appended to",
          "[protocol][line_log]") {
    const std::filesystem::path path = test::temporary_path("log.txt");
    for (const char* line : {"hub", "init"}) {
        LineLog log{path};
        log.write(LineLog::Direction::In, line);
        log.write(LineLog::Direction::Out, "ready");
    }
    std::ifstream file{path};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    file.close();
    std::filesystem::remove(path);

    REQUIRE(lines.size() == 6);
    const std::string time = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3} ";
    CHECK(std::regex_match(lines[0], std::regex{time + "-- Meerslag .*"}));
    CHECK(std::regex_match(lines[1], std::regex{time + "<- hub"}));
    CHECK(std::regex_match(lines[2], std::regex{time + "-> ready"}));
    CHECK(std::regex_match(lines[4], std::regex{time + "<- init"}));
}

TEST_CASE("a log that cannot be written is none", "[protocol][line_log]") {
    LineLog log{"/no such folder/log.txt"};
    CHECK_FALSE(log.is_open());
    log.write(LineLog::Direction::In, "hub");
    CHECK_FALSE(log.is_open());
}

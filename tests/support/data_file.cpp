// Reading the tables of tests/data.
#include "tests/support/data_file.hpp"

#include <fstream>
#include <stdexcept>

namespace meerslag::test {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::vector<std::string>> read_data_table(std::string_view file_name) {
    const std::string path = std::string{MEERSLAG_TEST_DATA} + "/" + std::string{file_name};
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"cannot read " + path};
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.front() != '#') rows.push_back(split(line, '\t'));
    }
    return rows;
}

}  // namespace meerslag::test

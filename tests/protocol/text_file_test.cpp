// Text files: what is read, and what is refused.
#include "protocol/text_file.hpp"

#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

std::string error_of(const std::string& name, std::size_t most) {
    const auto text = read_text_file(name, most);
    return text ? "" : text.error();
}

}  // namespace

TEST_CASE("a file is read byte for byte", "[protocol][text_file]") {
    const TemporaryFolder folder{"text-file"};
    const std::string name = (folder / "some.txt").string();
    const std::string content = std::string(200'000, 'x') + "\r\n\xFF" + '\0' + "end";
    std::ofstream{name, std::ios::binary} << content;
    CHECK(read_text_file(name) == content);
    CHECK(read_text_file(name, content.size()) == content);
    std::ofstream{name, std::ios::binary}.flush();
    CHECK(read_text_file(name) == std::string{});
}

TEST_CASE("a file that cannot be read or held is told", "[protocol][text_file]") {
    const TemporaryFolder folder{"text-file"};
    const std::string name = (folder / "some.txt").string();
    CHECK(error_of(name, 100) == "cannot read " + name);
    const std::string itself = (folder / ".").string();
    CHECK(error_of(itself, 100) == "cannot read " + itself);
    std::ofstream{name, std::ios::binary} << std::string(101, 'x');
    CHECK(error_of(name, 100) == name + " is too large: more than 100 bytes");
#ifndef _WIN32
    CHECK(error_of("/dev/zero", 1'000'000) == "/dev/zero is too large: more than 1000000 bytes");
#endif
}

// Folders of bitbases: names, and files that are none.
#include "protocol/bitbase_folder.hpp"

#include <fstream>

#include "protocol/platform.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using meerslag::test::TemporaryFolder;

namespace {

const std::vector<std::uint8_t> kBytes{1, 2, 3, 250};

}  // namespace

TEST_CASE("a folder gives back the files it was given", "[protocol][bitbase]") {
    const TemporaryFolder temporary{"bitbase-folder"};
    BitbaseFolder folder{temporary.path() / "a" / "b"};
    REQUIRE(folder.create());
    const auto missing = folder.load("x");
    REQUIRE(missing);
    CHECK_FALSE(missing->has_value());
    REQUIRE(folder.save("x", kBytes));
    REQUIRE(folder.save("x", kBytes));  // over the old one, while it may be mapped
    const auto image = folder.load("x");
    REQUIRE((image && *image));
    CHECK(std::vector<std::uint8_t>((*image)->bytes.begin(), (*image)->bytes.end()) == kBytes);
}

TEST_CASE("a folder keeps no half-written file under a slice's name", "[protocol][bitbase]") {
    const TemporaryFolder temporary{"bitbase-folder"};
    BitbaseFolder folder{temporary.path()};
    REQUIRE(folder.create());
    std::ofstream{folder.path_of("x").string() + ".new"} << "half of it";  // as a crash leaves it
    CHECK_FALSE(folder.load("x").value().has_value());
    REQUIRE(folder.save("x", kBytes));
    CHECK(std::distance(std::filesystem::directory_iterator{temporary.path()}, {}) == 1);
}

TEST_CASE("a file that cannot be written is an error in words", "[protocol][bitbase]") {
    const TemporaryFolder temporary{"bitbase-folder"};
    BitbaseFolder folder{temporary.path() / "missing"};
    const auto saved = folder.save("x", kBytes);
    REQUIRE_FALSE(saved);
    CHECK(saved.error().find("x.meerslag: ") != std::string::npos);
}

TEST_CASE("an empty file maps to no bytes, a missing one to an error", "[protocol][platform]") {
    const TemporaryFolder temporary{"bitbase-folder"};
    std::ofstream{temporary.path() / "empty"}.close();
    CHECK(map_file(temporary.path() / "empty").value().bytes.empty());
    CHECK_FALSE(map_file(temporary.path() / "missing"));
}

// Files that are written whole, and what stays when that fails.
#include "engine/whole_file.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace fs = std::filesystem;

namespace {

bool write(const fs::path& path, const std::string& text) {
    return write_whole_file(path, [&text](std::ostream& file) { file << text; });
}

std::string content(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::size_t entries(const TemporaryFolder& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{folder.path()}, {}));
}

}  // namespace

TEST_CASE("a whole file takes the place of the old one", "[engine][file]") {
    const TemporaryFolder folder{"whole-file"};
    CHECK(write(folder / "a", "first, and longer"));
    CHECK(write(folder / "a", "second"));
    CHECK(content(folder / "a") == "second");
    CHECK(entries(folder) == 1);
}

TEST_CASE("a whole file that cannot be written leaves what there was", "[engine][file]") {
    const TemporaryFolder folder{"whole-file-fails"};
    REQUIRE(write(folder / "a", "first"));
    const bool is_written = write_whole_file(
        folder / "a", [](std::ostream& file) { file.setstate(std::ios::failbit); });
    CHECK(!is_written);
    CHECK(content(folder / "a") == "first");
    CHECK(!write(folder.path(), "a folder is no file"));
    CHECK(!write(folder / "missing" / "a", "text"));
    CHECK(entries(folder) == 1);
}

TEST_CASE("whether a whole file can be written is told without touching it", "[engine][file]") {
    const TemporaryFolder folder{"whole-file-can"};
    REQUIRE(write(folder / "a", "first"));
    CHECK(can_write_whole_file(folder / "a"));
    CHECK(can_write_whole_file(folder / "b"));
    CHECK(!can_write_whole_file(folder.path()));
    CHECK(!can_write_whole_file(folder / "missing" / "a"));
    CHECK(!can_write_whole_file(folder / "a" / "b"));
    CHECK(content(folder / "a") == "first");
    CHECK(entries(folder) == 1);
}

TEST_CASE("a whole file replaces neither a link nor a device", "[engine][file]") {
    const TemporaryFolder folder{"whole-file-links"};
    std::error_code error;
    REQUIRE(write(folder / "a", "first"));
    fs::create_symlink(folder / "a", folder / "link", error);
    if (error) return;  // Windows wants a privilege for it
    CHECK(write(folder / "link", "second"));
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(content(folder / "a") == "second");

    if (!fs::is_character_file("/dev/null", error)) return;
    fs::create_symlink("/dev/null", folder / "null");
    CHECK(write(folder / "null", "text"));
    CHECK(fs::is_symlink(folder / "null"));
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("names of one file are told, also before it is there", "[engine][file]") {
    const TemporaryFolder folder{"one-file"};
    REQUIRE(write(folder / "a", "text"));
    REQUIRE(write(folder / "b", "text"));
    CHECK(are_one_file(folder / "a", folder / "." / "a"));
    CHECK(!are_one_file(folder / "a", folder / "b"));
    CHECK(are_one_file(folder / "new", folder / "." / "new"));
    CHECK(!are_one_file(folder / "new", folder / "newer"));
    CHECK(!are_one_file(folder / "a", folder / "new"));
    CHECK(are_one_file("new", "./new"));
    CHECK(!are_one_file("", ""));

    std::error_code error;
    fs::create_symlink(folder / "a", folder / "link", error);
    if (error) return;  // Windows wants a privilege for it
    CHECK(are_one_file(folder / "a", folder / "link"));
    CHECK(!are_one_file(folder / "b", folder / "link"));
}

TEST_CASE("a file's stamp tells another time and another size", "[engine][file]") {
    const TemporaryFolder folder{"file-stamp"};
    CHECK_FALSE(stamp_of_file(folder / "a"));
    CHECK_FALSE(stamp_of_file(folder.path()));
    REQUIRE(write(folder / "a", "text"));
    const auto stamp = stamp_of_file(folder / "a");
    REQUIRE(stamp);
    CHECK(stamp_of_file(folder / "a") == stamp);

    fs::last_write_time(folder / "a", stamp->written + std::chrono::seconds{2});
    CHECK(stamp_of_file(folder / "a") != stamp);
    REQUIRE(write(folder / "a", "texts"));
    fs::last_write_time(folder / "a", stamp->written);
    CHECK(stamp_of_file(folder / "a") != stamp);
}

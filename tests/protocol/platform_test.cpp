// What the operating system tells about streams, paths and the user's folders.
#include "protocol/platform.hpp"

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

std::optional<std::string> no_variable(const char*) { return std::nullopt; }

}  // namespace

TEST_CASE("the running program knows where it lies", "[protocol][platform]") {
    const auto path = executable_path();
    REQUIRE(path);
    CHECK(path->is_absolute());
    CHECK(std::filesystem::is_regular_file(*path));
    CHECK(path->stem() == "meerslag_tests");
}

TEST_CASE("the machine has some memory", "[protocol][platform]") {
    const auto memory = total_memory();
    REQUIRE(memory);
    CHECK(*memory > std::uint64_t{1} << 26);
}

TEST_CASE("two random seeds differ", "[protocol][platform]") {
    CHECK(random_seed() != random_seed());
}

TEST_CASE("a variable that is not set has no value", "[protocol][platform]") {
    CHECK_FALSE(environment_variable("MEERSLAG_NO_SUCH_VARIABLE"));
    CHECK(environment_variable("PATH"));
}

TEST_CASE("a user without a home has no data folder", "[protocol][platform]") {
    CHECK_FALSE(user_data_folder(&no_variable));
}

#ifndef _WIN32
TEST_CASE("the data folder lies in the home folder", "[protocol][platform]") {
    const auto folder = user_data_folder([](const char* name) -> std::optional<std::string> {
        if (std::string{name} == "HOME") return "/home/someone";
        return std::nullopt;
    });
    CHECK(folder == std::filesystem::path{"/home/someone/.local/share/meerslag"});
}

TEST_CASE("XDG_DATA_HOME replaces the data folder unless it is relative", "[protocol][platform]") {
    const auto absolute = user_data_folder([](const char* name) -> std::optional<std::string> {
        return std::string{name} == "HOME" ? "/home/someone" : "/data";
    });
    CHECK(absolute == std::filesystem::path{"/data/meerslag"});

    const auto relative = user_data_folder([](const char* name) -> std::optional<std::string> {
        return std::string{name} == "HOME" ? "/home/someone" : "data";
    });
    CHECK(relative == std::filesystem::path{"/home/someone/.local/share/meerslag"});
}
#endif

}  // namespace meerslag

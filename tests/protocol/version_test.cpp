// Version, commit, compiler and build options, as the program knows them.
#include "protocol/version.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

namespace meerslag {

TEST_CASE("the version is three numbers", "[protocol][version]") {
    const std::string_view version = program_version();
    CHECK(std::count(version.begin(), version.end(), '.') == 2);
    CHECK(version.find_first_not_of("0123456789.") == std::string_view::npos);
}

TEST_CASE("the commit is an abbreviated hash or not known", "[protocol][version]") {
    const std::string_view commit = build_info().commit;
    CHECK(commit.find_first_not_of("0123456789abcdef") == std::string_view::npos);
    CHECK((commit.empty() || commit.size() >= 7));
}

TEST_CASE("the version text begins with name and version", "[protocol][version]") {
    const std::string text = version_text();
    CHECK(text.substr(0, text.find('\n')) == "Meerslag " + std::string{program_version()});
    CHECK(text.find(build_info().compiler) != std::string::npos);
    CHECK(text.find(build_info().options) != std::string::npos);
}

TEST_CASE("the full version is the version with the commit, as far as it is known",
          "[protocol][version]") {
    const std::string version{program_version()};
    const std::string commit{build_info().commit};
    CHECK(full_version() == (commit.empty() ? version : version + "+" + commit));
}

}  // namespace meerslag

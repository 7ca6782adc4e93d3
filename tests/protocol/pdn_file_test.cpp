// PDN files: opening, reading and adding to them.
#include "protocol/pdn_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_path.hpp"

using namespace meerslag;

namespace {

/// A file that is gone with the object.
class TemporaryFile {
public:
    TemporaryFile(const std::string& name, std::string_view text)
        : path_(test::temporary_path(name)) {
        std::ofstream{path_, std::ios::binary} << text;
    }
    ~TemporaryFile() {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] std::string name() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("games of several files come one after the other", "[protocol][pdn]") {
    const TemporaryFile first{"meerslag_pdn_file_test_1.pdn", "1. 32-28 *\n1. 31-27 *\n"};
    const TemporaryFile second{"meerslag_pdn_file_test_2.pdn", "1. 33-29 *"};
    Progress progress{"test", "bytes", 0, 0, ProgressStyle::Quiet};
    std::vector<std::string> seen;
    const auto faults = for_each_pdn_game(
        {first.name(), second.name()}, progress, [&](const std::string& name, const PdnGame& game) {
            seen.push_back((name == first.name() ? "first " : "second ") +
                           std::to_string(game.number));
        });
    CHECK(faults.empty());
    CHECK(seen == std::vector<std::string>{"first 1", "first 2", "second 1"});
    CHECK(total_size({first.name(), second.name()}) == 32);
}

TEST_CASE("a file that cannot be opened does not stop the others", "[protocol][pdn]") {
    const TemporaryFile file{"meerslag_pdn_file_test_3.pdn", "1. 32-28 *"};
    const std::string folder = std::filesystem::temp_directory_path().string();
    Progress progress{"test", "bytes", 0, 0, ProgressStyle::Quiet};
    int games = 0;
    const auto faults =
        for_each_pdn_game({"no/such/file.pdn", folder, file.name()}, progress,
                          [&games](const std::string&, const PdnGame&) { ++games; });
    CHECK(faults ==
          std::vector<std::string>{"cannot open no/such/file.pdn", folder + " is a folder"});
    CHECK(games == 1);
    CHECK(total_size({"no/such/file.pdn"}) == 0);
}

TEST_CASE("a file of text without a game is told, a blank one is not", "[protocol][pdn]") {
    const TemporaryFile prose{"meerslag_pdn_file_test_4.pdn", "Dear reader,\nno game.\n"};
    const TemporaryFile blank{"meerslag_pdn_file_test_5.pdn", "\xef\xbb\xbf \r\n"};
    const TemporaryFile utf16{"meerslag_pdn_file_test_6.pdn",
                              std::string{"\xff\xfe[\0E\0v\0e\0n\0t\0]\0\n\0", 18}};
    const auto faults_of = [](const std::string& name) {
        Progress progress{"test", "bytes", 0, 0, ProgressStyle::Quiet};
        return for_each_pdn_game({name}, progress, [](const std::string&, const PdnGame&) {});
    };
    CHECK(faults_of(blank.name()).empty());
    CHECK(faults_of(prose.name()) ==
          std::vector<std::string>{"there is no game in " + prose.name()});
    CHECK(faults_of(utf16.name()) ==
          std::vector<std::string>{utf16.name() + " is UTF-16: save it as UTF-8"});
}

TEST_CASE("one game of a file is read by its number", "[protocol][pdn]") {
    const TemporaryFile file{"meerslag_pdn_file_test_4.pdn",
                             "1. 32-28 *\n1. 31-27 16-22 *\n1. 33-29 *"};
    CHECK(read_pdn_game(file.name(), 3).value().main.moves.size() == 1);
    CHECK(read_pdn_game(file.name(), 4).error() == file.name() + " has 3 games");
    CHECK_THAT(read_pdn_game(file.name(), 2).error(),
               Catch::Matchers::StartsWith(file.name() + ":2:10: game 2, ply 2: error: "));
    CHECK(read_pdn_game("no/such/file.pdn", 1).error() == "cannot open no/such/file.pdn");
}

TEST_CASE("a game is read in spite of an error in a variation", "[protocol][pdn]") {
    const TemporaryFile file{"meerslag_pdn_file_test_7.pdn", "1. 32-28 (1. 31-22) 18-22 *"};
    const auto game = read_pdn_game(file.name(), 1);
    REQUIRE(game);
    CHECK(game->main.moves.size() == 2);
    REQUIRE(game->faults.size() == 1);
    CHECK(game->faults[0].severity == PdnFault::Severity::Error);
}

TEST_CASE("a game is not looked for in UTF-16", "[protocol][pdn]") {
    const TemporaryFile file{"meerslag_pdn_file_test_8.pdn", std::string{"\xff\xfe*\0", 4}};
    CHECK(read_pdn_game(file.name(), 1).error() == file.name() + " is UTF-16: save it as UTF-8");
}

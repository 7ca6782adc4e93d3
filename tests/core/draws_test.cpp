// The draw rules and the ends of a game, line by line of tests/data/draws.tsv.
#include <map>
#include <string>

#include "core/fen.hpp"
#include "core/game.hpp"
#include "core/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"

using namespace meerslag;

namespace {

/// The status in the words of the file.
std::string file_status(const Game& game) {
    const GameStatus status = game.status();
    if (!status.is_over()) return "ongoing";
    const std::string reason{to_string(status.reason)};
    if (status.result == GameResult::Draw) return "draw-" + reason;
    // The file knows losses of the side to move only
    REQUIRE(status.result == win_for(opposite(game.position().side_to_move())));
    return status.reason == EndReason::NoMoves ? "loss-blocked" : "loss-" + reason;
}

std::map<std::size_t, std::string> read_checks(const std::string& text) {
    std::map<std::size_t, std::string> checks;
    for (const std::string& check : test::split(text, ' ')) {
        const std::size_t colon = check.find(':');
        checks[std::stoul(check.substr(0, colon))] = check.substr(colon + 1);
    }
    return checks;
}

}  // namespace

TEST_CASE("every game of the draws table has its status at every ply", "[core][game][draws]") {
    const auto rows = test::read_data_table("draws.tsv");
    REQUIRE(rows.size() == 51);
    for (const auto& row : rows) {
        const std::string& id = row.at(0);
        CAPTURE(id);
        const auto checks = read_checks(row.at(4));
        Game game{parse_fen(row.at(2)).value().position};
        const std::vector<std::string> moves = test::split(row.at(3), ' ');
        // Before the first final status listed every ply is ongoing
        std::size_t end = moves.size() + 1;
        for (const auto& check : checks) {
            if (check.second != "ongoing") end = std::min(end, check.first);
        }
        for (std::size_t ply = 0;; ++ply) {
            CAPTURE(ply);
            if (const auto check = checks.find(ply); check != checks.end()) {
                CHECK(file_status(game) == check->second);
            } else if (ply < end) {
                CHECK(file_status(game) == "ongoing");
            }
            if (ply == moves.size()) break;
            game.play(parse_move(moves[ply], game.position()).value());
        }
        CHECK(checks.rbegin()->first <= moves.size());
    }
}

// The tactics suite: reading tasks and counting what is solved.
#include "engine/tactics_suite.hpp"

#include <set>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "engine/embedded_data.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("the embedded tactics are 160 different tasks with legal moves", "[engine][tactics]") {
    const auto tasks = parse_tactics(embedded_tactics());
    REQUIRE(tasks);
    CHECK(tasks->size() == 160);
    std::set<std::string> ids;
    for (const TacticsTask& task : *tasks) {
        CHECK(ids.insert(task.id).second);
        CHECK(legal_moves(task.position).contains(task.best));
        CHECK_FALSE(task.best.is_capture());
    }
}

TEST_CASE("a row that makes no task names its line", "[engine][tactics]") {
    CHECK_FALSE(parse_tactics("# nothing\n\n"));
    CHECK(parse_tactics("a\tW:W31:B20\t31-26\textra\n")->size() == 1);
    const auto bad_move = parse_tactics("# one\na\tW:W31:B20\t31-22\n");
    REQUIRE_FALSE(bad_move);
    CHECK(bad_move.error().reason.starts_with("line 2: "));
    CHECK_FALSE(parse_tactics("a\tnonsense\t31-26\n"));
    CHECK(parse_tactics("a W:W31:B20 31-26\n").error().reason ==
          "line 1: there is no tab between id, FEN and best move");
}

TEST_CASE("a task is solved when its move is held to the end", "[engine][tactics]") {
    // 28-23 19x28 33x22 leaves Black without a piece; any other move does not.
    const auto tasks = parse_tactics("win\tW:W28,33,39:B19\t28-23\nnot\tW:W28,33,39:B19\t39-34\n");
    REQUIRE(tasks);
    Engine engine;
    SearchLimits limits;
    limits.depth = 8;
    const TacticsResult win = solve(engine, (*tasks)[0], limits);
    REQUIRE(win.solved);
    CHECK(win.chosen == (*tasks)[0].best);
    CHECK(win.solved->depth <= win.end.depth);
    const TacticsResult other = solve(engine, (*tasks)[1], limits);
    CHECK_FALSE(other.solved);
    CHECK(other.chosen == (*tasks)[0].best);
}

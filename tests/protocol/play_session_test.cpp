// The game in the terminal, line by line.
#include "protocol/play_session.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/pdn_writer.hpp"
#include "core/random.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_path.hpp"

using namespace meerslag;
using std::chrono::seconds;

namespace {

PlayOptions quick(Color player = Color::White) { return {.player = player, .level = {.depth = 2}}; }

/// A session with an engine and a clock that stands still until it is moved.
struct Fixture {
    explicit Fixture(const PlayOptions& options = quick())
        : session{engine, options, [this] { return now; }} {}

    /// The person's line, and the engine's moves after it.
    std::string type(std::string_view line) {
        std::string text = session.answer(line);
        while (session.is_engine_to_move()) text += session.play_engine_move();
        return text;
    }
    [[nodiscard]] std::size_t plies() const { return session.arbiter().game().moves().size(); }

    PlaySession::TimePoint now{};
    Engine engine{{.table_bytes = 1 << 20}};
    PlaySession session;
};

/// A file of its own for a test, removed afterwards.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view name) : path_{test::temporary_path(name)} {}
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] std::string name() const { return path_.string(); }
    void write(std::string_view text) const { std::ofstream{path_} << text; }
    [[nodiscard]] std::string read() const {
        std::ostringstream text;
        text << std::ifstream{path_}.rdbuf();
        return text.str();
    }

private:
    std::filesystem::path path_;
};

/// A random game as PDN, with no more tags, that is not over after so many plies.
std::string random_pdn(std::size_t plies) {
    for (std::uint64_t seed = 1;; ++seed) {
        SplitMix64 random{seed};
        Game game;
        while (game.moves().size() < plies && !game.status().is_over()) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (game.status().is_over()) continue;
        std::string text = format_pdn_game(to_pdn_game(game));
        return text;
    }
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a session begins with the board and the person's turn", "[protocol][play]") {
    const Fixture f;
    CHECK(contains(f.session.greeting(), "You have White"));
    CHECK(contains(f.session.greeting(), "46 w"));
    CHECK(f.session.prompt() == "White, move 1> ");
    CHECK_FALSE(f.session.is_engine_to_move());
}

TEST_CASE("with Black the engine moves first", "[protocol][play]") {
    Fixture f{quick(Color::Black)};
    REQUIRE(f.session.is_engine_to_move());
    CHECK(contains(f.session.play_engine_move(), "Meerslag plays "));
    CHECK(f.session.prompt() == "Black, move 1> ");
}

TEST_CASE("a move is answered by the engine", "[protocol][play]") {
    Fixture f;
    CHECK(contains(f.type("32-28"), "Meerslag plays "));
    CHECK(f.plies() == 2);
    CHECK(contains(f.type("game"), "1. 32-28 "));
}

TEST_CASE("an illegal move is refused with its reason", "[protocol][play]") {
    Fixture f;
    CHECK(contains(f.type("12-40"), "12"));
    CHECK(f.type("31-22") != "");
    CHECK(f.plies() == 0);
    CHECK_FALSE(f.session.is_engine_to_move());
}

TEST_CASE("a word that is no command points to help", "[protocol][play]") {
    Fixture f;
    CHECK(contains(f.type("castle"), "help"));
    CHECK(f.type("h") == "Do you mean help or hint?\n");
    CHECK(f.type("  ") == "");
}

TEST_CASE("a command may be shortened while it is clear", "[protocol][play]") {
    Fixture f;
    CHECK(contains(f.type("res"), "resignation"));
    CHECK(f.type("q") == "");
    CHECK(f.session.has_quit());
}

TEST_CASE("undo takes back both moves and redo plays them again", "[protocol][play]") {
    Fixture f;
    f.type("32-28");
    const Position after = f.session.arbiter().game().position();
    f.type("undo");
    CHECK(f.plies() == 0);
    CHECK(contains(f.type("undo"), "nothing"));
    f.type("redo");
    CHECK(f.session.arbiter().game().position() == after);
    CHECK(contains(f.type("redo"), "nothing"));
}

TEST_CASE("with Black the engine's first move is not taken back", "[protocol][play]") {
    Fixture f{quick(Color::Black)};
    f.type("");
    f.type("20-25");
    CHECK(f.plies() == 3);
    f.type("undo");
    CHECK(f.plies() == 1);
    CHECK(contains(f.type("undo"), "nothing"));
    CHECK(f.plies() == 1);
}

TEST_CASE("the last line of a finished game has result and article", "[protocol][play]") {  // 7.2.2
    Fixture f;
    f.type("fen W:W7,11,12:B1");
    const std::string text = f.type("11-6");
    CHECK(text.ends_with("White wins 2-0: no legal move (article 7.2.2)\n"));
    CHECK(contains(f.type("7-2"), "over"));
    CHECK(f.session.prompt() == "game over> ");
    f.type("undo");
    CHECK(f.session.prompt() == "White, move 1> ");
}

TEST_CASE("a resignation ends the game and can be taken back", "[protocol][play]") {  // 7.2.1
    Fixture f;
    f.type("32-28");
    CHECK(f.type("resign") == "Black wins 0-2: resignation (article 7.2.1)\n");
    f.type("undo");
    CHECK(f.plies() == 2);
    CHECK_FALSE(f.session.arbiter().status().is_over());
}

TEST_CASE("a draw cannot be offered before the 40th move", "[protocol][play]") {  // C12.4
    Fixture f;
    CHECK(contains(f.type("draw"), "40"));
}

TEST_CASE("a position can be set up and shown", "[protocol][play]") {
    Fixture f;
    f.type("fen B:WK46,33:B14,20");
    CHECK(f.plies() == 1);  // the engine had Black to move
    f.type("fen W:WK46,33:B14,20");
    CHECK(f.type("fen") == "W:W33,K46:B14,20\n");
    CHECK(contains(f.type("fen W:W3:B20"), "3"));
    CHECK(f.type("fen") == "W:W33,K46:B14,20\n");
}

TEST_CASE("go hands the move to the engine", "[protocol][play]") {
    Fixture f;
    f.type("go");
    CHECK(f.session.player() == Color::Black);
    CHECK(f.plies() == 1);
}

TEST_CASE("new starts again with the colour asked for", "[protocol][play]") {
    Fixture f;
    f.type("32-28");
    f.type("new black");
    CHECK(f.session.player() == Color::Black);
    CHECK(f.plies() == 1);
    f.type("new white");
    CHECK(f.plies() == 0);
    CHECK(contains(f.type("new green"), "green"));
}

TEST_CASE("a hint is a legal line", "[protocol][play]") {
    Fixture f;
    const std::string text = f.type("hint");
    CHECK(contains(text, "Meerslag would play "));
    CHECK(contains(text, "1. "));
    CHECK(f.plies() == 0);
}

TEST_CASE("levels are shown and wrong ones refused", "[protocol][play]") {
    Fixture f;
    CHECK(f.type("level") == "depth 2\n");
    CHECK(f.type("level depth 3") == "From now on: depth 3.\n");
    CHECK(f.type("level time 0.5") == "From now on: 0.5 s a move.\n");
    CHECK(f.type("level nodes 500") == "From now on: 500 nodes a move.\n");
    for (const auto* const wrong : {"level depth 0", "level time -1", "level time x", "level zz 5",
                                    "level depth", "level nodes 1e99", "level clock 1 x"}) {
        CAPTURE(wrong);
        CHECK_FALSE(contains(f.type(wrong), "From now on"));
        CHECK(f.type("level") == "500 nodes a move\n");
    }
}

TEST_CASE("the engine plays weaker when asked to", "[protocol][play]") {
    Fixture f;
    CHECK(f.type("level strength 3") == "From now on: depth 2, strength 3.\n");
    CHECK(f.engine.options().strength == 3);
    CHECK(contains(f.type("32-28"), "Meerslag plays "));
    CHECK_FALSE(contains(f.type("level strength 11"), "From now on"));
    CHECK(f.type("level strength 0") == "From now on: depth 2.\n");
}

TEST_CASE("clocks run for the person and adding comes before every move",
          "[protocol][play]") {  // C8.1.2
    Fixture f;
    f.type("fen W:W32,33:B5");  // the engine has one move and takes no time
    f.type("level clock 1 5");
    CHECK(f.session.prompt() == "White, move 1, 1:05 left> ");
    f.now += seconds{15};
    f.type("32-28");
    CHECK(f.session.prompt() == "White, move 2, 0:55 left> ");
}

TEST_CASE("who moves after the time is up has lost", "[protocol][play]") {  // C8.2.6
    Fixture f;
    f.type("level clock 1");
    f.now += seconds{61};
    CHECK(f.type("32-28").ends_with("Black wins 0-2: time is up (article C8.2.6)\n"));
    CHECK(f.plies() == 0);
}

TEST_CASE("flip turns the board", "[protocol][play]") {
    Fixture f;
    CHECK(contains(f.type("flip"), "|    50 w    49 w"));
    CHECK(contains(f.type("flip"), "|     1 b     2 b"));
}

TEST_CASE("a saved game is loaded with its clocks and sides", "[protocol][play]") {
    const TemporaryFile file{"saved.pdn"};
    Position saved_position = Position::start();
    {
        Fixture f{quick(Color::Black)};
        f.type("fen B:W46:B1,20");  // the engine has one move and takes no time
        f.type("level clock 10 5");
        f.type("20-25");
        f.now += seconds{20};
        CHECK(contains(f.type("save " + file.name()), "Saved"));
        saved_position = f.session.arbiter().game().position();
    }
    CHECK(contains(file.read(), "[White \"Meerslag"));
    CHECK(contains(file.read(), "[BlackClock \"0:09:45\"]"));
    Fixture f;
    CHECK(contains(f.type("load " + file.name()), "you have Black"));
    CHECK(f.session.player() == Color::Black);
    CHECK(f.session.arbiter().game().position() == saved_position);
    CHECK(f.session.prompt() == "Black, move 2, 9:50 left> ");
}

TEST_CASE("a saved game takes no other's place but that of one saved before", "[protocol][play]") {
    const TemporaryFile file{"kept.pdn"};
    Fixture f;
    const auto text =
        GENERATE("[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 *\n",
                 "[White \"Player\"]\n[Black \"Meerslag 0.1.0\"]\n\n1. 32-28 *\n\n1. 31-27 *\n",
                 "Bread, butter, 12 eggs\n", "\n");
    file.write(text);
    CHECK(contains(f.type("save " + file.name()), "would be lost"));
    CHECK(contains(f.type("adjourn " + file.name() + " 32-28"), "would be lost"));
    CHECK_FALSE(f.session.has_quit());
    CHECK(file.read() == text);
    file.write("");
    CHECK(contains(f.type("save " + file.name()), "Saved"));
    f.type("32-28");
    CHECK(contains(f.type("save " + file.name()), "Saved"));
    CHECK(contains(file.read(), "32-28"));
    CHECK(f.type("save -") == "save FILE: the name is missing.\n");
}

TEST_CASE("a game is adjourned with a sealed move and goes on with it",
          "[protocol][play]") {  // C11
    const TemporaryFile file{"adjourned.pdn"};
    {
        Fixture f;
        f.type("fen W:W32,33:B5");  // the engine has one move and takes no time
        f.type("level clock 10");
        f.now += seconds{30};
        f.type("adjourn " + file.name() + " 32-22");
        CHECK(file.read().empty());
        CHECK_FALSE(f.session.has_quit());
        CHECK(contains(f.type("adjourn " + file.name() + " 32-28"), "Sealed"));
        CHECK(f.session.has_quit());
    }
    CHECK(contains(file.read(), "[SealedMove \"32-28\"]"));
    CHECK(contains(file.read(), "[Termination \"adjourned\"]"));
    Fixture f;
    const std::string text = f.type("load " + file.name());
    CHECK(contains(text, "The sealed move is 32-28."));
    CHECK(contains(text, "Meerslag plays "));
    CHECK(f.session.prompt() == "White, move 2, 9:30 left> ");
}

TEST_CASE("an illegal sealed move in a file loses", "[protocol][play]") {  // C11
    const TemporaryFile file{"illegal.pdn"};
    file.write("[White \"Player\"]\n[Black \"Meerslag\"]\n[SealedMove \"32-22\"]\n\n*\n");
    Fixture f;
    CHECK(f.type("load " + file.name())
              .ends_with("Black wins 0-2: the sealed move is illegal (article C11)\n"));
}

TEST_CASE("one of several games is loaded by its number", "[protocol][play]") {
    const TemporaryFile file{"three.pdn"};
    file.write("1. 32-28 *\n\n1. 31-27 20-25 2. 33-28 *\n\n1. 34-29 20-24 *\n");
    Fixture f;
    f.type("load " + file.name() + " 3");
    CHECK(contains(f.type("game"), "1. 34-29 20-24"));
    CHECK(contains(f.type("load " + file.name() + " 4"), "has 3 games"));
    CHECK(contains(f.type("load " + file.name() + ".none"), ".none"));
}

TEST_CASE("the engine agrees to a draw when it is not better or gets nowhere", "[protocol][play]") {
    const Position kings = parse_fen("W:WK16,K47:BK4,K35").value().position;
    const DrawCounters fresh = DrawCounters::at_start(kings, 0);
    const DrawCounters stale = DrawCounters::at_start(kings, 40);
    CHECK(accepts_draw(Score{0}, fresh));
    CHECK(accepts_draw(Score{-120}, fresh));
    CHECK_FALSE(accepts_draw(Score{40}, fresh));
    CHECK(accepts_draw(Score{40}, stale));
    CHECK_FALSE(accepts_draw(Score::win_in(Ply{9}), stale));
    CHECK_FALSE(accepts_draw(Score::bitbase_win_in(Ply{9}), stale));
}

TEST_CASE("an offer from the 40th move on is answered after the move",
          "[protocol][play]") {  // C12.4, 7.3
    const TemporaryFile file{"long.pdn"};
    file.write(random_pdn(82));
    Fixture f;
    f.type("load " + file.name());
    f.type("fen " + format_fen(f.session.arbiter().game().position()));
    CHECK(contains(f.type("draw"), "40"));  // no moves made from there

    f.type("load " + file.name());
    REQUIRE(f.session.prompt() == "White, move 42> ");
    CHECK(contains(f.type("draw"), "next move"));
    const std::string move = format_hub(legal_moves(f.session.arbiter().game().position())[0]);
    const std::string text = f.type(move);
    const bool accepted = contains(text, "accepts");
    CHECK(accepted != contains(text, "refuses"));
    CHECK(f.session.arbiter().status().is_over() == accepted);
    if (accepted) CHECK(text.ends_with("Draw 1-1: agreement (article 7.3)\n"));
}

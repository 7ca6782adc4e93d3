// PlaySession: a game of a person against the engine, line by line, without a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/arbiter.hpp"
#include "engine/engine.hpp"
#include "protocol/board_drawing.hpp"

namespace meerslag {

/// The clocks of both players, Fischer's way (C8.1.2).
struct GameClocks {
    PerColor<std::chrono::milliseconds> left;  ///< without the increment of the move to come
    std::chrono::milliseconds increment{0};    ///< added before every move
};

struct PlayOptions {
    Color player = Color::White;
    SearchLimits level{.move_time = std::chrono::seconds{2}};  ///< of the engine, without clocks
    std::optional<GameClocks> clocks = {};
    BoardSymbols symbols = BoardSymbols::Ascii;
};

/// Takes the lines a person types and gives the text to show. Whoever runs it reads a line when it
/// is the person's turn, and calls play_engine_move() when it is the engine's.
class PlaySession {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Now = std::function<TimePoint()>;

    /// `engine` must outlive the session. `now` is asked for the clocks.
    PlaySession(
        Engine& engine, const PlayOptions& options,
        Now now = [] { return std::chrono::steady_clock::now(); });

    /// The first words and the board.
    [[nodiscard]] std::string greeting() const;
    /// What to show before a line is read, such as "White, move 12> ".
    [[nodiscard]] std::string prompt() const;

    /// Carries out one line: a move in any notation, or a command (`help` lists them). Blocks while
    /// the engine thinks about a hint.
    [[nodiscard]] std::string answer(std::string_view line);

    [[nodiscard]] bool is_engine_to_move() const;
    /// Blocks while the engine thinks. Engine::stop() from another thread makes it move at once.
    /// Requires: the engine is to move.
    [[nodiscard]] std::string play_engine_move();

    /// Whether the person wants to leave.
    [[nodiscard]] bool has_quit() const { return has_quit_; }

    [[nodiscard]] const Arbiter& arbiter() const { return arbiter_; }
    [[nodiscard]] Color player() const { return player_; }

private:
    struct Command;
    static const Command kCommands[];
    /// By name or a beginning of it that fits one alone; null if there is none.
    [[nodiscard]] static const Command* find_command(std::string_view name);
    [[nodiscard]] static std::string unknown_command(std::string_view name);

    // The commands; `arguments` is the rest of the line, trimmed
    std::string help(std::string_view arguments);
    std::string show_board(std::string_view arguments);
    std::string list_moves(std::string_view arguments);
    std::string show_game(std::string_view arguments);
    std::string hint(std::string_view arguments);
    std::string undo(std::string_view arguments);
    std::string redo(std::string_view arguments);
    std::string start_new(std::string_view arguments);
    std::string fen(std::string_view arguments);
    std::string flip(std::string_view arguments);
    std::string go(std::string_view arguments);
    std::string level(std::string_view arguments);
    std::string offer_draw(std::string_view arguments);
    std::string resign(std::string_view arguments);
    std::string quit(std::string_view arguments);

    [[nodiscard]] std::string play_person_move(std::string_view text);
    [[nodiscard]] std::string board() const;
    [[nodiscard]] std::string result_line() const;
    [[nodiscard]] std::string level_text() const;
    [[nodiscard]] const Position& position() const { return arbiter_.game().position(); }
    [[nodiscard]] Color side_to_move() const { return position().side_to_move(); }
    [[nodiscard]] bool is_over() const { return arbiter_.status().is_over(); }
    [[nodiscard]] SearchLimits limits() const;
    [[nodiscard]] bool engine_wants_draw(Score score) const;
    void begin(Game game);
    void begin_turn();
    [[nodiscard]] bool end_turn();

    Engine& engine_;
    Now now_;
    Arbiter arbiter_;
    Color player_;
    Color bottom_;
    SearchLimits level_;
    std::optional<GameClocks> start_clocks_;  // as every new game begins with
    std::optional<GameClocks> clocks_;
    BoardSymbols symbols_;
    TimePoint turn_start_;
    bool offers_with_next_move_ = false;
    bool has_quit_ = false;
};

}  // namespace meerslag

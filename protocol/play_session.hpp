// PlaySession: a game of a person against the engine, line by line, without a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/adjournment.hpp"
#include "core/arbiter.hpp"
#include "engine/engine.hpp"
#include "protocol/board_drawing.hpp"

namespace meerslag {

struct PlayOptions {
    Color player = Color::White;
    SearchLimits level{.move_time = std::chrono::seconds{2}};  ///< of the engine, without clocks
    std::string date = {};  ///< written into saved games; YYYY.MM.DD
    BoardSymbols symbols = BoardSymbols::Ascii;
};

/// Whether the engine agrees to a draw when it thinks of the position as `score`: no better than
/// even, or better, but nothing has happened for long.
[[nodiscard]] bool accepts_draw(Score score, const DrawCounters& counters);

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
    std::string save(std::string_view arguments);
    std::string load(std::string_view arguments);
    std::string adjourn(std::string_view arguments);
    std::string quit(std::string_view arguments);

    [[nodiscard]] std::string play_person_move(std::string_view text);
    [[nodiscard]] std::string board() const;
    [[nodiscard]] std::string result_line() const;
    [[nodiscard]] std::string level_text() const;
    [[nodiscard]] std::string thinking_text() const;
    /// As PDN numbers the next move; a game that Black begins has no first move of White.
    [[nodiscard]] int move_number() const;
    [[nodiscard]] const Position& position() const { return arbiter_.game().position(); }
    [[nodiscard]] Color side_to_move() const { return position().side_to_move(); }
    [[nodiscard]] bool is_over() const { return arbiter_.status().is_over(); }
    [[nodiscard]] SearchLimits limits() const;
    void begin(Arbiter arbiter);
    void begin_turn();
    /// Takes the time of a turn from the clock. Returns: false if it has run out, which ends the
    /// game.
    [[nodiscard]] bool end_turn();
    [[nodiscard]] std::chrono::milliseconds turn_time() const;
    /// Saves the game as it stands. Returns: why that was not possible.
    [[nodiscard]] std::optional<std::string> write_file(
        std::string_view file, const std::optional<GameClocks>& clocks,
        std::optional<std::string> sealed_move) const;

    Engine& engine_;
    Now now_;
    Arbiter arbiter_;
    Color player_;
    Color bottom_;
    SearchLimits level_;
    std::optional<GameClocks> clocks_;
    BoardSymbols symbols_;
    std::string date_;
    TimePoint turn_start_;
    bool offers_with_next_move_ = false;
    bool has_quit_ = false;
};

}  // namespace meerslag

// The commands of the game in the terminal.
#include "protocol/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>
#include <vector>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/text.hpp"
#include "protocol/position_report.hpp"
#include "protocol/scanner.hpp"

namespace meerslag {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

/// A draw is accepted at this score for the engine or below. Unit: 1/100 man.
constexpr Score kAcceptedScore{5};
/// And with an advantage that leads nowhere: after so many plies with kings only.
constexpr int kPliesWithoutProgress = 24;

constexpr std::string_view name_of(Color color) {
    return color == Color::White ? "White" : "Black";
}

std::string lower_case(std::string_view text) {
    std::string result{text};
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

/// Minutes and seconds, "4:05"; what is over counts as none.
std::string clock_text(milliseconds time) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::max(time, milliseconds{0})).count();
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

/// A score as the engine sees it.
std::string score_text(Score score) {
    if (!score.is_game_end()) return fmt::format("{:+.2f}", score.value() / 100.0);
    const int plies = 10000 - std::abs(score.value());
    return fmt::format("{} in {} plies", score > Score::draw() ? "wins" : "loses", plies);
}

std::string info_text(const SearchInfo& info) {
    return fmt::format("{}, depth {}, {:.1f} s", score_text(info.score), info.depth,
                       duration<double>{info.time}.count());
}

/// The moves with their numbers, "1. 32-28 19-23 2. ...", from `position` on.
std::string numbered(Position position, const std::vector<Move>& moves, int first_number = 1) {
    std::string text;
    int number = first_number;
    for (const Move& move : moves) {
        const bool is_white = position.side_to_move() == Color::White;
        if (!text.empty()) text += ' ';
        if (is_white || text.empty()) text += fmt::format("{}.{} ", number, is_white ? "" : "..");
        text += format_pdn(move, position);
        if (!is_white) ++number;
        position = position.play(move);
    }
    return text;
}

}  // namespace

/// One command: how it is called, what follows its name, and what it does.
struct PlaySession::Command {
    std::string_view name;
    std::string_view arguments;
    std::string_view description;
    std::string (PlaySession::*run)(std::string_view arguments);
};

constexpr PlaySession::Command PlaySession::kCommands[] = {
    {"help", "", "show this list", &PlaySession::help},
    {"board", "", "draw the board", &PlaySession::show_board},
    {"moves", "", "list the legal moves", &PlaySession::list_moves},
    {"game", "", "show the moves played", &PlaySession::show_game},
    {"hint", "", "ask the engine what it would play", &PlaySession::hint},
    {"undo", "", "take back your last move and the reply", &PlaySession::undo},
    {"redo", "", "play again what undo took back", &PlaySession::redo},
    {"new", "[white|black]", "start a new game; the colour is yours", &PlaySession::start_new},
    {"fen", "[FEN]", "start from a position; alone: show the position", &PlaySession::fen},
    {"flip", "", "turn the board round", &PlaySession::flip},
    {"go", "", "let the engine move; you take the other side", &PlaySession::go},
    {"level", "[...]", "time 5 (seconds a move), depth 9, nodes 20000, clock 10 5",
     &PlaySession::level},
    {"draw", "", "offer a draw with your next move (from the 40th on)", &PlaySession::offer_draw},
    {"resign", "", "give the game up", &PlaySession::resign},
    {"quit", "", "leave", &PlaySession::quit},
};

PlaySession::PlaySession(Engine& engine, const PlayOptions& options, Now now)
    : engine_(engine),
      now_(std::move(now)),
      player_(options.player),
      bottom_(options.player),
      level_(options.level),
      start_clocks_(options.clocks),
      symbols_(options.symbols) {
    begin(Game{});
}

std::string PlaySession::greeting() const {
    return fmt::format(
        "International draughts against Meerslag ({}). You have {}.\n"
        "Type a move, such as {}, or help.\n{}",
        level_text(), name_of(player_), player_ == Color::White ? "32-28" : "19-23", board());
}

std::string PlaySession::prompt() const {
    if (is_over()) return "game over> ";
    const int number = arbiter_.moves_made(side_to_move()) + 1;
    const std::string clock =
        clocks_ ? fmt::format(", {} left",
                              clock_text(clocks_->left[side_to_move()] + clocks_->increment))
                : "";
    return fmt::format("{}, move {}{}> ", name_of(side_to_move()), number, clock);
}

std::string PlaySession::answer(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return "";
    if (is_digit(text.front())) return play_person_move(text);
    const std::string_view name = text.substr(0, text.find_first_of(" \t"));
    const Command* const command = find_command(lower_case(name));
    if (command == nullptr) {
        return unknown_command(lower_case(name));
    }
    return (this->*command->run)(trimmed(text.substr(name.size())));
}

std::string PlaySession::unknown_command(std::string_view name) {
    std::string candidates;
    for (const Command& command : kCommands) {
        if (!command.name.starts_with(name)) continue;
        candidates += fmt::format("{}{}", candidates.empty() ? "" : " or ", command.name);
    }
    if (candidates.empty()) {
        return fmt::format("There is no command {}; help shows the list.\n", name);
    }
    return fmt::format("Do you mean {}?\n", candidates);
}

const PlaySession::Command* PlaySession::find_command(std::string_view name) {
    if (name == "?") return find_command("help");
    if (name == "exit") return find_command("quit");
    const Command* found = nullptr;
    for (const Command& command : kCommands) {
        if (command.name == name) return &command;
        if (!command.name.starts_with(name)) continue;
        if (found != nullptr) return nullptr;  // the beginning of several
        found = &command;
    }
    return found;
}

bool PlaySession::is_engine_to_move() const {
    return !has_quit_ && !is_over() && side_to_move() != player_;
}

std::string PlaySession::play_engine_move() {
    assert(is_engine_to_move());
    const SearchResult result = engine_.search(arbiter_.game(), limits(), SearchMode::Think, {});
    if (!end_turn()) return board() + result_line();
    if (arbiter_.offered_by() == player_ && engine_wants_draw(result.info.score)) {
        arbiter_.accept_draw();
        return "Meerslag accepts the draw.\n" + result_line();
    }
    const std::string refusal = arbiter_.offered_by() ? "Meerslag refuses the draw.\n" : "";
    const Move move = result.best.value();
    const std::string text = format_pdn(move, position());
    const std::string info =
        count_moves(position()) == 1 ? "the only move" : info_text(result.info);
    arbiter_.play(move);
    begin_turn();
    return fmt::format("{}Meerslag plays {}  ({})\n{}{}", refusal, text, info, board(),
                       result_line());
}

std::string PlaySession::play_person_move(std::string_view text) {
    if (is_over()) return "The game is over: undo, new, or quit.\n";
    const auto move = parse_move(text, position());
    if (!move) return fmt::format("{}\n", move.error().reason);
    if (!end_turn()) return result_line();
    arbiter_.play(*move);
    if (std::exchange(offers_with_next_move_, false) && !arbiter_.offer_obstacle(player_)) {
        arbiter_.offer_draw(player_);
    }
    begin_turn();
    return is_over() ? board() + result_line() : "";
}

std::string PlaySession::help(std::string_view) {
    std::string text =
        "A move is two squares: 32-28, or 28x19 for a capture. Where two captures have\n"
        "both in common, name squares in between: 4x31x42x15.\n\n";
    for (const Command& command : kCommands) {
        text += fmt::format("  {:20} {}\n", fmt::format("{} {}", command.name, command.arguments),
                            command.description);
    }
    return text;
}

std::string PlaySession::show_board(std::string_view) { return board() + result_line(); }

std::string PlaySession::list_moves(std::string_view) {
    std::string text;
    for (const Move& move : sorted_legal_moves(position())) {
        text += fmt::format("{}{}", text.empty() ? "" : "  ", format_pdn(move, position()));
    }
    return text.empty() ? "There is no legal move.\n" : text + "\n";
}

std::string PlaySession::show_game(std::string_view) {
    const Game& game = arbiter_.game();
    if (game.moves().empty()) return "No move has been played.\n";
    return numbered(game.start(), game.moves()) + "\n" + result_line();
}

std::string PlaySession::hint(std::string_view) {
    if (is_over()) return result_line();
    const SearchResult result = engine_.search(arbiter_.game(), level_, SearchMode::Think, {});
    const int number = static_cast<int>(arbiter_.game().moves().size()) / 2 + 1;
    return fmt::format("Meerslag would play {}  ({})\n  {}\n",
                       format_pdn(result.best.value(), position()), info_text(result.info),
                       numbered(position(), result.info.pv, number));
}

std::string PlaySession::undo(std::string_view) {
    const Game& game = arbiter_.game();
    // What the players have ended goes on; where that was the person's turn, it is so again
    const bool goes_on = arbiter_.status() != game.status() && arbiter_.undo();
    if (!goes_on || side_to_move() != player_) {
        const bool has_moved = arbiter_.moves_made(player_) > 0;
        if (!has_moved) return goes_on ? board() : "There is nothing to take back.\n";
        do (void)arbiter_.undo();
        while (side_to_move() != player_);
    }
    offers_with_next_move_ = false;
    begin_turn();
    return board();
}

std::string PlaySession::redo(std::string_view) {
    if (!arbiter_.redo()) return "There is nothing to play again.\n";
    while (side_to_move() != player_ && arbiter_.redo()) {
    }
    begin_turn();
    return board() + result_line();
}

std::string PlaySession::start_new(std::string_view arguments) {
    const std::string color = lower_case(arguments);
    if (color != "" && color != "white" && color != "black") {
        return fmt::format("{} is no colour: white or black.\n", arguments);
    }
    if (color != "") player_ = bottom_ = color == "white" ? Color::White : Color::Black;
    begin(Game{});
    return fmt::format("A new game: you have {}.\n{}", name_of(player_), board());
}

std::string PlaySession::fen(std::string_view arguments) {
    if (arguments.empty()) return format_fen(position()) + "\n";
    const auto read = game_from_text(arguments, "");
    if (!read) return read.error() + "\n";
    begin(read->game);
    std::string text;
    for (const std::string& warning : read->warnings) text += warning + "\n";
    return text + fmt::format("{} to move; you have {}.\n{}{}", name_of(side_to_move()),
                              name_of(player_), board(), result_line());
}

std::string PlaySession::flip(std::string_view) {
    bottom_ = opposite(bottom_);
    return board();
}

std::string PlaySession::go(std::string_view) {
    if (is_over()) return result_line();
    offers_with_next_move_ = false;
    player_ = opposite(side_to_move());
    return fmt::format("You have {} now.\n", name_of(player_));
}

std::string PlaySession::level(std::string_view arguments) {
    constexpr double kMaxSeconds = 24 * 3600.0;
    const auto words = split_at_blanks(arguments);
    if (words.empty()) return level_text() + "\n";
    const std::string kind = lower_case(words[0]);
    // 0 is out of every range below
    const double number = words.size() > 1 ? parse_real(words[1]).value_or(0) : 0;
    const auto as_time = [](double seconds) {
        return milliseconds{static_cast<std::int64_t>(seconds * 1000)};
    };
    if (kind == "time" && number > 0 && number <= kMaxSeconds) {
        level_ = {.move_time = std::max(as_time(number), milliseconds{1})};
    } else if (kind == "depth" && number >= 1 && number <= 99) {
        level_ = {.depth = static_cast<int>(number)};
    } else if (kind == "nodes" && number >= 1 && number <= 1e15) {
        level_ = {.nodes = static_cast<std::uint64_t>(number)};
    } else if (kind == "clock" && number > 0 && number * 60 <= kMaxSeconds) {
        const double increment = words.size() > 2 ? parse_real(words[2]).value_or(-1) : 0;
        if (increment < 0 || increment > kMaxSeconds) {
            return "The increment is a number of seconds: level clock 10 5.\n";
        }
        const milliseconds left = as_time(number * 60);
        start_clocks_ = clocks_ = GameClocks{{left, left}, as_time(increment)};
        begin_turn();
        return fmt::format("From now on: {}.\n", level_text());
    } else {
        return "level time 5: seconds a move; level depth 9; level nodes 20000;\n"
               "level clock 10 5: ten minutes for each player and 5 seconds more every move.\n";
    }
    start_clocks_ = clocks_ = std::nullopt;
    return fmt::format("From now on: {}.\n", level_text());
}

std::string PlaySession::offer_draw(std::string_view) {
    if (const auto obstacle = arbiter_.obstacle_after_next_move(player_)) {
        return fmt::format("Not now: {}.\n", describe(*obstacle));
    }
    offers_with_next_move_ = true;
    return "The offer goes with your next move.\n";
}

std::string PlaySession::resign(std::string_view) {
    if (is_over()) return result_line();
    arbiter_.resign(player_);
    return result_line();
}

std::string PlaySession::quit(std::string_view) {
    has_quit_ = true;
    return "";
}

std::string PlaySession::board() const {
    BoardStyle style{.symbols = symbols_, .bottom = bottom_};
    if (!arbiter_.game().moves().empty()) {
        const Move& last = arbiter_.game().moves().back();
        style.marked = Bitboard{last.from()} | Bitboard{last.to()};
    }
    return fmt::format("\n{}\n", draw_board(position(), style));
}

std::string PlaySession::result_line() const {
    return is_over() ? describe(arbiter_.status()) + "\n" : "";
}

std::string PlaySession::level_text() const {
    if (start_clocks_) {
        return fmt::format("{} minutes each and {:g} s more every move",
                           clock_text(start_clocks_->left.white),
                           duration<double>{start_clocks_->increment}.count());
    }
    if (level_.depth) return fmt::format("depth {}", *level_.depth);
    if (level_.nodes) return fmt::format("{} nodes a move", *level_.nodes);
    return fmt::format("{:g} s a move", duration<double>{level_.move_time.value()}.count());
}

SearchLimits PlaySession::limits() const {
    if (!clocks_) return level_;
    return {.clock = Clock{clocks_->left[side_to_move()], clocks_->increment, 0}};
}

bool PlaySession::engine_wants_draw(Score score) const {
    if (score <= kAcceptedScore) return true;
    return !score.is_decided() &&
           arbiter_.game().counters().kings_only_plies() >= kPliesWithoutProgress;
}

void PlaySession::begin(Game game) {
    engine_.new_game();
    arbiter_ = Arbiter{std::move(game)};
    clocks_ = start_clocks_;
    offers_with_next_move_ = false;
    begin_turn();
}

void PlaySession::begin_turn() { turn_start_ = now_(); }

/// Takes the time of a turn from the clock. Returns: false if it has run out, which ends the game.
bool PlaySession::end_turn() {
    if (!clocks_) return true;
    milliseconds& left = clocks_->left[side_to_move()];
    left += clocks_->increment;
    left -= std::chrono::duration_cast<milliseconds>(now_() - turn_start_);
    if (left >= milliseconds{0}) return true;
    arbiter_.lose_on_time(side_to_move());
    return false;
}

}  // namespace meerslag

// The commands of the game in the terminal.
#include "protocol/play_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/text.hpp"
#include "engine/strength.hpp"
#include "protocol/pdn_file.hpp"
#include "protocol/position_report.hpp"
#include "protocol/saved_game.hpp"
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

/// The moves with their numbers, "1. 32-28 19-23 2. ...", from `position` on, in lines that fit a
/// terminal.
std::string numbered(Position position, const std::vector<Move>& moves, int first_number = 1) {
    constexpr std::size_t kColumns = 72;
    std::string text;
    std::size_t line_start = 0;
    int number = first_number;
    for (const Move& move : moves) {
        const bool is_white = position.side_to_move() == Color::White;
        if (text.size() - line_start > kColumns && is_white) {
            text += '\n';
            line_start = text.size();
        } else if (!text.empty()) {
            text += ' ';
        }
        if (is_white || text.empty()) text += fmt::format("{}.{} ", number, is_white ? "" : "..");
        text += format_pdn(move, position);
        if (!is_white) ++number;
        position = position.play(move);
    }
    return text;
}

}  // namespace

bool accepts_draw(Score score, const DrawCounters& counters) {
    if (score <= kAcceptedScore) return true;
    return !score.is_decided() && counters.kings_only_plies() >= kPliesWithoutProgress;
}

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
    {"level", "[...]", "time 5, depth 9, nodes 20000, clock 10 5 or strength 3; alone: show it",
     &PlaySession::level},
    {"draw", "", "offer a draw with your next move (from the 40th on)", &PlaySession::offer_draw},
    {"resign", "", "give the game up", &PlaySession::resign},
    {"save", "FILE", "write the game to a PDN file", &PlaySession::save},
    {"load", "FILE [NUMBER]", "go on with a game of a PDN file", &PlaySession::load},
    {"adjourn", "FILE MOVE", "seal your next move, save the game and leave", &PlaySession::adjourn},
    {"quit", "", "leave", &PlaySession::quit},
};

PlaySession::PlaySession(Engine& engine, const PlayOptions& options, Now now)
    : engine_(engine),
      now_(std::move(now)),
      player_(options.player),
      bottom_(options.player),
      level_(options.level),
      symbols_(options.symbols),
      date_(options.date) {
    begin(Arbiter{});
}

std::string PlaySession::greeting() const {
    return fmt::format(
        "International draughts against Meerslag ({}). You have {}.\n"
        "Type a move, such as {}, or help.\n{}",
        level_text(), name_of(player_), player_ == Color::White ? "32-28" : "19-23", board());
}

std::string PlaySession::prompt() const {
    if (is_over()) return "game over> ";
    const std::string clock =
        clocks_ ? fmt::format(", {} left",
                              clock_text(clocks_->left[side_to_move()] + clocks_->increment))
                : "";
    return fmt::format("{}, move {}{}> ", name_of(side_to_move()), move_number(), clock);
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
    if (arbiter_.offered_by() == player_ &&
        accepts_draw(result.info.score, arbiter_.game().counters())) {
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
    // A hint is the best there is, however weak the opponent plays
    const EngineOptions options = engine_.options();
    EngineOptions strongest = options;
    strongest.strength = 0;
    engine_.configure(strongest);
    const SearchResult result = engine_.search(arbiter_.game(), level_, SearchMode::Think, {});
    engine_.configure(options);
    return fmt::format("Meerslag would play {}  ({})\n{}\n",
                       format_pdn(result.best.value(), position()), info_text(result.info),
                       numbered(position(), result.info.pv, move_number()));
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
    begin(Arbiter{});
    return fmt::format("A new game: you have {}.\n{}", name_of(player_), board());
}

std::string PlaySession::fen(std::string_view arguments) {
    if (arguments.empty()) return format_fen(position()) + "\n";
    const auto read = game_from_text(arguments, "");
    if (!read) return read.error() + "\n";
    begin(Arbiter{read->game});
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
    } else if (kind == "strength" && words.size() > 1 && number >= 0 && number <= kStrongestLevel) {
        EngineOptions options = engine_.options();
        options.strength = static_cast<int>(number);
        engine_.configure(options);
        return fmt::format("From now on: {}.\n", level_text());
    } else if (kind == "clock" && number > 0 && number * 60 <= kMaxSeconds) {
        const double increment = words.size() > 2 ? parse_real(words[2]).value_or(-1) : 0;
        if (increment < 0 || increment > kMaxSeconds) {
            return "The increment is a number of seconds: level clock 10 5.\n";
        }
        const milliseconds left = as_time(number * 60);
        clocks_ = GameClocks{.start = left, .increment = as_time(increment)};
        begin_turn();
        return fmt::format("From now on: {}.\n", level_text());
    } else {
        return "level time 5: seconds a move; level depth 9; level nodes 20000;\n"
               "level clock 10 5: ten minutes for each player and 5 seconds more every move;\n"
               "level strength 3: weaker on purpose, 1 to 10; 0: all the engine can.\n";
    }
    clocks_ = std::nullopt;
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

std::string PlaySession::save(std::string_view arguments) {
    if (arguments.empty() || arguments == kStandardInputName) {
        return "save FILE: the name is missing.\n";
    }
    std::optional<GameClocks> clocks = clocks_;
    if (clocks && !is_over()) clocks->left[side_to_move()] -= turn_time();
    if (const auto problem = write_file(arguments, clocks, std::nullopt)) return *problem + ".\n";
    return fmt::format("Saved as {}.\n", arguments);
}

std::string PlaySession::load(std::string_view arguments) {
    if (arguments.empty() || arguments == kStandardInputName) {
        return "load FILE: the name is missing.\n";
    }
    // A number behind the name chooses one of several games
    std::string_view file = arguments;
    int number = 1;
    if (const std::size_t blank = arguments.find_last_of(" \t"); blank != std::string_view::npos) {
        if (const auto last = parse_int(arguments.substr(blank + 1), 1, 1'000'000'000)) {
            number = *last;
            file = trimmed(arguments.substr(0, blank));
        }
    }
    const auto saved = load_game(std::filesystem::path{file}, number);
    if (!saved) return saved.error() + ".\n";

    begin(resume(saved->adjourned));
    clocks_ = saved->adjourned.clocks;
    if (saved->engine) player_ = bottom_ = opposite(*saved->engine);
    std::string text;
    if (const auto& sealed = saved->adjourned.sealed_move) {
        text += fmt::format("The sealed move is {}.\n", *sealed);
    }
    if (!is_over() && saved->result_text != "*" && !saved->result_text.empty()) {
        text += fmt::format("The game ended {} here; you may go on.\n", saved->result_text);
    }
    return fmt::format("{}{} to move; you have {}.\n{}{}", text, name_of(side_to_move()),
                       name_of(player_), board(), result_line());
}

std::string PlaySession::adjourn(std::string_view arguments) {
    if (is_over()) return "The game is over: save FILE keeps it.\n";
    const std::size_t blank = arguments.find_last_of(" \t");
    if (blank == std::string_view::npos) return "adjourn FILE MOVE: file and sealed move.\n";
    const std::string_view text = arguments.substr(blank + 1);
    const auto move = parse_move(text, position());
    if (!move) return fmt::format("{}\n", move.error().reason);
    const std::optional<GameClocks> clocks_before = clocks_;
    if (!end_turn()) return result_line();  // sealing ends the turn, as playing does
    const std::string_view file = trimmed(arguments.substr(0, blank));
    if (const auto problem = write_file(file, clocks_, format_pdn(*move, position()))) {
        clocks_ = clocks_before;
        return *problem + ".\n";
    }
    has_quit_ = true;
    return fmt::format("Sealed, and saved as {}: load it to go on.\n", file);
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

int PlaySession::move_number() const {
    const Game& game = arbiter_.game();
    const int missing = game.start().side_to_move() == Color::White ? 0 : 1;
    return (static_cast<int>(game.moves().size()) + missing) / 2 + 1;
}

std::string PlaySession::level_text() const {
    const int strength = engine_.options().strength;
    return thinking_text() + (strength == 0 ? "" : fmt::format(", strength {}", strength));
}

std::string PlaySession::thinking_text() const {
    if (clocks_) {
        return fmt::format("{} minutes each and {:g} s more every move", clock_text(clocks_->start),
                           duration<double>{clocks_->increment}.count());
    }
    if (level_.depth) return fmt::format("depth {}", *level_.depth);
    if (level_.nodes) return fmt::format("{} nodes a move", *level_.nodes);
    return fmt::format("{:g} s a move", duration<double>{level_.move_time.value()}.count());
}

SearchLimits PlaySession::limits() const {
    if (!clocks_) return level_;
    return {.clock = Clock{clocks_->left[side_to_move()], clocks_->increment, 0}};
}

void PlaySession::begin(Arbiter arbiter) {
    engine_.new_game();
    arbiter_ = std::move(arbiter);
    if (clocks_) clocks_ = GameClocks{.start = clocks_->start, .increment = clocks_->increment};
    offers_with_next_move_ = false;
    begin_turn();
}

void PlaySession::begin_turn() { turn_start_ = now_(); }

bool PlaySession::end_turn() {
    if (!clocks_) return true;
    milliseconds& left = clocks_->left[side_to_move()];
    left += clocks_->increment - turn_time();
    if (left >= milliseconds{0}) return true;
    arbiter_.lose_on_time(side_to_move());
    return false;
}

milliseconds PlaySession::turn_time() const {
    return std::chrono::duration_cast<milliseconds>(now_() - turn_start_);
}

std::optional<std::string> PlaySession::write_file(std::string_view file,
                                                   const std::optional<GameClocks>& clocks,
                                                   std::optional<std::string> sealed_move) const {
    return save_game(std::filesystem::path{file},
                     {.adjourned = {.game = arbiter_.game(),
                                    .clocks = clocks,
                                    .sealed_move = std::move(sealed_move)},
                      .status = arbiter_.status(),
                      .engine = opposite(player_),
                      .date = date_});
}

}  // namespace meerslag

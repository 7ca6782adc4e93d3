// Writing down a position with its moves, status and counters.
#include "protocol/position_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/fen.hpp"
#include "core/move_text.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace meerslag {
namespace {

std::string describe_ending(const DrawCounters& counters) {
    const std::optional<int> plies = counters.endgame_plies();
    const std::optional<int> limit = counters.endgame_limit_plies();
    if (!plies || !limit) return "no limited ending (articles 6.3, 6.4)";
    const bool is_three = counters.ending() == LimitedEnding::ThreeAgainstOne;
    return fmt::format("{} of {} plies in an ending of {} (article {})", *plies, *limit,
                       is_three ? "3 against 1" : "at most 2 against 1", is_three ? "6.3" : "6.4");
}

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kMarks = "!?";

void skip_any_of(std::string_view characters, std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

/// A move number with its dots, or dots alone where a move is missing.
void skip_move_number(std::string_view& text) {
    std::string_view rest = text;
    skip_any_of("0123456789", rest);
    if (!rest.starts_with('.')) return;
    skip_any_of(".", rest);
    skip_any_of(kBlanks, rest);
    text = rest;
}

/// Takes the next written move off the front of `text`, with the number before it and the marks
/// behind it. Returns: the move alone; empty at the end.
std::string_view take_move(std::string_view& text) {
    constexpr std::string_view kEnds = " \t\r\n!?";
    skip_any_of(kBlanks, text);
    for (std::string_view before; before != text;) {
        before = text;
        skip_move_number(text);
    }
    const auto written = take_move_text(text);
    std::size_t length = written ? written->length : 0;
    // What a move cannot end with makes the whole word unreadable
    length = std::min(text.find_first_of(kEnds, length), text.size());
    if (length == 0) length = std::min(text.find_first_of(kBlanks), text.size());
    const std::string_view move = text.substr(0, length);
    text.remove_prefix(length);
    skip_any_of(kBlanks, text);
    skip_any_of(kMarks, text);
    skip_any_of(kBlanks, text);
    return move;
}

}  // namespace

Expected<GameFromText, std::string> game_from_text(std::string_view fen, std::string_view moves) {
    const auto start = parse_fen(fen);
    if (!start) {
        return unexpected{
            fmt::format("FEN, column {}: {}", start.error().column, start.error().reason)};
    }
    const int kings_only_plies = start->kings_only_plies.value_or(0);
    Game game{start->position, DrawCounters::at_start(start->position, kings_only_plies)};
    while (!moves.empty()) {
        const std::string_view text = take_move(moves);
        if (text.empty()) break;
        const auto move = parse_move(text, game.position());
        if (!move) {
            return unexpected{
                fmt::format("move {}, {}: {}", game.moves().size() + 1, text, move.error().reason)};
        }
        game.play(*move);
    }
    return GameFromText{std::move(game), start->warnings};
}

std::vector<Move> sorted_legal_moves(const Position& position) {
    const MoveList moves = legal_moves(position);
    std::vector<Move> sorted(moves.begin(), moves.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

std::string position_text(const Game& game, const BoardStyle& style) {
    const Position& position = game.position();
    const std::vector<Move> moves = sorted_legal_moves(position);
    std::string text = draw_board(position, style);
    text += fmt::format("\nFEN           {}\n", format_fen(position));
    text += fmt::format("Side to move  {}\n", to_string(position.side_to_move()));
    text += fmt::format("Status        {}\n", describe(game.status()));
    text += fmt::format("Repetition    {} of 3 (article 6.1)\n", game.repetitions());
    text += fmt::format("Kings only    {} of {} plies (article 6.2)\n",
                        game.counters().kings_only_plies(), kKingsOnlyLimit);
    text += fmt::format("Ending        {}\n", describe_ending(game.counters()));
    text += fmt::format("Legal moves   {}\n", moves.size());
    for (const Move& move : moves) text += format_hub(move) + "\n";
    return text;
}

std::string position_json(const Game& game) {
    using Json = nlohmann::ordered_json;
    const auto or_null = [](std::optional<int> number) { return number ? Json(*number) : Json(); };
    const DrawCounters& counters = game.counters();
    Json moves = Json::array();
    for (const Move& move : sorted_legal_moves(game.position())) moves.push_back(format_hub(move));
    Json object;
    object["fen"] = format_fen(game.position());
    object["side"] = to_string(game.position().side_to_move());
    object["moves"] = std::move(moves);
    object["status"] = to_string(game.status().result);
    object["reason"] = to_string(game.status().reason);
    object["counters"] = {{"repetition", game.repetitions()},
                          {"kings_only_plies", counters.kings_only_plies()},
                          {"endgame_plies", or_null(counters.endgame_plies())},
                          {"endgame_limit_plies", or_null(counters.endgame_limit_plies())}};
    return object.dump();
}

}  // namespace meerslag

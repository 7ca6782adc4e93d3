// Analyses as text, JSON and PDN.
#include "protocol/analysis_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "protocol/progress.hpp"
#include "protocol/version.hpp"

namespace meerslag {
namespace {

using Json = nlohmann::ordered_json;

/// Lines that are less better than this are not shown. Unit: 1/100 man.
constexpr int kBetterFrom = 10;
/// The most moves of a line that are shown to people.
constexpr std::size_t kLongestLine = 12;
constexpr std::size_t kLongestLineInTable = 6;

/// What stands at the head of a comment that an analysis wrote.
constexpr std::string_view kEvalCommand = "[%eval ";

Score for_white(Score score, Color side) { return side == Color::White ? score : -score; }

double in_men(int hundredths) { return hundredths / 100.0; }

/// "+0.12"; "2-0 in 7" where White wins in 7 plies, "2-0" where a bitbase knows it.
std::string score_text(Score white) {
    if (!white.is_decided()) return fmt::format("{:+.2f}", in_men(white.value()));
    const std::string_view result = white > Score::draw() ? "2-0" : "0-2";
    if (!white.is_game_end()) return std::string{result};
    const int plies = Score::win_in(Ply{0}).value() - std::abs(white.value());
    return plies == 0 ? std::string{result} : fmt::format("{} in {}", result, plies);
}

/// "White wins in 7 plies" for a decided score, else nothing.
std::string decision_text(Score white) {
    if (!white.is_decided()) return "";
    const std::string_view winner = white > Score::draw() ? "White" : "Black";
    const int plies = Score::win_in(Ply{0}).value() - std::abs(white.value());
    if (!white.is_game_end() || plies == 0) return fmt::format("{} wins", winner);
    return fmt::format("{} wins in {} {}", winner, plies, plies == 1 ? "ply" : "plies");
}

Color side_of(const AnalysedPosition& analysed) { return analysed.position.side_to_move(); }

Score white_score(const AnalysedPosition& analysed, Score score) {
    return for_white(score, side_of(analysed));
}

/// As in a PDN; a game that Black begins has its first move in number 1 too.
std::size_t move_number(const AnalysedPosition& analysed) {
    const bool is_black = side_of(analysed) == Color::Black;
    const bool has_black_begun = is_black == (analysed.ply % 2 == 0);
    return (analysed.ply + (has_black_begun ? 1 : 0)) / 2 + 1;
}

/// The moves as PDN has them, without numbers.
std::string line_text(Position position, std::span<const Move> moves, std::size_t most) {
    std::string text;
    for (const Move& move : moves.first(std::min(most, moves.size()))) {
        if (!text.empty()) text += ' ';
        text += format_pdn(move, position);
        position = position.play(move);
    }
    return text;
}

/// The lines that are clearly better than the move that was played, best first.
std::vector<AnalysedLine> better_lines(const AnalysedPosition& analysed) {
    std::vector<AnalysedLine> better;
    if (!analysed.played_score || analysed.loss() < kBetterFrom) return better;
    for (const AnalysedLine& line : analysed.lines) {
        if (line.score - *analysed.played_score >= kBetterFrom) better.push_back(line);
    }
    return better;
}

std::string lines_text(const AnalysedPosition& analysed) {
    std::string text;
    for (const AnalysedLine& line : analysed.lines) {
        text += fmt::format("{:<14}{}\n", score_text(white_score(analysed, line.score)),
                            line_text(analysed.position, line.moves, kLongestLine));
    }
    return text;
}

std::string move_row(const AnalysedPosition& analysed) {
    const bool is_white = side_of(analysed) == Color::White;
    std::string move = format_pdn(*analysed.played, analysed.position);
    if (analysed.mark() != PdnStrength::None) {
        move += fmt::format(" {}", to_string(analysed.mark()));
    }
    const std::string score =
        analysed.played_score ? score_text(white_score(analysed, *analysed.played_score)) : "";
    const int lost = analysed.loss().value_or(0);
    const std::string loss = analysed.is_forced() ? "forced"
                             : lost > 0           ? fmt::format("{:.2f}", in_men(lost))
                                                  : "";
    std::string row = fmt::format("{:>3}{:<3} {:<14}{:>9} {:>7} {:>6}", move_number(analysed),
                                  is_white ? "." : "...", move, score, loss, analysed.depth);
    if (const auto better = better_lines(analysed); !better.empty()) {
        row += fmt::format("   {} ({})",
                           line_text(analysed.position, better.front().moves, kLongestLineInTable),
                           score_text(white_score(analysed, better.front().score)));
    }
    return row + '\n';
}

std::string last_position_text(const AnalysedPosition& last) {
    if (last.lines.empty()) return fmt::format("\nAt the end: {}\n", describe(last.status));
    return fmt::format("\nAt the end: {}, depth {}: {}\n",
                       score_text(white_score(last, last.score)), last.depth,
                       line_text(last.position, last.lines.front().moves, kLongestLine));
}

/// What one side made of its moves.
struct SideSummary {
    int moves = 0;
    int forced = 0;
    int doubtful = 0;
    int bad = 0;
    int very_bad = 0;
    int loss = 0;  // unit: 1/100 man

    void add(const AnalysedPosition& analysed) {
        ++moves;
        if (analysed.is_forced()) ++forced;
        loss += analysed.loss().value_or(0);
        const PdnStrength mark = analysed.mark();
        if (mark == PdnStrength::Doubtful) ++doubtful;
        if (mark == PdnStrength::Bad) ++bad;
        if (mark == PdnStrength::VeryBad) ++very_bad;
    }
};

std::string summary_row(std::string_view name, const SideSummary& side) {
    const int chosen = side.moves - side.forced;
    const std::string loss =
        chosen > 0 ? fmt::format("{:.2f}", in_men(side.loss) / chosen) : std::string{"-"};
    return fmt::format("{:<6}{:>6}{:>8}{:>5}{:>5}{:>5}{:>16}\n", name, side.moves, side.forced,
                       side.doubtful, side.bad, side.very_bad, loss);
}

std::string summary_text(std::span<const AnalysedPosition> analysed) {
    PerColor<SideSummary> sides{};
    for (const AnalysedPosition& each : analysed) {
        if (each.played) sides[side_of(each)].add(each);
    }
    return fmt::format("\n{:<6}{:>6}{:>8}{:>5}{:>5}{:>5}{:>16}\n", "", "moves", "forced", "?!", "?",
                       "??", "loss a choice") +
           summary_row("White", sides.white) + summary_row("Black", sides.black);
}

Json line_json(const std::vector<Move>& moves) {
    Json json = Json::array();
    for (const Move& move : moves) json.push_back(format_hub(move));
    return json;
}

Json score_json(const AnalysedPosition& analysed, Score score) {
    return in_men(white_score(analysed, score).value());
}

Json position_json(const AnalysedPosition& analysed) {
    Json json;
    json["ply"] = analysed.ply;
    json["fen"] = format_fen(analysed.position);
    json["side"] = to_string(side_of(analysed));
    json["status"] = to_string(analysed.status.result);
    json["reason"] = to_string(analysed.status.reason);
    json["move"] = analysed.played ? Json(format_hub(*analysed.played)) : Json();
    json["move_score"] =
        analysed.played_score ? score_json(analysed, *analysed.played_score) : Json();
    json["loss"] = analysed.loss() ? Json(in_men(*analysed.loss())) : Json();
    json["mark"] = analysed.played ? Json(to_string(analysed.mark())) : Json();
    json["forced"] = analysed.is_forced();
    json["score"] = score_json(analysed, analysed.score);
    const bool has_line = !analysed.lines.empty();
    json["best"] = has_line ? Json(format_hub(analysed.lines.front().moves.front())) : Json();
    json["pv"] = has_line ? line_json(analysed.lines.front().moves) : Json::array();
    json["depth"] = analysed.depth;
    json["nodes"] = analysed.nodes;
    if (analysed.lines.size() > 1) {
        for (const AnalysedLine& line : analysed.lines) {
            json["lines"].push_back(
                {{"score", score_json(analysed, line.score)}, {"pv", line_json(line.moves)}});
        }
    }
    return json;
}

bool is_by_analysis(const std::string& comment) { return comment.starts_with(kEvalCommand); }

/// Takes out what an earlier analysis wrote.
void remove_analysis(PdnMove& move) {
    std::erase_if(move.variations, [](const PdnLine& line) {
        if (line.moves.empty()) return false;
        const std::vector<std::string>& comments = line.moves.front().comments;
        return !comments.empty() && is_by_analysis(comments.front());
    });
    if (std::erase_if(move.comments, is_by_analysis) == 0) return;
    std::erase_if(move.nags, [](int nag) {
        return nag == static_cast<int>(PdnStrength::Bad) ||
               nag == static_cast<int>(PdnStrength::VeryBad) ||
               nag == static_cast<int>(PdnStrength::Doubtful) || nag == kPdnForcedMoveNag;
    });
}

/// Whether somebody has given the move a mark.
bool has_mark(const PdnMove& move) {
    const auto is_mark = [](int nag) { return nag >= 1 && nag <= kPdnForcedMoveNag; };
    return move.strength != PdnStrength::None ||
           std::any_of(move.nags.begin(), move.nags.end(), is_mark);
}

std::string eval_comment(Score white) {
    return fmt::format("{}{:.2f}]", kEvalCommand, in_men(white.value()));
}

PdnLine variation_of(const AnalysedPosition& analysed, const AnalysedLine& line) {
    PdnLine variation;
    for (const Move& move :
         std::span{line.moves}.first(std::min(kLongestLine, line.moves.size()))) {
        variation.moves.emplace_back(move);
    }
    variation.moves.front().comments.push_back(eval_comment(white_score(analysed, line.score)));
    return variation;
}

void annotate_move(PdnMove& move, const AnalysedPosition& analysed) {
    remove_analysis(move);
    if (!has_mark(move)) {
        if (analysed.is_forced()) move.nags.push_back(kPdnForcedMoveNag);
        if (analysed.mark() != PdnStrength::None) {
            move.nags.push_back(static_cast<int>(analysed.mark()));  // in the order of the NAGs
        }
    }
    const Score white = white_score(analysed, *analysed.played_score);
    std::string comment = eval_comment(white);
    if (const std::string decision = decision_text(white); !decision.empty()) {
        comment += ' ' + decision;
    }
    const std::vector<AnalysedLine> better = better_lines(analysed);
    if (!better.empty()) comment += fmt::format(" loss {:.2f}", in_men(*analysed.loss()));
    move.comments.insert(move.comments.begin(), comment);
    for (const AnalysedLine& line : better) {
        move.variations.push_back(variation_of(analysed, line));
    }
}

void add_annotator(PdnGame& game) {
    const std::string name = fmt::format("{} {}", kProgramName, program_version());
    const std::string before{game.tag("Annotator").value_or("")};
    if (before.find(name) != std::string::npos) return;
    const bool is_known = !before.empty() && before != "?";
    game.set_tag("Annotator", is_known ? before + ", " + name : name);
}

}  // namespace

std::string position_analysis_text(const AnalysedPosition& analysed, const BoardStyle& style) {
    std::string text = draw_board(analysed.position, style);
    text += fmt::format("\nFEN           {}\n", format_fen(analysed.position));
    text += fmt::format("Side to move  {}\n", to_string(side_of(analysed)));
    if (analysed.status.is_over()) {
        text += fmt::format("Status        {}\n", describe(analysed.status));
    }
    if (analysed.lines.empty()) return text;
    const Score white = white_score(analysed, analysed.score);
    const std::string decision = decision_text(white);
    text += fmt::format(
        "Score         {}\n",
        decision.empty() ? score_text(white) + " (above 0: White is better)" : decision);
    text += fmt::format("Depth         {}, {} nodes\n", analysed.depth,
                        format_count(static_cast<double>(analysed.nodes)));
    return text + '\n' + lines_text(analysed);
}

std::string game_analysis_text(std::span<const AnalysedPosition> analysed) {
    std::string text = fmt::format("{:<6} {:<14}{:>9} {:>7} {:>6}   {}\n", "", "move", "score",
                                   "loss", "depth", "better");
    for (const AnalysedPosition& each : analysed) {
        if (each.played) text += move_row(each);
    }
    return text + last_position_text(analysed.back()) + summary_text(analysed);
}

std::string analysis_json(std::span<const AnalysedPosition> analysed) {
    std::string text;
    for (const AnalysedPosition& each : analysed) {
        text += text.empty() ? "[\n" : ",\n";
        text += position_json(each).dump();
    }
    return text.empty() ? "[]" : text + "\n]";
}

PdnGame annotate(PdnGame game, std::span<const AnalysedPosition> analysed) {
    for (const AnalysedPosition& each : analysed) {
        if (each.played) annotate_move(game.main.moves.at(each.ply), each);
    }
    add_annotator(game);
    return game;
}

}  // namespace meerslag

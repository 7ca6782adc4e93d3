// Analysis of games.
#include "protocol/analysis.hpp"

#include <algorithm>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

int difference_within(int most, Score best, Score played) {
    return std::clamp(best.value(), -most, most) - std::clamp(played.value(), -most, most);
}

/// The worth of a move to the one who makes it, from that of the position after it.
Score after_move(Score reply) {
    const Score score = -reply;
    if (!score.is_decided()) return score;
    return score > Score::draw() ? score - 1 : score + 1;
}

/// The worth of a position in which the game has just ended.
Score score_of_end(const GameStatus& status, Color side) {
    if (status.result == GameResult::Draw) return Score::draw();
    return status.result == win_for(side) ? Score::win_in(Ply{0}) : Score::loss_in(Ply{0});
}

bool is_draw(const GameStatus& status) { return status.result == GameResult::Draw; }

/// What was played, with what was found to follow.
AnalysedLine line_of_played(const Game& game, const Move& played, const AnalysedPosition& next) {
    // A move that brings about a draw by the rules is worth just that, played on or not
    const bool draws = is_draw(next.status) && !game.status().is_over();
    if (draws) return {Score::draw(), {played}};
    AnalysedLine line{after_move(next.score), {played}};
    if (!next.lines.empty()) {
        const std::vector<Move>& rest = next.lines.front().moves;
        line.moves.insert(line.moves.end(), rest.begin(), rest.end());
    }
    return line;
}

/// Fills in what the engine thinks of the position reached in `game`.
void search(Engine& engine, const Game& game, const SearchLimits& limits,
            AnalysedPosition& analysed) {
    std::vector<AnalysedLine> lines;
    const SearchResult result =
        engine.search(game, limits, SearchMode::Analyze, [&lines](const SearchInfo& info) {
            if (info.line == 1) lines.clear();
            lines.push_back({info.score, info.pv});
        });
    // The result may be newer than what was shown last: its iteration was not finished
    AnalysedLine best{result.info.score, result.info.pv};
    if (lines.empty()) {
        lines.push_back(std::move(best));
    } else if (lines.size() == 1 || lines.front().moves.front() == best.moves.front()) {
        lines.front() = std::move(best);
    }
    analysed.lines = std::move(lines);
    analysed.depth = result.info.depth;
    analysed.nodes = result.info.nodes;
}

/// Weighs the move that was played against the lines found.
void judge(const AnalysedLine& played, AnalysedPosition& analysed) {
    std::vector<AnalysedLine>& lines = analysed.lines;
    const auto listed = std::find_if(
        lines.begin(), lines.end(),
        [&played](const AnalysedLine& line) { return line.moves.front() == played.moves.front(); });
    if (listed != lines.end()) {
        analysed.played_score = listed->score;
        return;
    }
    analysed.played_score = played.score;
    if (!lines.empty() && played.score <= lines.front().score) return;
    if (!lines.empty()) lines.pop_back();
    lines.insert(lines.begin(), played);
}

}  // namespace

std::optional<int> AnalysedPosition::loss() const {
    if (!played_score) return std::nullopt;
    return std::max(0, difference_within(kMostForLoss, score, *played_score));
}

PdnStrength AnalysedPosition::mark() const {
    if (!played_score || is_forced()) return PdnStrength::None;
    const int loss = difference_within(kMostForMark, score, *played_score);
    if (loss >= kVeryBadFrom) return PdnStrength::VeryBad;
    if (loss >= kBadFrom) return PdnStrength::Bad;
    if (loss >= kDoubtfulFrom) return PdnStrength::Doubtful;
    return PdnStrength::None;
}

std::vector<AnalysedPosition> analyse(Engine& engine, Game game, const SearchLimits& limits,
                                      const AnalysisWatcher& watcher) {
    engine.new_game();
    std::vector<AnalysedPosition> analysed;  // the last position first
    std::optional<Move> played;
    for (;;) {
        AnalysedPosition here{.position = game.position(),
                              .ply = game.moves().size(),
                              .status = game.status(),
                              .legal_moves = legal_moves(game.position()).size(),
                              .played = played};
        engine.prepare();
        if (!watcher.may_go_on()) break;
        std::optional<AnalysedLine> played_line;
        if (played) played_line = line_of_played(game, *played, analysed.back());
        // Step 1. The ways to go on
        const bool is_end = here.status.is_over() && !played;
        if (played_line && here.is_forced()) {
            here.depth = analysed.back().depth + 1;
        } else if (!is_end) {
            search(engine, game, limits, here);
        }
        // Step 2. The move that was played among them
        if (played_line) judge(*played_line, here);
        here.score = is_end ? score_of_end(here.status, here.position.side_to_move())
                            : here.lines.front().score;
        analysed.push_back(std::move(here));
        watcher.on_position_done();
        // Step 3. The position before
        if (game.moves().empty()) break;
        played = game.moves().back();
        game.undo();
    }
    std::reverse(analysed.begin(), analysed.end());
    return analysed;
}

std::vector<AnalysedPosition> analyse(Engine& engine, std::span<const Game> parts,
                                      const SearchLimits& limits, const AnalysisWatcher& watcher) {
    std::size_t moves_before = 0;
    for (const Game& part : parts) moves_before += part.moves().size();
    std::vector<AnalysedPosition> all;
    for (std::size_t i = parts.size(); i-- > 0;) {
        const std::size_t moves = parts[i].moves().size();
        moves_before -= moves;
        const bool is_last = i + 1 == parts.size();
        if (moves == 0 && !is_last) continue;
        std::vector<AnalysedPosition> analysed = analyse(engine, parts[i], limits, watcher);
        const bool is_whole = analysed.size() == moves + 1;
        for (AnalysedPosition& each : analysed) each.ply += moves_before;
        if (!is_last && !analysed.empty()) analysed.pop_back();
        all.insert(all.begin(), analysed.begin(), analysed.end());
        if (!is_whole) break;
    }
    return all;
}

}  // namespace meerslag

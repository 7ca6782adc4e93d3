// Worker: the search beyond the last ply, until nothing hangs.
#include <algorithm>

#include "core/movegen.hpp"
#include "engine/evaluation.hpp"
#include "engine/search.hpp"

namespace meerslag {

Score Worker::quiescence(const Position& position, Ply ply, Window window, int threat_replies,
                         std::optional<Square> last_to) {
    selective_depth_ = std::max(selective_depth_, ply.value());
    if (!window.is_null()) clear_line(ply);
    if (is_stopped()) return Score::draw();
    if (position.occupied().count() <= quiescence_probe_pieces_) {
        if (const auto score = bitbase_score(position, ply)) return *score;
    }
    // Positions with dozens of kings could go on for ever
    if (ply >= kMaxPly || nodes_ >= quiescence_limit_) return evaluate(position);

    // Step 1. Captures are compulsory, so there is no standing pat
    MoveList moves;
    generate_captures(position, moves);
    if (!moves.empty()) {
        return quiescence_moves(position, ply, window, threat_replies, moves, last_to);
    }

    // Step 2. Without a move the game is lost (FMJD 7.2)
    if (!has_move(position)) return Score::loss_in(ply);

    // Step 3. When the opponent threatens to capture, the evaluation cannot be trusted: see what
    // can be done about it
    if (threat_replies > 0 && has_capture(position, opposite(position.side_to_move()))) {
        const Score evaluation = evaluate(position);
        if (evaluation + params_.threat_margin <= window.alpha) return evaluation;
        if (evaluation - params_.threat_margin_above >= window.beta) return evaluation;
        append_quiet_moves(position, moves);
        return quiescence_moves(position, ply, window, threat_replies - 1, moves, last_to);
    }
    return evaluate(position);
}

Score Worker::quiescence_moves(const Position& position, Ply ply, Window window, int threat_replies,
                               const MoveList& moves, std::optional<Square> last_to) {
    const bool is_pv = !window.is_null();
    Score best = -Score::infinite();
    MovePicker picker{moves, position, MoveHint{}, history_, last_to};
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = picker.next();
        ++nodes_;
        const Score score = -quiescence(position.play(move), ply.next(), window.flipped(),
                                        threat_replies, move.to());
        if (stopped_) return best;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        window.alpha = score;
        if (is_pv) take_line(ply, move);
        if (score >= window.beta) break;
    }
    return best;
}

}  // namespace meerslag

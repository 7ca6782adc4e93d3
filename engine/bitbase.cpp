// Bitbases: probing, with the captures followed.
#include "engine/bitbase.hpp"

#include <algorithm>
#include <span>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

std::size_t side_number(int men, int kings) { return static_cast<std::size_t>(men * 6 + kings); }

/// The board as White, if the side to move had White.
Board board_of_side_to_move(const Position& position) {
    return position.side_to_move() == Color::White ? position.board() : position.turned().board();
}

bool has_repetition(std::span<const Key> keys) {
    std::vector<Key> sorted(keys.begin(), keys.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

}  // namespace

void Bitbases::add(BitbaseSlice slice) {
    const Material material = slice.material();
    slices_[side_number(material.men.white, material.kings.white)]
           [side_number(material.men.black, material.kings.black)] =
               std::make_shared<const BitbaseSlice>(std::move(slice));
    max_pieces_ = std::max(max_pieces_, material.pieces());
}

const BitbaseSlice* Bitbases::find(const Material& material) const {
    for (const Color color : kColors) {
        if (material.pieces(color) > kMaxPiecesOfSide) return nullptr;
    }
    return slices_[side_number(material.men.white, material.kings.white)]
                  [side_number(material.men.black, material.kings.black)]
                      .get();
}

std::vector<const BitbaseSlice*> Bitbases::slices() const {
    std::vector<const BitbaseSlice*> result;
    for (int pieces = 2; pieces <= max_pieces_; ++pieces) {
        for (const Material& material : slices_with(pieces)) {
            if (const BitbaseSlice* slice = find(material)) result.push_back(slice);
        }
    }
    return result;
}

std::optional<Outcome> Bitbases::probe(const Position& position) const {
    if (position.pieces(position.side_to_move()).is_empty()) return Outcome::Loss;  // 7.2
    if (position.occupied().count() > max_pieces_ + 1) return std::nullopt;
    MoveList captures;
    generate_captures(position, captures);
    if (captures.empty()) {
        const Board board = board_of_side_to_move(position);
        const BitbaseSlice* const slice = find(material_of(board));
        if (slice == nullptr) return std::nullopt;
        return slice->outcome_at(slice->index().index_of(board));
    }
    std::optional<Outcome> best = Outcome::Loss;
    for (const Move& move : captures) {
        const std::optional<Outcome> reply = probe(position.play(move));
        if (reply == Outcome::Loss) return Outcome::Win;
        if (!reply) best = std::nullopt;  // only a sure win still counts
        if (best) best = std::max(*best, opposite(*reply));
    }
    return best;
}

std::optional<EndValue> Bitbases::probe_distance(const Position& position) const {
    if (!has_move(position)) return EndValue::lost();
    const auto outcome = probe(position);
    if (!outcome) return std::nullopt;
    if (*outcome == Outcome::Draw) return EndValue{};
    if (*outcome == Outcome::Win && !has_capture(position)) {
        const Board board = board_of_side_to_move(position);
        const BitbaseSlice* const slice = find(material_of(board));
        if (slice == nullptr || !slice->has_distances()) return std::nullopt;
        return EndValue::decided_in(slice->win_plies_at(slice->index().index_of(board)));
    }
    std::optional<EndValue> best;
    for (const Move& move : legal_moves(position)) {
        const Position next = position.play(move);
        // A winner looks at the moves that win only; a loser has no others.
        if (*outcome == Outcome::Win && probe(next) != Outcome::Loss) continue;
        const auto reply = probe_distance(next);
        if (!reply) return std::nullopt;
        const EndValue value = reply->before_move();
        if (!best || value.is_better_than(*best)) best = value;
    }
    return best;
}

std::optional<GameResult> sure_result(const Bitbases& bitbases, const Game& game) {
    const Position& position = game.position();
    const auto outcome = bitbases.probe(position);
    if (!outcome) return std::nullopt;
    if (*outcome == Outcome::Draw) return GameResult::Draw;
    const auto value = bitbases.probe_distance(position);
    if (!value || value->plies() > game.counters().plies_left()) return std::nullopt;
    // The way to the win never repeats a position, but one that was there twice may lie on it.
    if (has_repetition(game.reversible_keys())) return std::nullopt;
    const Color us = position.side_to_move();
    return win_for(*outcome == Outcome::Win ? us : opposite(us));
}

}  // namespace meerslag

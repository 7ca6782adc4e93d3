// Known draws: the share of a lead that counts.
#include "engine/known_draws.hpp"

namespace meerslag {

int share_of_score(const Position& position, Color strong) {
    const Color weak = opposite(strong);
    const Bitboard weak_kings = position.kings(weak);
    if (weak_kings.is_empty()) return kWholeShare;
    const int strong_count = position.pieces(strong).count();
    const int weak_count = position.pieces(weak).count();
    const bool on_diagonal = (weak_kings & kLongDiagonal).any();
    if (strong_count <= 2) return 1;
    if (strong_count == 3) return on_diagonal ? 1 : 4;
    if (strong_count - weak_count > 2) return kWholeShare;
    return on_diagonal ? 2 : 4;
}

}  // namespace meerslag

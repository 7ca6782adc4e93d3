// Moves as text, in every notation that is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/move.hpp"
#include "core/move_list.hpp"
#include "core/move_text.hpp"
#include "core/position.hpp"

namespace meerslag {

/// From and to alone: `32-28`, `28x19`. May fit several captures.
[[nodiscard]] std::string format_short(const Move& move);

/// A capture with the squares its route stops on: `4x31x42x15`, the destination last; of several
/// routes the first by number. Requires: `move` is legal in `position`.
[[nodiscard]] std::string format_long(const Move& move, const Position& position);

/// As PDN wants it: short, but long where another legal move has the same from and to.
/// Requires: `move` is legal in `position`.
[[nodiscard]] std::string format_pdn(const Move& move, const Position& position);

/// A capture with all captured squares, ascending: `4x15x13x20x37`, the destination second.
/// Complete without the position.
[[nodiscard]] std::string format_hub(const Move& move);

/// Why a text is no move of a position.
struct NotationError {
    enum class Kind : std::uint8_t { Unreadable, Illegal, Ambiguous };
    Kind kind;
    std::string reason;            ///< in words for a player
    std::vector<Move> candidates;  ///< the moves an ambiguous text fits
};

/// The legal move `text` stands for, in any notation: short, long (some stops may be missing), Hub,
/// DamExchange text, the short form of Scan's terminal. `-` and `x` are taken for each other.
[[nodiscard]] Expected<Move, NotationError> parse_move(std::string_view text,
                                                       const Position& position);

/// The same for a text whose numbers are read already.
[[nodiscard]] Expected<Move, NotationError> resolve_move(const MoveText& text,
                                                         const Position& position);

/// The distinct moves among `legal`, the legal moves of `position`, that `text` may stand for by
/// the strictest reading that gives one. None: illegal; several: ambiguous.
[[nodiscard]] MoveList matching_moves(const MoveText& text, const Position& position,
                                      const MoveList& legal);

}  // namespace meerslag

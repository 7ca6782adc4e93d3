// The ways a capture can go over the board: what long notation writes and lenient readers follow.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag {

/// The stops of a capture as PDN writes them: the square of departure, one square between two
/// captured pieces (where the turn is made or, straight on, the one directly behind the piece), the
/// destination. A capture of n pieces has n + 1 stops.
using Route = std::vector<Square>;

/// The first route of a capture, in the order of its square numbers. Empty if there is none.
/// Requires: a capture.
[[nodiscard]] Route first_route(const Position& position, const Move& capture);

/// Whether `accept` says yes to one of the routes, which it is shown in ascending order.
/// Cost: there may be thousands of routes when a king takes many pieces.
[[nodiscard]] bool has_route(const Position& position, const Move& capture,
                             const std::function<bool(const Route&)>& accept);

/// The capture that goes along `route`, whether or not it takes the most pieces or could go on.
/// Nothing if a stop cannot be reached so.
[[nodiscard]] std::optional<Move> capture_along(const Position& position, const Route& route);

/// A capture by the piece on `from` that ends on `to` and takes as much as such a capture can,
/// whether or not it is legal. Nothing if no capture leads there.
[[nodiscard]] std::optional<Move> largest_capture(const Position& position, Square from, Square to);

/// Whether the piece could take more after `capture` (so that it may not stop there, article 4.5).
[[nodiscard]] bool can_go_on(const Position& position, const Move& capture);

/// All squares the piece passes on `route`, its stops among them, those of the taken pieces not.
[[nodiscard]] Route crossed_squares(const Route& route, Bitboard captured);

}  // namespace meerslag

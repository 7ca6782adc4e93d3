// Games played over DXP as PDN.
#pragma once

#include <string>

#include "core/pdn_game.hpp"
#include "protocol/dxp_session.hpp"

namespace meerslag {

/// What the game itself does not know.
struct DxpPdnLabels {
    std::string date;  ///< as in PDN: 2026.11.29
    int round = 1;
};

/// The game with its players, time control, what ended it, and the time of each move. A game
/// without a known result has `*`.
[[nodiscard]] PdnGame to_pdn_game(const DxpGameRecord& record, const DxpPdnLabels& labels);

}  // namespace meerslag

// DxpMatch: the initiator's side of many games: which comes next, and how they ended.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "protocol/dxp_session.hpp"

namespace meerslag {

struct DxpMatchPlan {
    std::vector<Position> openings{Position::start()};  ///< not empty; begun again when used up
    int games = 1;
    std::chrono::milliseconds time{std::chrono::minutes{5}};  ///< of each player for a game; not 0
    int moves = 75;                                           ///< of each player; 0: no limit
};

/// Each opening is played twice in a row, first with the peer as White, then with colours swapped.
class DxpMatch {
public:
    explicit DxpMatch(DxpMatchPlan plan);

    /// The next game to propose; none when the match is over.
    [[nodiscard]] std::optional<DxpGameRequest> next() const;

    /// The game proposed was played, to the end or not.
    void record(const DxpGameRecord& game);
    /// The game proposed is not wanted. Two in a row end the match, and so does a peer who wants
    /// none at all.
    void record_refusal(DxpGameAnswer::Code code);

    /// Whether every game was played to an end.
    [[nodiscard]] bool is_complete() const;
    /// Won, drawn, lost and unknown games, in all and by colour, with the points made.
    [[nodiscard]] std::string table() const;

private:
    /// Seen from us.
    struct Tally {
        int wins = 0, draws = 0, losses = 0, unknown = 0;
    };

    DxpMatchPlan plan_;
    int proposed_ = 0;  // games, the refused ones included
    int refused_ = 0;
    int broken_ = 0;
    int refused_in_a_row_ = 0;
    bool given_up_ = false;
    PerColor<Tally> tally_;
};

}  // namespace meerslag

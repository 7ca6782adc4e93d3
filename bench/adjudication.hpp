// Adjudication: ending a game whose result both engines agree on, or the bitbases know.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/game_status.hpp"
#include "core/piece.hpp"
#include "engine/bitbase.hpp"

namespace meerslag {

/// Both engines have given scores of at least (at most) `score` for their last `moves` moves.
struct ScoreAgreement {
    int score = 0;       ///< 1/100 man
    int moves = 0;       ///< of each side, in a row; at least 1
    int after_move = 0;  ///< not before each side has made so many moves

    friend bool operator==(const ScoreAgreement&, const ScoreAgreement&) = default;
};

/// Bitbases that end a game as soon as they are sure of its result (sure_result).
struct KnownEndings {
    std::string source;  ///< for people: where they come from
    std::shared_ptr<const Bitbases> bitbases;

    friend bool operator==(const KnownEndings&, const KnownEndings&) = default;
};

struct AdjudicationRules {
    std::optional<ScoreAgreement> win;    ///< one side is ahead by the score or more
    std::optional<ScoreAgreement> draw;   ///< neither is ahead by more than the score
    std::optional<KnownEndings> endings;  ///< whatever the engines think

    friend bool operator==(const AdjudicationRules&, const AdjudicationRules&) = default;
};

/// Follows the scores of one game. A move without a score (forced, from a book) says nothing, so
/// against an engine that shows none no game is adjudicated.
class Adjudicator {
public:
    explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

    /// `color` has moved and gave `score` to its own side.
    /// Returns: the result both agree on, if they do.
    [[nodiscard]] std::optional<GameResult> add(Color color, std::optional<int> score);

private:
    /// How many moves in a row each side has seen White winning, Black winning, or neither.
    struct Streaks {
        int white = 0;
        int black = 0;
        int draw = 0;
    };

    AdjudicationRules rules_;
    PerColor<Streaks> streaks_{};
    PerColor<int> moves_{0, 0};
};

}  // namespace meerslag

// Two DxpSessions that talk to each other in one thread, on a clock of their own.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "protocol/dxp_session.hpp"

namespace meerslag::test {

/// Chooses a legal move. Requires of the game: there is one.
using DxpMoveChooser = std::function<Move(const Game& game)>;
/// A legal move at random.
[[nodiscard]] DxpMoveChooser random_chooser(std::uint64_t seed);

/// A session with what it has done so far. It thinks `think_time` for each move.
class DxpSide {
public:
    DxpSide(DxpSettings settings, DxpMoveChooser chooser, DxpInstant now);

    /// Does what the actions say and keeps what they tell.
    void take(std::vector<DxpAction> actions, DxpInstant now);
    /// Gives the search's move when it is time.
    void think(DxpInstant now);
    /// When think() or woken() has to be called.
    [[nodiscard]] std::optional<DxpInstant> deadline() const;

    DxpSession session;
    std::chrono::milliseconds think_time{20};
    bool thinks = true;    ///< whether think() does anything
    bool expects = false;  ///< whether it names a reply to its moves
    std::string unsent;    ///< the stream to the other side, with the NULs
    bool is_closed = false;
    std::vector<std::string> sent;
    std::vector<DxpInstant> sent_at;
    std::vector<DxpInstant> heard_at;
    std::vector<DxpGameRecord> games;
    std::vector<DxpGameAnswer::Code> refusals;
    std::vector<std::string> notes;
    std::optional<dxp_action::Search> search;
    std::optional<dxp_action::Ponder> ponder;
    int ponder_hits = 0;
    std::vector<SearchLimits> limits;  ///< of all searches
    int stopped_searches = 0;

private:
    DxpMoveChooser chooser_;
    DxpInstant search_ends_;
};

/// Whether two messages went out less than 100 ms apart without one that came in between.
[[nodiscard]] bool keeps_pause(const DxpSide& side);

/// A follower and an initiator on a wire that cuts the stream anywhere.
class DxpPair {
public:
    explicit DxpPair(std::uint64_t seed, DxpPondering pondering = DxpPondering::Off);

    /// Runs until nothing more happens of itself, or for `time`.
    void run(std::chrono::milliseconds time = std::chrono::hours{24});
    /// Proposes a game and runs until it is over.
    void play(const DxpGameRequest& request);

    DxpInstant now{};
    DxpSide follower;
    DxpSide initiator;

private:
    /// Carries a piece of what `from` has sent.
    void carry(DxpSide& from, DxpSide& to);

    SplitMix64 random_;
};

}  // namespace meerslag::test

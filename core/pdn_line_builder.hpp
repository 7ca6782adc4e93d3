// PdnLineBuilder: written moves to a line of legal moves, ambiguous ones decided by what follows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/move_text.hpp"
#include "core/pdn_game.hpp"

namespace meerslag {

/// Plays the written moves of a game or a variation. Where a text fits several captures, each is
/// followed until the others turn out illegal.
class PdnLineBuilder {
public:
    explicit PdnLineBuilder(const Position& start) : branches_{Branch{start, start, {}}} {}

    /// Where a variation on the last move begins: one branch for each position it may have had.
    /// Requires: a move has been played.
    [[nodiscard]] PdnLineBuilder variation() const;

    /// Plays a move, unless no branch allows it. Returns: the reason why not.
    [[nodiscard]] std::optional<std::string> play(const MoveText& text);

    /// A guess that had to be made, and for which move.
    struct Guess {
        std::string reason;
        int ply;
    };
    /// Decides what is still open: the first branch counts.
    [[nodiscard]] std::optional<Guess> settle();

    /// Whether more than one position is possible now, or was at some time.
    [[nodiscard]] bool is_open() const { return branches_.size() > 1; }
    [[nodiscard]] bool was_open() const { return was_open_; }

    /// How many plies have been played since what is open began; 0: nothing is.
    [[nodiscard]] std::size_t open_plies() const { return branches_.front().moves.size(); }

    /// Requires: nothing is open.
    [[nodiscard]] const Position& position() const { return branches_.front().position; }
    /// The next move is played in another position. Requires: nothing is open.
    void set_up(const Position& position);

    /// The last move, to be annotated; null before the first.
    [[nodiscard]] PdnMove* last() { return line_.moves.empty() ? nullptr : &line_.moves.back(); }
    void add_comment(std::string comment) { line_.comments.push_back(std::move(comment)); }
    [[nodiscard]] int next_ply() const { return static_cast<int>(line_.moves.size()) + 1; }

    /// Hands the line over. Requires: nothing is open.
    [[nodiscard]] PdnLine take();

private:
    struct Branch {
        Position before;  ///< the last move
        Position position;
        std::vector<Move> moves;  ///< since something is open
    };

    PdnLineBuilder() = default;
    [[nodiscard]] std::vector<Branch> branches_after(const MoveText& text) const;
    void keep_first_branch();

    std::vector<Branch> branches_;
    PdnLine line_;
    std::optional<Position> setup_;  // for the next move
    bool was_open_ = false;

    // Of the move that began it, while something is open; a variation may begin so.
    std::size_t first_open_ = 0;
    std::optional<Position> open_position_;
    MoveText open_text_;
};

}  // namespace meerslag

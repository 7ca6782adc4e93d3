// PdnGame: one game of a PDN file, with all that a PDN can say about it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag {

struct PdnTag {
    std::string name;
    std::string value;
    friend bool operator==(const PdnTag&, const PdnTag&) = default;
};

/// The mark behind a move (article 9), in the order of PDN's NAGs $1 to $6.
enum class PdnStrength : std::uint8_t {
    None,
    Good,         ///< !
    Bad,          ///< ?
    VeryGood,     ///< !!
    VeryBad,      ///< ??
    Interesting,  ///< !?
    Doubtful      ///< ?!
};

[[nodiscard]] std::string_view to_string(PdnStrength strength);
[[nodiscard]] std::optional<PdnStrength> strength_from(std::string_view marks);

/// The NAG of a forced move, which print shows as `*` (article 9). In a PDN `*` ends a game.
inline constexpr int kPdnForcedMoveNag = 7;

/// What the clocks showed, from the commands in a comment.
struct PdnClocks {
    std::optional<std::chrono::seconds> remaining;         ///< [%clk]: of the player who moved
    std::optional<std::chrono::seconds> mechanical;        ///< [%mct]: a mechanical clock's time
    std::optional<std::chrono::seconds> elapsed_game;      ///< [%egt]
    std::optional<std::chrono::seconds> elapsed_move;      ///< [%emt]
    PerColor<std::optional<std::chrono::seconds>> both{};  ///< [%clock], with colour letters
    std::optional<Color> running;                          ///< [%clock]: the letter in upper case

    [[nodiscard]] bool is_empty() const { return *this == PdnClocks{}; }
    friend bool operator==(const PdnClocks&, const PdnClocks&) = default;
};

struct PdnMove;

/// A row of moves: the game itself or a variation.
struct PdnLine {
    std::vector<std::string> comments;  ///< before the first move
    std::vector<PdnMove> moves;
    std::optional<Position> final_setup;  ///< a set-up behind the last move

    friend bool operator==(const PdnLine&, const PdnLine&) = default;
};

struct PdnMove {
    explicit PdnMove(const Move& played) : move(played) {}

    Move move;
    PdnStrength strength = PdnStrength::None;
    std::optional<Position> setup;  ///< the position before the move, if it was set up anew
    std::vector<int> nags;
    std::vector<std::string> comments;  ///< behind the move, without the clock commands
    PdnClocks clocks;
    std::vector<PdnLine> variations;  ///< instead of this move

    friend bool operator==(const PdnMove&, const PdnMove&) = default;
};

enum class PdnResult : std::uint8_t { Unknown, WhiteWins, Draw, BlackWins, BothLose, Other };

/// `2-0`, `1-0`, `1/2-1/2` and so on; Unknown for `*`, `?` and nothing; Other for any other text.
[[nodiscard]] PdnResult pdn_result_from(std::string_view text);
/// In points: `2-0`, `1-1`, `0-2`, `0-0`; `*` for the others.
[[nodiscard]] std::string_view to_string(PdnResult result);
[[nodiscard]] PdnResult to_pdn_result(GameResult result);

/// Something wrong in a file, and where.
struct PdnFault {
    enum class Severity : std::uint8_t {
        Warning,  ///< the reader knew what was meant, or left something small out
        Error     ///< moves or the whole game were left out
    };
    Severity severity;
    std::string reason;
    int game;    ///< in the file, counted from 1
    int ply;     ///< of the move concerned, counted from 1; 0: before the moves
    int line;    ///< counted from 1
    int column;  ///< in bytes, counted from 1
};

enum class PdnReading : std::uint8_t {
    Whole,     ///< all moves were read
    CutShort,  ///< the moves up to a fault were read
    Skipped    ///< another kind of draughts, or no start position: no moves were read
};

struct PdnGame {
    int number = 0;  ///< in its file, counted from 1; 0: not from a file
    int line = 0;    ///< where it begins in the file
    std::vector<PdnTag> tags;
    Position start = Position::start();
    PdnLine main;
    PdnResult result = PdnResult::Unknown;
    std::string result_text;  ///< as written, `4-6` too; empty if none
    PdnReading reading = PdnReading::Whole;
    std::vector<PdnFault> faults;

    /// The value of the first tag of that name; nothing if there is none.
    [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const;
    /// Changes the tag of that name, or appends it.
    void set_tag(std::string_view name, std::string_view value);
};

/// The moves of `game` as a PDN game: FEN and Result are set, other tags are for the caller.
[[nodiscard]] PdnGame to_pdn_game(const Game& game);

/// Calls `visit(position_before, move)` for each move of the main line, set-ups obeyed, and returns
/// the last position.
template <class Visit>
Position replay(const PdnGame& game, Visit visit) {
    Position position = game.start;
    for (const PdnMove& move : game.main.moves) {
        if (move.setup) position = *move.setup;
        visit(position, move);
        position = position.play(move.move);
    }
    return game.main.final_setup.value_or(position);
}

}  // namespace meerslag

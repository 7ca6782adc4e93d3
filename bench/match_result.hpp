// What a match has brought so far: its games, and the sums over them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/match_game.hpp"
#include "bench/statistics.hpp"

namespace meerslag {

/// What a player used in a game, or in many.
struct Usage {
    std::uint64_t moves = 0;
    Microseconds time{0};
    Microseconds longest{0};      ///< of a move
    std::uint64_t searched = 0;   ///< moves of which nodes and depth are known
    Microseconds search_time{0};  ///< of those moves
    std::uint64_t nodes = 0;
    std::uint64_t depth = 0;  ///< the sum of depths

    void add(const PlayedMove& move);
    void add(const Usage& other);
    friend bool operator==(const Usage&, const Usage&) = default;
};

/// Which game of the match: both engines, the opening, and who has White.
struct GameSlot {
    std::size_t first = 0;    ///< engine with the lower number
    std::size_t second = 0;   ///< its opponent
    std::size_t opening = 0;  ///< which of the match's openings, from 0
    bool swapped = false;     ///< the second engine has White

    [[nodiscard]] std::size_t engine(Color color) const {
        return (color == Color::White) != swapped ? first : second;
    }
    friend auto operator<=>(const GameSlot&, const GameSlot&) = default;
};

/// A fault as it stands in reports.
struct FaultNote {
    std::size_t engine = 0;
    std::string kind;
    std::string detail;
    std::string position;  ///< FEN
    std::vector<std::string> last_lines;

    friend bool operator==(const FaultNote&, const FaultNote&) = default;
};

/// A finished game without its moves.
struct GameRecord {
    GameSlot slot;
    std::string opening_name;
    std::string opening_position;  ///< FEN
    GameResult result = GameResult::Draw;
    std::string ending;
    std::size_t plies = 0;
    PerColor<Usage> usage;
    std::optional<FaultNote> fault;

    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

[[nodiscard]] GameRecord record_of(const PlayedGame& game, const GameSlot& slot,
                                   const std::string& opening_name);

/// Two engines' results against each other, seen from the first.
struct Encounter {
    std::size_t first = 0;
    std::size_t second = 0;
    GameCounts games;
    PairCounts pairs;
};

/// The sums over the games of a match.
class MatchResult {
public:
    explicit MatchResult(std::size_t engines) : usage_(engines) {}

    void add(const GameRecord& record);

    /// In the order of the games added.
    [[nodiscard]] const std::vector<GameRecord>& records() const { return records_; }
    [[nodiscard]] bool has(const GameSlot& slot) const { return points_.contains(slot); }
    /// One for each two engines that have met.
    [[nodiscard]] std::vector<Encounter> encounters() const;
    [[nodiscard]] const Usage& usage(std::size_t engine) const { return usage_[engine]; }
    /// How games ended, and how often.
    [[nodiscard]] const std::map<std::string, std::uint64_t>& endings() const { return endings_; }

private:
    std::vector<GameRecord> records_;
    std::map<GameSlot, int> points_;  // half points of the slot's first engine
    std::map<std::array<std::size_t, 2>, Encounter> encounters_;
    std::vector<Usage> usage_;
    std::map<std::string, std::uint64_t> endings_;
};

}  // namespace meerslag

// Engine: the front door of the search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/move.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// Think: choose a move; a forced one is answered at once. Ponder: think, but the clock stands
/// still until ponder_hit(). Analyze: until a limit or stop(), a forced move included.
enum class SearchMode : std::uint8_t { Think, Ponder, Analyze };

/// What is known at one moment of a search.
struct SearchInfo {
    int depth = 0;            ///< plies of the last finished iteration
    double mean_depth = 0;    ///< plies from the root to a leaf, averaged
    int selective_depth = 0;  ///< plies to the deepest position seen
    Score score;              ///< to the side to move
    std::uint64_t nodes = 0;  ///< moves made, all threads
    std::chrono::microseconds time{0};
    int table_permille = 0;  ///< of the table's entries written in this search
    int line = 1;            ///< 1 the best, 2 the second ...; see EngineOptions::lines
    std::vector<Move> pv;    ///< legal from the searched position on, the best move first
};

struct SearchResult {
    std::optional<Move> best;    ///< none only if there is no legal move
    std::optional<Move> ponder;  ///< the reply expected, if there is one
    SearchInfo info;
};

struct EngineOptions {
    std::uint64_t table_bytes = std::uint64_t{256} << 20;
    int threads = 1;
    int lines = 1;  ///< best lines shown (MultiPV)
    /// Kept back from the clock each move for the way there and back.
    std::chrono::milliseconds move_overhead{50};

    friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

using InfoHandler = std::function<void(const SearchInfo&)>;

/// One engine. Its functions belong to one thread, but for stop() and ponder_hit().
class Engine {
public:
    explicit Engine(const EngineOptions& options = {});
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const EngineOptions& options() const { return options_; }
    /// Takes what changed; a new table size empties the table. Requires: no search is running.
    void configure(const EngineOptions& options);

    /// The next search has nothing to do with those before it. Cost: none to speak of.
    void new_game();

    /// Forgets earlier calls of stop() and ponder_hit(). Call it before search() is handed to
    /// another thread, so that a stop() from then on is not lost; else search() does it itself.
    void prepare();

    /// Searches until a limit, stop(), or until the move is clear. Blocks. `on_info` may be empty.
    /// A game that is drawn by the rules is searched as if it had begun here.
    [[nodiscard]] SearchResult search(const Game& game, const SearchLimits& limits, SearchMode mode,
                                      const InfoHandler& on_info);

    /// Ends the running search within milliseconds. Thread: any.
    void stop();
    /// The move pondered on was played: the clock runs from now. Thread: any.
    void ponder_hit();

private:
    EngineOptions options_;
    std::atomic<bool> stop_{false};        // written by any thread, read by every Worker
    std::atomic<bool> ponder_hit_{false};  // the same
    std::atomic<bool> prepared_{false};
};

}  // namespace meerslag

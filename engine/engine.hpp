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
#include "engine/bitbase_store.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"
#include "engine/search_control.hpp"
#include "engine/search_info.hpp"
#include "engine/search_params.hpp"
#include "engine/weights.hpp"

namespace meerslag {

class RootClaims;
class TranspositionTable;
class Worker;

/// No slice has more.
inline constexpr int kAllBitbasePieces = 2 * kMaxPiecesOfSide;

/// That a search may be given.
inline constexpr int kMostThreads = 256;

struct EngineOptions {
    std::uint64_t table_bytes = std::uint64_t{256} << 20;
    int threads = 1;   ///< Range: 1..kMostThreads
    int lines = 1;     ///< best lines shown (MultiPV)
    int contempt = 0;  ///< a draw is worth so much less to the engine. Unit: 1/100 man
    /// Kept back from the clock each move for the way there and back.
    std::chrono::milliseconds move_overhead{50};
    /// The learned evaluation; none: the hand-made one.
    std::shared_ptr<const EvalWeights> weights = embedded_weights();
    /// Asked of endings; none: nothing. Below full strength they are not asked.
    std::shared_ptr<const Bitbases> bitbases = embedded_bitbases();
    int bitbase_pieces = kAllBitbasePieces;  ///< the most pieces they are asked about; 0: never
    int strength = 0;        ///< 0: all it can; else a level from 1 on, see strength.hpp
    std::uint64_t seed = 0;  ///< of the choices made below full strength
    SearchParams search{};   ///< other than the tuned ones only for tuning

    friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

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

    /// Takes the memory of the table from the system now, so that no search has to: the first one
    /// would spend it on its clock.
    void touch_table();

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
    void make_workers();
    [[nodiscard]] SearchResult search_with_all(const Game& game, const SearchLimits& limits,
                                               SearchMode mode, const InfoHandler& on_info);
    [[nodiscard]] SearchResult search_weakly(const Game& game, SearchLimits limits,
                                             const InfoHandler& on_info);

    EngineOptions options_;
    SearchControl control_{options_.search};
    std::atomic<bool> prepared_{false};
    std::unique_ptr<TranspositionTable> table_;
    std::unique_ptr<RootClaims> claims_;
    std::vector<std::unique_ptr<Worker>> workers_;  // the first one leads
};

}  // namespace meerslag

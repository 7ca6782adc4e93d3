// SearchControl: whether a running search has to end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "engine/limits.hpp"
#include "engine/time_manager.hpp"

namespace meerslag {

/// Think: choose a move; a forced one is answered at once. Ponder: think, but the clock stands
/// still until ponder_hit(). Analyze: until a limit or stop(), a forced move included.
enum class SearchMode : std::uint8_t { Think, Ponder, Analyze };

/// Whether the side to move has only one move.
enum class MoveChoice : bool { Free, Forced };

/// Holds the clock and the orders from outside. Shared by all Workers of a search: the first one
/// watches the clock, the others only whether the search was stopped.
class SearchControl {
public:
    using Duration = TimeManager::Duration;
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;

    /// Requires: `params` lives as long. `now` is another clock in tests.
    explicit SearchControl(const SearchParams& params, Now now = &Clock::now)
        : params_(params), now_(std::move(now)) {}

    /// Forgets earlier orders. From then on stop() counts, also before start().
    void prepare();
    /// With a forced move, no iteration but the first is worth the clock's time.
    void start(const SearchLimits& limits, SearchMode mode, std::chrono::milliseconds overhead,
               MoveChoice choice);

    /// Thread: any.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void ponder_hit() { ponder_hit_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }

    /// Stops the search when its time is over. Cost: one look at the clock.
    [[nodiscard]] bool must_stop();
    /// At the end of an iteration: whether no other one is worth its time. While pondering the
    /// answer is no, but it is remembered for the moment of the hit.
    [[nodiscard]] bool is_enough(const Stability& stability);

    /// Counts moves made by one of the Workers. Thread: any.
    void add_nodes(std::uint64_t count) { nodes_.fetch_add(count, std::memory_order_relaxed); }
    /// Since start(), all Workers. Thread: any.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// Since start().
    [[nodiscard]] Duration spent() const;

private:
    void look_for_hit();

    const SearchParams& params_;
    Now now_;
    std::atomic<bool> stop_{false};        // written by any thread, read by every Worker
    std::atomic<bool> ponder_hit_{false};  // written by any thread, read by the first Worker
    std::atomic<std::uint64_t> nodes_{0};  // written by every Worker, read by the first one
    // Of the first Worker alone
    std::optional<TimeManager> time_;
    Clock::time_point start_;
    Clock::time_point clock_start_;  // later than start_ after pondering
    MoveChoice choice_ = MoveChoice::Free;
    bool pondering_ = false;
    bool enough_ = false;
};

}  // namespace meerslag

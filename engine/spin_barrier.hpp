// SpinBarrier: where threads wait for each other, for microseconds.
#pragma once

#include <atomic>
#include <thread>

namespace meerslag {

/// As std::barrier, for threads that have little to do between two meetings: it never sleeps. (The
/// one of libstdc++ 12 also may sleep for ever on Windows.)
class SpinBarrier {
public:
    explicit SpinBarrier(int threads) : threads_(threads), missing_(threads) {}

    /// Returns when all threads have called it. What they did before is seen after.
    void arrive_and_wait() {
        const int meeting = meeting_.load(std::memory_order_acquire);
        if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            missing_.store(threads_, std::memory_order_relaxed);
            meeting_.fetch_add(1, std::memory_order_release);
            return;
        }
        while (meeting_.load(std::memory_order_acquire) == meeting) std::this_thread::yield();
    }

private:
    const int threads_;
    std::atomic<int> missing_;
    std::atomic<int> meeting_{0};  // how many have been; may wrap around
};

}  // namespace meerslag

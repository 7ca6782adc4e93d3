// SpinBarrier: nobody goes on before all are there.
#include "engine/spin_barrier.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

TEST_CASE("threads meet as often as they want, and see what the others did",
          "[engine][train][threads]") {
    constexpr int kThreads = 3;
    constexpr int kMeetings = 2000;
    SpinBarrier barrier{kThreads};
    std::array<int, kThreads> done{};  // no atomics: the barrier has to make it safe
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                for (int meeting = 1; meeting <= kMeetings; ++meeting) {
                    done[t] = meeting;
                    barrier.arrive_and_wait();
                    for (const int other : done) wrong += other != meeting ? 1 : 0;
                    barrier.arrive_and_wait();
                }
            });
        }
    }
    CHECK(wrong == 0);
    CHECK(done == std::array{kMeetings, kMeetings, kMeetings});
}

}  // namespace
}  // namespace meerslag

// What fits have in common: what they learn towards, on what, and how they are measured.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/fit.hpp"

namespace meerslag {

constexpr float kFirstCurvature = 0.1F;  ///< Adagrad's sum of squares begins here

/// One step of Adagrad.
inline void descend(float& weight, float& squares, float gradient, float step) {
    squares += gradient * gradient;
    weight -= step * gradient / std::sqrt(squares);
}

/// The share of points that a lead of so many men promises.
[[nodiscard]] float win_share(float men, const FitOptions& options);
/// The share of points expected, from the search's score and the game's result.
[[nodiscard]] float target_of(const TrainingPosition& entry, const FitOptions& options);
/// How much a position counts, before it is known whether it is tactical.
[[nodiscard]] float weight_of(const TrainingPosition& entry, const FitOptions& options);
[[nodiscard]] bool is_held_out(const PackedPosition& entry, const FitOptions& options);

/// A mean of the cross-entropy of guesses, less that of perfect ones.
class LossSum {
public:
    void add(float guess, float target, float weight);
    void add(const LossSum& other);
    [[nodiscard]] double mean() const { return weight_ > 0 ? loss_ / weight_ : 0; }

private:
    double loss_ = 0;
    double weight_ = 0;
};

/// Where the positions lie that are learned from, and those that are only measured.
struct Division {
    std::vector<std::uint32_t> learned, held_out;
};
[[nodiscard]] Division divide(std::span<const PackedPosition> positions, const FitOptions& options);

/// Passes over what is learned from, each in an order of its own, with steps that grow smaller;
/// reports every pass. `pass(order, step)` returns the mean loss on the way, `measure()` that of
/// the games held out.
void run_epochs(
    std::vector<std::uint32_t> order, FitReport::Part part, const FitOptions& options,
    const FitProgress& on_epoch,
    const std::function<double(const std::vector<std::uint32_t>& order, double step)>& pass,
    const std::function<double()>& measure);

/// The samples of the next positions in order, worked out from these shortly before they are
/// needed: for all of them at once there is no room. By all threads together, a stretch at a time.
template <class Sample>
class UpcomingSamples {
public:
    static constexpr std::size_t kStretch = 512;

    /// Thread number `thread` of `threads` works out its part of the stretch that begins at
    /// order[begin], by `make(number of a position)`. Other threads may still use the stretch
    /// before; this one may be used when all have met.
    template <class Make>
    void work_out(std::span<const PackedPosition> positions, std::span<const std::uint32_t> order,
                  std::size_t begin, std::size_t thread, std::size_t threads, const Make& make) {
        const std::size_t end = std::min(begin + kStretch, order.size());
        const std::size_t part = (end - begin + threads - 1) / threads;
        const std::size_t from = begin + std::min(thread * part, end - begin);
        const std::size_t to = std::min(from + part, end);
        for (std::size_t i = from; i < to; ++i) {
            // They lie all over the memory, which is long to answer
            __builtin_prefetch(&positions[order[std::min(i + kAhead, order.size() - 1)]]);
            samples_[i % samples_.size()] = make(order[i]);
        }
    }
    /// The sample of order[i].
    [[nodiscard]] const Sample& operator[](std::size_t i) const {
        return samples_[i % samples_.size()];
    }

private:
    static constexpr std::size_t kAhead = 8;

    std::array<Sample, 2 * kStretch> samples_;  // two stretches, in turns
};

}  // namespace meerslag

// What fits have in common: what they learn towards, on what, and how they are measured.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
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
[[nodiscard]] bool is_held_out(const TrainingPosition& entry, const FitOptions& options);

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

/// Passes over `count` samples, each in an order of its own, with steps that grow smaller; reports
/// every pass. `pass(order, step)` returns the mean loss on the way, `measure()` that of the games
/// held out.
void run_epochs(
    std::size_t count, FitReport::Part part, const FitOptions& options, const FitProgress& on_epoch,
    const std::function<double(const std::vector<std::uint32_t>& order, double step)>& pass,
    const std::function<double()>& measure);

}  // namespace meerslag

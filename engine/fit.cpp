// Fit: both parts, one after the other, and what they have in common.
#include "engine/fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "core/random.hpp"
#include "engine/fit_loss.hpp"
#include "engine/linear_fit.hpp"
#include "engine/network_fit.hpp"

namespace meerslag {

float win_share(float men, const FitOptions& options) {
    return 1 / (1 + std::exp(-men * 100 / static_cast<float>(options.score_scale)));
}

float target_of(const TrainingPosition& entry, const FitOptions& options) {
    const float by_score = win_share(static_cast<float>(entry.score.value()) / 100, options);
    if (entry.source == TrainingPosition::Source::Side) return by_score;
    const float by_result = static_cast<float>(entry.result + 1) / 2;
    const auto share = static_cast<float>(options.result_share);
    return share * by_result + (1 - share) * by_score;
}

float weight_of(const TrainingPosition& entry, const FitOptions& options) {
    const bool is_side = entry.source == TrainingPosition::Source::Side;
    return is_side ? static_cast<float>(options.side_weight) : 1;
}

bool is_held_out(const PackedPosition& entry, const FitOptions& options) {
    // By game, mixed so that neighbouring numbers are spread
    return options.held_out > 0 &&
           SplitMix64{entry.game()}.below(static_cast<std::uint32_t>(options.held_out)) == 0;
}

Division divide(std::span<const PackedPosition> positions, const FitOptions& options) {
    const auto is_out = [&options](const PackedPosition& entry) {
        return is_held_out(entry, options);
    };
    const auto held_out = static_cast<std::size_t>(std::ranges::count_if(positions, is_out));
    Division division;
    division.held_out.reserve(held_out);
    division.learned.reserve(positions.size() - held_out);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        (is_out(positions[i]) ? division.held_out : division.learned)
            .push_back(static_cast<std::uint32_t>(i));
    }
    return division;
}

void LossSum::add(float guess, float target, float weight) {
    const auto part = [](double t, double p) {
        constexpr double kLeast = 1e-9;
        return t > 0 ? t * std::log(t / std::max(p, kLeast)) : 0;
    };
    const auto t = static_cast<double>(target);
    const auto p = static_cast<double>(guess);
    loss_ += static_cast<double>(weight) * (part(t, p) + part(1 - t, 1 - p));
    weight_ += static_cast<double>(weight);
}

void LossSum::add(const LossSum& other) {
    loss_ += other.loss_;
    weight_ += other.weight_;
}

void run_epochs(
    std::vector<std::uint32_t> order, FitReport::Part part, const FitOptions& options,
    const FitProgress& on_epoch,
    const std::function<double(const std::vector<std::uint32_t>& order, double step)>& pass,
    const std::function<double()>& measure) {
    const bool is_linear = part == FitReport::Part::Linear;
    const int epochs = is_linear ? options.epochs : options.network_epochs;
    const double step = is_linear ? options.step : options.network_step;
    SplitMix64 random{options.seed};
    for (int epoch = 1; epoch <= epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        }
        // The last passes take small steps, which evens out the noise of the order.
        const double left = 1 - static_cast<double>(epoch - 1) / epochs;
        const auto begin = std::chrono::steady_clock::now();
        FitReport report;
        report.part = part;
        report.epoch = epoch;
        report.loss = pass(order, step * left);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        report.positions_per_second = static_cast<double>(order.size()) / time.count();
        report.held_out_loss = measure();
        if (on_epoch && !on_epoch(report)) break;
    }
}

Expected<EvalWeights, std::string> fit_weights(std::span<const PackedPosition> positions,
                                               const EvalWeights& start, const FitOptions& options,
                                               const FitProgress& on_epoch) {
    if (positions.empty()) return unexpected(std::string{"there are no positions to learn from"});
    const auto is_learned = [&options](const PackedPosition& entry) {
        return !is_held_out(entry, options);
    };
    if (std::ranges::none_of(positions, is_learned)) {
        return unexpected(std::string{"all games are held out, so there is none to learn from"});
    }
    EvalWeights weights = start;
    const bool has_learned =
        (options.epochs == 0 || fit_linear(positions, options, on_epoch, weights)) &&
        (options.network_epochs == 0 || fit_network(positions, options, on_epoch, weights));
    if (!has_learned) return unexpected(std::string{"no position to learn from has any weight"});
    return weights;
}

double loss_of(const EvalWeights& weights, std::span<const PackedPosition> positions,
               const FitOptions& options) {
    LossSum sum;
    for (const PackedPosition& packed : positions) {
        const TrainingPosition entry = packed.unpacked();
        const float men = static_cast<float>(weights.evaluate(entry.position).value()) / 100;
        sum.add(win_share(men, options), target_of(entry, options), 1);
    }
    return sum.mean();
}

}  // namespace meerslag

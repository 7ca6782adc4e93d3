// Checking bitbases: counting again, and comparing positions with their successors.
#include "engine/bitbase_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/random.hpp"

namespace meerslag {
namespace {

using OutcomeCounts = std::array<std::uint64_t, 3>;  // [outcome]

Position position_at(const BitbaseSlice& slice, std::uint64_t index) {
    return Position::from_valid_board(slice.index().board_of(index), Color::White);
}

/// Counts every position; nothing if one of them cannot be looked up.
std::optional<OutcomeCounts> recount(const Bitbases& bitbases, const BitbaseSlice& slice,
                                     int threads) {
    constexpr std::uint64_t kPart = 1 << 16;
    const std::uint64_t size = slice.index().size();
    std::array<std::atomic<std::uint64_t>, 3> counts{};
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> is_complete{true};
    const auto work = [&] {
        OutcomeCounts own{};
        for (std::uint64_t begin = next.fetch_add(kPart); begin < size;
             begin = next.fetch_add(kPart)) {
            for (std::uint64_t i = begin; i < std::min(begin + kPart, size); ++i) {
                const auto outcome = bitbases.probe(position_at(slice, i));
                if (outcome) {
                    ++own[static_cast<std::size_t>(*outcome)];
                } else {
                    is_complete = false;
                }
            }
        }
        for (std::size_t k = 0; k < own.size(); ++k) counts[k] += own[k];
    };
    {
        std::vector<std::jthread> helpers;
        for (int t = 1; t < threads; ++t) helpers.emplace_back(work);
        work();
    }
    if (!is_complete) return std::nullopt;
    return OutcomeCounts{counts[0], counts[1], counts[2]};
}

/// The best that the moves of `position` lead to; nothing if one of them cannot be looked up.
std::optional<Outcome> best_of_successors(const Bitbases& bitbases, const Position& position) {
    Outcome best = Outcome::Loss;
    for (const Move& move : legal_moves(position)) {
        const auto reply = bitbases.probe(position.play(move));
        if (!reply) return std::nullopt;
        best = std::max(best, opposite(*reply));
    }
    return best;
}

/// The same with plies.
std::optional<EndValue> best_distance_of_successors(const Bitbases& bitbases,
                                                    const Position& position) {
    EndValue best = EndValue::lost();
    for (const Move& move : legal_moves(position)) {
        const auto reply = bitbases.probe_distance(position.play(move));
        if (!reply) return std::nullopt;
        if (reply->before_move().is_better_than(best)) best = reply->before_move();
    }
    return best;
}

bool agrees_with_successors(const Bitbases& bitbases, const BitbaseSlice& slice,
                            const Position& position) {
    const auto outcome = bitbases.probe(position);
    if (!outcome || best_of_successors(bitbases, position) != outcome) return false;
    if (!slice.has_distances()) return true;
    const auto value = bitbases.probe_distance(position);
    return value && value->outcome() == *outcome &&
           best_distance_of_successors(bitbases, position) == value;
}

}  // namespace

SliceCheck check_slice(const Bitbases& bitbases, const BitbaseSlice& slice,
                       const CheckOptions& options) {
    SliceCheck result;
    if (options.recount) {
        const auto counts = recount(bitbases, slice, options.threads);
        const SliceCounts& expected = slice.counts();
        if (!counts) {
            result.wrong_counts = "a slice that its captures lead to is missing";
        } else if (*counts != OutcomeCounts{expected.losses, expected.draws, expected.wins}) {
            result.wrong_counts = fmt::format(
                "{} wins, {} draws and {} losses in the file, {}, {} and {} counted", expected.wins,
                expected.draws, expected.losses, (*counts)[2], (*counts)[1], (*counts)[0]);
        }
    }
    SplitMix64 random{options.seed};
    for (std::uint64_t i = 0; i < options.samples; ++i) {
        const Position position = position_at(slice, random.next() % slice.index().size());
        if (!agrees_with_successors(bitbases, slice, position)) {
            result.wrong_position = format_fen(position);
            break;
        }
    }
    return result;
}

}  // namespace meerslag

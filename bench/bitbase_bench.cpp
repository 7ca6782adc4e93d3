// Speed of probing the embedded bitbases: meerslag-bitbase-bench.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/random.hpp"
#include "engine/bitbase.hpp"
#include "engine/bitbase_store.hpp"
#include "engine/embedded_data.hpp"

namespace meerslag {
namespace {

Bitbases open_embedded() {
    Bitbases bitbases;
    (void)add_bundle(bitbases, {embedded_bitbase_bundle(), nullptr},
                     BitbaseSlice::Check::HeaderAndIndex);
    return bitbases;
}

/// Random positions with four pieces from every slice.
std::vector<Position> random_positions(std::size_t count) {
    SplitMix64 random{4};
    const auto slices = slices_with(4);
    std::vector<BitbaseIndex> indices(slices.begin(), slices.end());
    std::vector<Position> positions;
    for (std::size_t i = 0; i < count; ++i) {
        const BitbaseIndex& index = indices[i % indices.size()];
        const Board board = index.board_of(random.next() % index.size());
        const Position position = Position::from_valid_board(board, Color::White);
        positions.push_back(random.below(2) == 0 ? position : position.turned());
    }
    return positions;
}

void probe(benchmark::State& state) {
    const Bitbases bitbases = open_embedded();
    const auto positions = random_positions(static_cast<std::size_t>(state.range(0)));
    for ([[maybe_unused]] auto _ : state) {
        for (const Position& position : positions) {
            benchmark::DoNotOptimize(bitbases.probe(position));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void probe_distance(benchmark::State& state) {
    const Bitbases bitbases = open_embedded();
    const auto positions = random_positions(1000);
    for ([[maybe_unused]] auto _ : state) {
        for (const Position& position : positions) {
            benchmark::DoNotOptimize(bitbases.probe_distance(position));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void open_bundle(benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(open_embedded());
}

BENCHMARK(probe)->Arg(1000)->Arg(1'000'000);
BENCHMARK(probe_distance);
BENCHMARK(open_bundle)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace meerslag

BENCHMARK_MAIN();

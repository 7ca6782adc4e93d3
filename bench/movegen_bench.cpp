// Speed of move generation, part by part: meerslag-movegen-bench.
#include <benchmark/benchmark.h>

#include <array>
#include <string_view>
#include <vector>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/zobrist.hpp"

namespace meerslag {
namespace {

// All positions come from random games and random placements with a fixed seed.

/// Men only, nothing to capture.
constexpr std::array kMenQuiet{
    std::string_view{"W:W22,30,33,34,36,37,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,9,10,"
                     "11,12,13,14,15,16,19,23,25"},
    std::string_view{"W:W29,31,33,35,36,37,38,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,"
                     "11,12,13,15,16,19,26"},
    std::string_view{
        "W:W34,35,36,37,38,40,41,45,46,47,48,49,50:B1,3,5,6,7,8,9,10,11,12,14,15,18,21,23"},
    std::string_view{
        "B:W28,31,33,34,35,36,40,41,42,43,45,46,47,48,49:B1,2,3,4,5,6,7,8,9,10,13,14,15,16,17,21"},
    std::string_view{"W:W23,31,35,36,37,38,39,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,"
                     "11,12,14,15,17,20,21,22,25"},
    std::string_view{"W:W28,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,"
                     "13,14,15,16,17,19,25,26"},
    std::string_view{"W:W24,27,29,32,33,36,37,38,39,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,9,"
                     "10,11,12,14,15,16,17,18,20,21"},
    std::string_view{"W:W33,34,35,37,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,"
                     "13,14,15,16,23,24,36"},
};

/// Men only, with a capture.
constexpr std::array kMenCapture{
    std::string_view{"B:W17,27,36,39,40,42,43,44,47:B5,6,7,8,9,11,12,14,16,18,23,24,35,41"},
    std::string_view{"W:W25,27,32,35,36,37,38,39,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,"
                     "10,12,14,15,16,17,18,20,21,34"},
    std::string_view{"W:W26,36,38,39,40,41,42,43,44,46,50:B1,2,3,4,8,10,11,15,16,21,22,25"},
    std::string_view{
        "B:W21,22,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,8,9,10,11,13,14,16,20"},
    std::string_view{"W:W16,37,38,39,41,43,45,46,48,49:B1,2,3,4,5,7,8,15,19,23,34"},
    std::string_view{"W:W26,33,36,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,"
                     "12,14,15,16,17,19,20,25,28"},
    std::string_view{"B:W25,26,27,30,35,36,37,38,39,40,41,42,43,46,47,48,49,50:B2,3,4,5,6,7,8,9,10,"
                     "12,13,14,15,17,18,19,20,45"},
    std::string_view{"B:W16,30,31,37,38,40,41,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,"
                     "15,18,19,20,33,35"},
};

/// Kings among the pieces, nothing to capture.
constexpr std::array kKingsQuiet{
    std::string_view{"W:WK37,39,43,49,K50:B3,4,12,16,K21,36"},
    std::string_view{"B:WK1,K3,29,34,36:BK2,4,12,18,K35,40,43"},
    std::string_view{"B:WK6,13,15,22:B8,16,19,K23,25,31"},
    std::string_view{"B:W6,K15,30,42:BK20,22,23,29,32,44"},
    std::string_view{"W:W26,44,46,K48:B12,13,14,K16,24,35,K40"},
    std::string_view{"B:W13,K23,K28,30,36:B10,12,20,21,K37,39"},
    std::string_view{"B:W13,K21,22,47:BK1,14,29,32,34,35,K38"},
    std::string_view{"B:WK6,22,K31,47,50:B9,12,20,41,42,K45"},
};

/// With a capture by a king.
constexpr std::array kKingsCapture{
    std::string_view{"W:WK4,25,K35,37,K47,49:B9,K10,11,15,16,27,K46"},
    std::string_view{"B:W19,K21,28,K31,K36,45:B4,5,15,K17,K24,27,39"},
    std::string_view{"B:WK9,16,24,28:B4,6,10,20,35,K39"},
    std::string_view{"W:W19,23,K24,26,K37,K41:B6,8,12,K13,18,20"},
    std::string_view{"B:WK6,20,29,31:B3,7,10,36,41,K45"},
    std::string_view{"W:WK3,43,45,48:B5,K7,15,20,29,36"},
    std::string_view{"B:W18,23,K30,K36,49:B20,33,K39,40,41,45"},
    std::string_view{"B:W9,20,K29,46:B7,8,22,K40,41,44"},
};

template <class Fens>
std::vector<Position> positions_of(const Fens& fens) {
    std::vector<Position> positions;
    positions.reserve(std::size(fens));
    for (const std::string_view fen : fens) positions.push_back(parse_fen(fen).value().position);
    return positions;
}

std::vector<Position> all_positions() {
    std::vector<Position> positions;
    for (const auto& set : {positions_of(kMenQuiet), positions_of(kMenCapture),
                            positions_of(kKingsQuiet), positions_of(kKingsCapture)}) {
        positions.insert(positions.end(), set.begin(), set.end());
    }
    return positions;
}

/// Runs `f` on each position in turn; items are positions.
template <class F>
void run_on(benchmark::State& state, const std::vector<Position>& positions, F f) {
    for ([[maybe_unused]] auto _ : state) {
        for (const Position& position : positions) f(position);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

void quiet_moves(benchmark::State& state, const std::vector<Position>& positions) {
    MoveList moves;
    run_on(state, positions, [&](const Position& position) {
        moves.clear();
        append_quiet_moves(position, moves);
        benchmark::DoNotOptimize(moves.begin());
    });
}

void captures(benchmark::State& state, const std::vector<Position>& positions) {
    MoveList moves;
    run_on(state, positions, [&](const Position& position) {
        generate_captures(position, moves);
        benchmark::DoNotOptimize(moves.begin());
    });
}

void men_quiet_moves(benchmark::State& state) { quiet_moves(state, positions_of(kMenQuiet)); }
void kings_quiet_moves(benchmark::State& state) { quiet_moves(state, positions_of(kKingsQuiet)); }
void men_captures(benchmark::State& state) { captures(state, positions_of(kMenCapture)); }
void kings_captures(benchmark::State& state) { captures(state, positions_of(kKingsCapture)); }

void all_legal_moves(benchmark::State& state) {
    MoveList moves;
    run_on(state, all_positions(), [&](const Position& position) {
        generate_moves(position, moves);
        benchmark::DoNotOptimize(moves.begin());
    });
}

void capture_question(benchmark::State& state) {
    run_on(state, all_positions(),
           [](const Position& position) { benchmark::DoNotOptimize(has_capture(position)); });
}

void move_count(benchmark::State& state) {
    run_on(state, all_positions(),
           [](const Position& position) { benchmark::DoNotOptimize(count_moves(position)); });
}

/// Items are moves.
template <class F>
void run_on_moves(benchmark::State& state, F f) {
    struct Case {
        Position position;
        Key key;
        MoveList moves;
    };
    std::vector<Case> cases;
    std::int64_t count = 0;
    for (const Position& position : all_positions()) {
        cases.push_back({position, key_of(position), legal_moves(position)});
        count += static_cast<std::int64_t>(cases.back().moves.size());
    }
    for ([[maybe_unused]] auto _ : state) {
        for (const Case& item : cases) {
            for (const Move& move : item.moves) f(item.position, item.key, move);
        }
    }
    state.SetItemsProcessed(state.iterations() * count);
}

void make_move(benchmark::State& state) {
    run_on_moves(state, [](const Position& position, Key, const Move& move) {
        benchmark::DoNotOptimize(position.play(move));
    });
}

void make_move_with_key(benchmark::State& state) {
    run_on_moves(state, [](const Position& position, Key key, const Move& move) {
        benchmark::DoNotOptimize(position.play(move));
        benchmark::DoNotOptimize(key_after(key, position, move));
    });
}

BENCHMARK(men_quiet_moves);
BENCHMARK(kings_quiet_moves);
BENCHMARK(men_captures);
BENCHMARK(kings_captures);
BENCHMARK(all_legal_moves);
BENCHMARK(capture_question);
BENCHMARK(move_count);
BENCHMARK(make_move);
BENCHMARK(make_move_with_key);

}  // namespace
}  // namespace meerslag

BENCHMARK_MAIN();

// Solving one slice: a counter for each position, and unmoves from what is decided.
//
// Each position has one byte. Until it is decided it holds the number of moves not yet known to
// lose; when the last of them is gone the position is lost. Positions with a capture never get a
// counter: their moves leave the slice, so they are decided (or drawn) from the start, and so are
// those in which a promotion wins. Then, level by level, a level being the plies to the end: every
// position before a lost one is won, every position before a won one has a losing move more.
#include "engine/bitbase_solver.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>

#include "core/geometry.hpp"
#include "core/movegen.hpp"

namespace meerslag {
namespace {

constexpr std::uint8_t kDrawByCapture = 127;  // below: counters of moves
constexpr std::uint8_t kDecided = 128;        // plus the level, see code_of_level

constexpr Bitboard kRowBeforePromotion{0x3E0};  // 6-10, for White
static_assert(kRowBeforePromotion ==
              (kPromotionRow.white.shifted<Direction::SouthWest>() & kAllSquares));

Board turned(const Board& board) {
    return Position::from_valid_board(board, Color::White).turned().board();
}

/// The squares from which a king can have come without capturing.
Bitboard king_origins(Square to, Bitboard occupied) {
    return (ray_to_blocker<Direction::NorthWest>(to, occupied) |
            ray_to_blocker<Direction::NorthEast>(to, occupied) |
            ray_to_blocker<Direction::SouthWest>(to, occupied) |
            ray_to_blocker<Direction::SouthEast>(to, occupied)) -
           occupied;
}

/// One of the two slices in work.
struct Side {
    static constexpr std::uint64_t kChunk = 4096;

    explicit Side(const Material& material)
        : index(material), cells(index.size()), marks((index.size() + kChunk - 1) / kChunk) {}

    BitbaseIndex index;
    std::vector<std::uint8_t> cells;  // used by all threads, through std::atomic_ref
    // Shape: [chunk of cells]; bit n says that a cell of level n (modulo 64) may be there.
    std::vector<std::atomic<std::uint64_t>> marks;

    [[nodiscard]] std::atomic_ref<std::uint8_t> cell(std::uint64_t i) {
        return std::atomic_ref<std::uint8_t>{cells[i]};
    }
};

class Solver {
public:
    Solver(const Material& material, const SolvedValue& solved, const SolveOptions& options)
        : solved_(solved), options_(options) {
        sides_.emplace_back(material);
        if (material.turned() != material) sides_.emplace_back(material.turned());
    }

    std::vector<SolvedSlice> run() {
        // Step 1. What is decided outside of the slice, and counters for the rest
        for (Side& side : sides_) {
            for_each_chunk(side, [&](std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t i = begin; i < end; ++i) start(side, i);
                report(end - begin);
            });
        }
        // Step 2. Backward from one level to the next
        for (int level = 0; level <= highest_level_.load(); ++level) {
            for (std::size_t s = 0; s < sides_.size() && !stopped_; ++s) go_back(s, level);
        }
        if (stopped_) return {};
        // Step 3. What is not decided now is a draw
        std::vector<SolvedSlice> result;
        for (Side& side : sides_) {
            for (std::uint8_t& cell : side.cells) {
                cell = cell < kDecided ? EndValue{}.byte()
                                       : EndValue::decided_in(cell - kDecided).byte();
            }
            result.push_back({side.index, std::move(side.cells)});
        }
        return result;
    }

private:
    /// How a cell of that level is written. Where distances do not count, later levels take turns
    /// with two codes, and are written over with those of levels 1 and 2 once they are dealt with.
    [[nodiscard]] std::uint8_t code_of_level(int level) const {
        if (options_.mode == SolveMode::Outcome && level > 2) level = 4 - level % 2;
        assert(level < 128);
        return static_cast<std::uint8_t>(kDecided + level);
    }

    void decide(Side& side, std::uint64_t i, int level) {
        side.cell(i).store(code_of_level(level), std::memory_order_relaxed);
        side.marks[i / Side::kChunk].fetch_or(std::uint64_t{1} << level % 64,
                                              std::memory_order_relaxed);
        int highest = highest_level_.load(std::memory_order_relaxed);
        while (level > highest && !highest_level_.compare_exchange_weak(highest, level)) {
        }
    }

    /// The value of a position with Black to move, from the slices solved before.
    [[nodiscard]] EndValue value_of(const Position& position) const {
        if (position.pieces(Color::Black).is_empty()) return EndValue::lost();  // 7.2
        return solved_(position.turned().board());
    }

    void start(Side& side, std::uint64_t i) {
        const Position position = Position::from_valid_board(side.index.board_of(i), Color::White);
        if (has_capture(position)) return start_capture(side, i, position);
        const Promotions promotions = promotions_of(position);
        if (promotions.best_win) return decide(side, i, *promotions.best_win);
        const int moves = static_cast<int>(count_moves(position));
        const int open_moves = moves - promotions.losing;
        if (open_moves == 0) {
            return decide(side, i, promotions.losing > 0 ? promotions.longest_loss : 0);
        }
        assert(open_moves < kDrawByCapture);
        side.cell(i).store(static_cast<std::uint8_t>(open_moves), std::memory_order_relaxed);
    }

    void start_capture(Side& side, std::uint64_t i, const Position& position) {
        MoveList captures;
        generate_captures(position, captures);
        EndValue best = value_of(position.play(captures[0])).before_move();
        for (const Move& move : captures) {
            const EndValue value = value_of(position.play(move)).before_move();
            if (value.is_better_than(best)) best = value;
        }
        if (best.is_draw()) {
            side.cell(i).store(kDrawByCapture, std::memory_order_relaxed);
        } else {
            decide(side, i, best.plies());
        }
    }

    struct Promotions {
        std::optional<int> best_win;  ///< plies
        int longest_loss = 0;         ///< plies
        int losing = 0;               ///< moves
    };

    /// What White's promoting moves lead to; they leave the slice. Requires: no capture.
    [[nodiscard]] Promotions promotions_of(const Position& position) const {
        Promotions result;
        const Bitboard men = position.men(Color::White) & kRowBeforePromotion;
        if (men.is_empty()) return result;
        const auto try_step = [&](Square from, Bitboard to) {
            if ((to & position.empty()).is_empty()) return;
            const EndValue value =
                value_of(position.play(Move{from, to.first(), {}, Promotion::Yes})).before_move();
            switch (value.outcome()) {
                case Outcome::Win:
                    result.best_win =
                        std::min(value.plies(), result.best_win.value_or(value.plies()));
                    break;
                case Outcome::Draw: break;
                case Outcome::Loss:
                    ++result.losing;
                    result.longest_loss = std::max(result.longest_loss, value.plies());
                    break;
            }
        };
        for (const Square from : men) {
            try_step(from, neighbour<Direction::NorthWest>(from));
            try_step(from, neighbour<Direction::NorthEast>(from));
        }
        return result;
    }

    /// Takes every cell of that level and tells the positions before it.
    void go_back(std::size_t s, int level) {
        Side& side = sides_[s];
        Side& before = sides_[sides_.size() - 1 - s];
        const std::uint8_t code = code_of_level(level);
        const bool finished_cells_change = options_.mode == SolveMode::Outcome && level > 2;
        const std::uint8_t finished_code = code_of_level(level > 2 ? 2 - level % 2 : level);
        const std::uint64_t mark = std::uint64_t{1} << level % 64;
        for_each_chunk(side, [&](std::uint64_t begin, std::uint64_t end) {
            if ((side.marks[begin / Side::kChunk].load(std::memory_order_relaxed) & mark) == 0)
                return;
            std::uint64_t seen = 0;
            for (std::uint64_t i = begin; i < end; ++i) {
                if (side.cell(i).load(std::memory_order_relaxed) != code) continue;
                ++seen;
                tell_positions_before(side.index.board_of(i), before, level);
                if (finished_cells_change) {
                    side.cell(i).store(finished_code, std::memory_order_relaxed);
                }
            }
            if (seen > 0) report(seen);
        });
    }

    /// Calls `tell` for each position with White to move from which a quiet move within the slice
    /// leads to `board` turned, with White to move again.
    void tell_positions_before(const Board& board, Side& before, int level) {
        const Board now = turned(board);  // White has just moved
        const Bitboard empty = now.empty();
        const auto tell_men = [&]<Direction Back>() {
            const Bitboard men = now.men.white & empty.shifted<opposite(Back)>();
            for (const Square to : men) {
                Board past = now;
                past.men.white.remove(to);
                past.men.white |= neighbour<Back>(to);
                tell(past, before, level);
            }
        };
        tell_men.template operator()<Direction::SouthWest>();
        tell_men.template operator()<Direction::SouthEast>();
        for (const Square to : now.kings.white) {
            for (const Square from : king_origins(to, now.occupied())) {
                Board past = now;
                past.kings.white.remove(to);
                past.kings.white.add(from);
                tell(past, before, level);
            }
        }
    }

    /// A move from `past` leads to a position decided at `level`.
    void tell(const Board& past, Side& side, int level) {
        const std::uint64_t i = side.index.index_of(past);
        const std::atomic_ref<std::uint8_t> cell = side.cell(i);
        const std::uint8_t now = cell.load(std::memory_order_relaxed);
        if (level % 2 == 0) {  // that side is lost: past is won
            if (now == kDrawByCapture) return;
            if (now < kDecided) return decide(side, i, level + 1);
            // It may be won already by a promotion, but later; a capture cannot be left out.
            if (options_.mode == SolveMode::Distance && now % 2 == 1 &&
                now > code_of_level(level + 1) &&
                !has_capture(Position::from_valid_board(past, Color::White))) {
                decide(side, i, level + 1);
            }
        } else {
            if (now >= kDrawByCapture) return;
            if (cell.fetch_sub(1, std::memory_order_relaxed) != 1) return;
            int loss = level + 1;
            if (options_.mode == SolveMode::Distance) {
                const Position position = Position::from_valid_board(past, Color::White);
                loss = std::max(loss, promotions_of(position).longest_loss);
            }
            decide(side, i, loss);
        }
    }

    template <class F>
    void for_each_chunk(Side& side, const F& f) {
        std::atomic<std::uint64_t> next{0};
        const std::uint64_t chunks = side.marks.size();
        const auto work = [&] {
            for (std::uint64_t chunk = next++; chunk < chunks && !stopped_; chunk = next++) {
                const std::uint64_t begin = chunk * Side::kChunk;
                f(begin, std::min(begin + Side::kChunk, side.index.size()));
            }
        };
        std::vector<std::jthread> helpers;
        const auto threads =
            std::min<std::uint64_t>(static_cast<std::uint64_t>(options_.threads), chunks / 4 + 1);
        for (std::uint64_t t = 1; t < threads; ++t) helpers.emplace_back(work);
        work();
    }

    /// `cells` were started or dealt with; each cell is so at most twice.
    void report(std::uint64_t cells) {
        if (!options_.on_progress) return;
        std::uint64_t all = 0;
        for (const Side& side : sides_) all += side.index.size();
        const std::uint64_t done = done_ += cells;
        if (!options_.on_progress(static_cast<double>(done) / static_cast<double>(2 * all))) {
            stopped_ = true;
        }
    }

    const SolvedValue& solved_;
    const SolveOptions& options_;
    std::vector<Side> sides_;
    std::atomic<int> highest_level_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> stopped_{false};  // set by any thread when on_progress says so
};

}  // namespace

std::vector<SolvedSlice> solve_slice(const Material& material, const SolvedValue& solved,
                                     const SolveOptions& options) {
    return Solver{material, solved, options}.run();
}

}  // namespace meerslag

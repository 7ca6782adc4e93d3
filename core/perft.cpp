// Perft: the counting itself.
//
// Half of the positions in a game tree have a capture, in no order a processor could foresee, and a
// walk from node to node spends most of its time on wrongly predicted branches. So the boards of
// each ply are collected in batches; a batch is sorted by kind without branches, and each kind is
// then worked off in a loop of its own. Two plies before the end, most moves are not made at all:
// what they change about the number of replies is found for whole sets of them (see Replies).
#include "core/perft.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/movegen_kernel.hpp"

namespace meerslag {
namespace {

using kernel::ManJumps;
using kernel::View;

/// Boards in a batch. Some plies' worth of batches must fit into the first-level cache.
constexpr std::size_t kBatchSize = 128;

/// Which boards of a batch are of one kind.
class IndexList {
public:
    /// Adds `index` if `belongs`, without a branch.
    void add_if(bool belongs, std::size_t index) {
        indices_[size_] = static_cast<std::uint8_t>(index);
        size_ += belongs ? 1 : 0;
    }
    [[nodiscard]] const std::uint8_t* begin() const { return indices_.data(); }
    [[nodiscard]] const std::uint8_t* end() const { return indices_.data() + size_; }

private:
    static_assert(kBatchSize <= 256);
    std::array<std::uint8_t, kBatchSize + 1> indices_;
    std::size_t size_ = 0;
};

struct Batch {
    std::array<Board, kBatchSize> boards;
    std::size_t size = 0;
};

/// The replies of one side as they would be if it were to move now, and what a quiet move of the
/// other side changes about them: so the leaves below many such moves are counted at once.
template <Color Them>
class Replies {
public:
    explicit Replies(const View& view)
        : view_(view), jumps_(view), quiet_moves_(kernel::count_steps<Them>(view)) {
        const Bitboard occupied = kAllSquares - view.empty;
        const kernel::PerDirection victims = kernel::jumpable(view);
        for (const Square king : view.kings) {
            const kernel::PerDirection sight = kernel::king_sight(king, occupied);
            const Bitboard all = sight.all();
            quiet_moves_ += (all & view.empty).count();
            kings_capture_ |= kernel::king_targets(sight, victims).any();
            const kernel::PerDirection last = last_squares(sight);
            last_.north_west |= last.north_west;
            last_.north_east |= last.north_east;
            last_.south_west |= last.south_west;
            last_.south_east |= last.south_east;
            seen_ |= all - last.all();
            const kernel::PerDirection pieces = occupied & sight;
            leaves_matter_ |= pieces.all() | pieces.north_west.shifted<Direction::NorthWest>() |
                              pieces.north_east.shifted<Direction::NorthEast>() |
                              pieces.south_west.shifted<Direction::SouthWest>() |
                              pieces.south_east.shifted<Direction::SouthEast>();
        }
    }

    [[nodiscard]] bool has_capture() const { return jumps_.any() || kings_capture_; }

    /// The leaves below all steps of men in direction D, given by their starts, except those after
    /// which a capture of a king or of several pieces may be possible: these are left in `steps`.
    /// Requires: no capture is possible now. `Side` is the other direction of men.
    template <Direction D, Direction Side>
    std::uint64_t count_after_steps(Bitboard& steps) const {
        constexpr Direction kBack = opposite(D);
        constexpr Direction kOtherSide = opposite(Side);
        const Bitboard men = view_.men;
        const Bitboard kings_matter = steps & (leaves_matter_ | seen_.shifted<kBack>());
        const Bitboard simple = steps - kings_matter;

        // A step gives a man a jump in six ways; each set holds the starts of such steps.
        // The stepping man is taken backwards, onto the square it left ...
        const Bitboard meets = simple & shifted<kBack, 2>(men);
        // ... or sideways.
        const Bitboard hit_side = simple & exposed<Side>().template shifted<kBack>();
        const Bitboard hit_other = simple & exposed<kOtherSide>().template shifted<kBack>();
        // Or the square it left lets a man jump over one of its neighbours.
        const Bitboard open_back = simple & opened<D>();
        const Bitboard open_side = simple & opened<Side>();
        const Bitboard open_other = simple & opened<kOtherSide>();

        // After which of them does the jump go on? From the square left also over the stepping man.
        const Bitboard starts = jumps_.starts.all();
        const Bitboard twice =
            (meets & starts) | (hit_side & starts.shifted<kOtherSide>().template shifted<kBack>()) |
            (hit_other & starts.shifted<Side>().template shifted<kBack>()) |
            ((open_back | open_side | open_other) & (starts | shifted<kBack, 2>(view_.empty)));

        const Bitboard captured = meets | hit_side | hit_other | open_back | open_side | open_other;
        const Bitboard once = captured - twice;
        const int captures = (meets & once).count() + (hit_side & once).count() +
                             (hit_other & once).count() + (open_back & once).count() +
                             (open_side & once).count() + (open_other & once).count();

        // The other steps change the number of quiet moves where a man stands beside the square
        // left or taken, and by one where they block the last square of a king's line.
        const Bitboard calm = simple - captured;
        const Bitboard arrivals = calm.shifted<D>();
        const Bitboard beside = men.shifted<kOtherSide>();
        const int quiet = calm.count() * quiet_moves_ + (calm & beside).count() -
                          (arrivals & beside).count() -
                          (view_.kings.any() ? (arrivals & last_).count() : 0);
        steps = kings_matter | twice;
        return static_cast<std::uint64_t>(captures + quiet);
    }

    /// The leaves below all moves of a king to `targets`, except those after which a capture may be
    /// possible: these are left in `targets`.
    /// Requires: as above, and that king is not on the board.
    std::uint64_t count_after_king_moves(Bitboard& targets) const {
        constexpr Direction kWest = kernel::kForwardWest<Them>;
        constexpr Direction kEast = kernel::kForwardEast<Them>;
        const Bitboard risky = seen_ | exposed<Direction::NorthWest>() |
                               exposed<Direction::NorthEast>() | exposed<Direction::SouthWest>() |
                               exposed<Direction::SouthEast>();
        const Bitboard calm = targets - risky;
        targets &= risky;
        return static_cast<std::uint64_t>(
            calm.count() * quiet_moves_ - (calm & view_.men.shifted<kWest>()).count() -
            (calm & view_.men.shifted<kEast>()).count() - (calm & last_).count());
    }

private:
    /// The last empty square of each line of sight: a piece there is safe from this king.
    [[nodiscard]] kernel::PerDirection last_squares(const kernel::PerDirection& sight) const {
        return kernel::for_each_direction([&]<Direction D>() {
            const Bitboard line = sight.in<D>() & view_.empty;
            return line - line.shifted<opposite(D)>();
        });
    }
    /// The squares on which a piece could be jumped by a man in direction D.
    template <Direction D>
    [[nodiscard]] Bitboard exposed() const {
        return view_.men.shifted<D>() & view_.empty.shifted<opposite(D)>();
    }
    /// The squares which, once left, let a man jump in direction D over a neighbour.
    template <Direction D>
    [[nodiscard]] Bitboard opened() const {
        return view_.enemies.shifted<D>() & shifted<D, 2>(view_.men);
    }

    View view_;
    ManJumps jumps_;
    Bitboard seen_;                ///< empty squares on which a piece could be taken by a king
    Bitboard leaves_matter_;       ///< squares which, once left, change what a king can do
    kernel::PerDirection last_{};  ///< see last_squares
    int quiet_moves_;
    bool kings_capture_ = false;
};

/// Counts by batches, one for each ply.
class BatchCounter {
public:
    explicit BatchCounter(int depth) : batches_(static_cast<std::size_t>(depth) + 1) {}

    template <Color Us>
    std::uint64_t count(const Board& board, int depth) {
        add<Us>(board, depth);
        flush_down<Us>(depth);
        return leaves_;
    }

private:
    template <Color Us>
    void add(const Board& board, int depth) {
        Batch& batch = batches_[static_cast<std::size_t>(depth)];
        batch.boards[batch.size] = board;
        if (++batch.size == kBatchSize) flush<Us>(depth);
    }

    template <Color Us>
    void flush_down(int depth) {
        flush<Us>(depth);
        if (depth > 1) flush_down<opposite(Us)>(depth - 1);
    }

    template <Color Us>
    void flush(int depth) {
        if (depth == 1) {
            count_batch<Us>();
        } else {
            expand_batch<Us>(depth);
        }
        batches_[static_cast<std::size_t>(depth)].size = 0;
    }

    /// The last ply: moves are counted, not made.
    template <Color Us>
    [[gnu::noinline]] void count_batch() {
        const Batch& batch = batches_[1];
        IndexList with_kings;
        IndexList jumping_twice;
        IndexList jumping_more;
        for (std::size_t i = 0; i < batch.size; ++i) {
            const View view = kernel::view_of<Us>(batch.boards[i]);
            if (view.kings.any()) {  // neighbours in the tree agree on it, so it is well foreseen
                with_kings.add_if(true, i);
                continue;
            }
            const ManJumps jumps{view};
            const bool jumps_twice = jumps.second_jump_exists();
            const int quiet = kernel::count_steps<Us>(view);
            const int single = jumps.first.count();
            const int moves = single != 0 ? single : quiet;
            leaves_ += static_cast<std::uint64_t>(jumps_twice ? 0 : moves);
            jumping_twice.add_if(jumps_twice, i);
        }
        for (const std::size_t i : jumping_twice) {
            const ManJumps jumps{kernel::view_of<Us>(batch.boards[i])};
            const bool jumps_more = jumps.third_jump_exists();
            const int moves = jumps.count_double_jumps();
            leaves_ += static_cast<std::uint64_t>(jumps_more ? 0 : moves);
            jumping_more.add_if(jumps_more, i);
        }
        for (const std::size_t i : jumping_more) {
            leaves_ += kernel::count_captures<Us>(kernel::view_of<Us>(batch.boards[i]), {});
        }
        count_with_kings<Us>(with_kings);
    }

    template <Color Us>
    void count_with_kings(const IndexList& with_kings) {
        const Batch& batch = batches_[1];
        IndexList capturing;
        std::array<Bitboard, kBatchSize> capturing_kings;
        for (const std::size_t i : with_kings) {
            const View view = kernel::view_of<Us>(batch.boards[i]);
            const kernel::PerDirection victims = kernel::jumpable(view);
            const bool men_capture = view.men.any() && ManJumps{view, victims}.any();
            int quiet = kernel::count_steps<Us>(view);
            Bitboard kings;
            for (const Square king : view.kings) {
                const kernel::PerDirection sight =
                    kernel::king_sight(king, kAllSquares - view.empty);
                quiet += (sight.all() & view.empty).count();
                const bool captures = kernel::king_targets(sight, victims).any();
                kings |= captures ? Bitboard{king} : Bitboard{};
            }
            capturing_kings[i] = kings;
            const bool any = men_capture || kings.any();
            leaves_ += static_cast<std::uint64_t>(any ? 0 : quiet);
            capturing.add_if(any, i);
        }
        for (const std::size_t i : capturing) {
            leaves_ += kernel::count_captures<Us>(kernel::view_of<Us>(batch.boards[i]),
                                                  capturing_kings[i]);
        }
    }

    /// Any other ply: the boards after each move go into the next batch.
    template <Color Us>
    void expand_batch(int depth) {
        const Batch& batch = batches_[static_cast<std::size_t>(depth)];
        IndexList quiet;
        IndexList jumping;
        IndexList capturing_more;
        for (std::size_t i = 0; i < batch.size; ++i) {
            const View view = kernel::view_of<Us>(batch.boards[i]);
            const kernel::PerDirection victims = kernel::jumpable(view);
            const ManJumps jumps{view, victims};
            const bool more =
                jumps.second_jump_exists() || kernel::capturing_kings(view, victims).any();
            const bool jump = jumps.any();
            capturing_more.add_if(more, i);
            jumping.add_if(jump && !more, i);
            quiet.add_if(!jump && !more, i);
        }
        for (const std::size_t i : quiet) expand_quiet<Us>(batch.boards[i], depth);
        for (const std::size_t i : jumping) expand_jumps<Us>(batch.boards[i], depth);
        for (const std::size_t i : capturing_more) {
            const Position position = Position::from_valid_board(batch.boards[i], Us);
            MoveList moves;
            kernel::generate_captures<Us>(kernel::view_of<Us>(position.board()), moves);
            for (const Move& move : moves) {
                add<opposite(Us)>(position.play(move).board(), depth - 1);
            }
        }
    }

    template <Color Us>
    void expand_quiet(const Board& board, int depth) {
        constexpr Color kThem = opposite(Us);
        constexpr Direction kWest = kernel::kForwardWest<Us>;
        constexpr Direction kEast = kernel::kForwardEast<Us>;
        const View view = kernel::view_of<Us>(board);
        Bitboard west = kernel::men_stepping_west<Us>(view);
        Bitboard east = kernel::men_stepping_east<Us>(view);
        for (const Square from : view.kings) {
            Bitboard targets = kernel::king_quiet_targets(from, view.empty);
            if (depth == 2) {
                View lifted = kernel::view_of<kThem>(board);
                lifted.enemies.remove(from);
                lifted.empty.add(from);
                const Replies<kThem> replies{lifted};
                if (!replies.has_capture()) leaves_ += replies.count_after_king_moves(targets);
            }
            for (const Square to : targets) {
                Board next = board;
                next.kings[Us] ^= Bitboard{from} | Bitboard{to};
                add<kThem>(next, depth - 1);
            }
        }
        if (depth == 2) {
            const Replies<kThem> replies{kernel::view_of<kThem>(board)};
            if (!replies.has_capture()) {
                leaves_ += replies.template count_after_steps<kWest, kEast>(west) +
                           replies.template count_after_steps<kEast, kWest>(east);
            }
        }
        // One loop for both directions: its end is foreseen wrongly once instead of twice.
        for (int left = west.count() + east.count(); left > 0; --left) {
            const bool goes_west = west.any();
            const std::uint64_t rest = (goes_west ? west : east).bits();
            const Bitboard from{rest & (~rest + 1)};
            const Bitboard to = goes_west ? from.shifted<kWest>() : from.shifted<kEast>();
            const Bitboard crowned = to & kPromotionRow[Us];
            Board next = board;
            next.men[Us] ^= from | (to ^ crowned);
            next.kings[Us] |= crowned;
            add<kThem>(next, depth - 1);
            west ^= goes_west ? from : Bitboard{};
            east ^= goes_west ? Bitboard{} : from;
        }
    }

    template <Color Us>
    void expand_jumps(const Board& board, int depth) {
        const ManJumps jumps{kernel::view_of<Us>(board)};
        expand_jumps<Us, Direction::NorthWest>(jumps.first.north_west, board, depth);
        expand_jumps<Us, Direction::NorthEast>(jumps.first.north_east, board, depth);
        expand_jumps<Us, Direction::SouthWest>(jumps.first.south_west, board, depth);
        expand_jumps<Us, Direction::SouthEast>(jumps.first.south_east, board, depth);
    }

    template <Color Us, Direction D>
    void expand_jumps(Bitboard starts, const Board& board, int depth) {
        constexpr Color kThem = opposite(Us);
        for (std::uint64_t rest = starts.bits(); rest != 0; rest &= rest - 1) {
            const Bitboard from{rest & (~rest + 1)};
            const Bitboard over = from.shifted<D>();
            const Bitboard to = over.shifted<D>();
            const Bitboard crowned = to & kPromotionRow[Us];
            Board next = board;
            next.men[Us] ^= from | (to ^ crowned);
            next.kings[Us] |= crowned;
            next.men[kThem] = next.men[kThem] - over;
            next.kings[kThem] = next.kings[kThem] - over;
            add<kThem>(next, depth - 1);
        }
    }

    std::vector<Batch> batches_;
    std::uint64_t leaves_ = 0;
};

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
    assert(depth >= 0);
    if (depth == 0) return 1;
    BatchCounter counter{depth};
    return position.side_to_move() == Color::White
               ? counter.count<Color::White>(position.board(), depth)
               : counter.count<Color::Black>(position.board(), depth);
}

}  // namespace meerslag

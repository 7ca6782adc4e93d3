// TranspositionTable: what earlier visits of a position found out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/move.hpp"
#include "core/move_list.hpp"
#include "core/zobrist.hpp"
#include "engine/large_memory.hpp"
#include "engine/score.hpp"

namespace meerslag {

/// A move in 16 bits: from, to, and a small hash of the captured set. Several captures of one
/// position may fit, so it is only ever resolved against a list of legal moves.
class MoveHint {
public:
    constexpr MoveHint() = default;
    constexpr explicit MoveHint(const Move& move)
        : bits_(static_cast<std::uint16_t>(kPresent | capture_hash(move.captured()) << 12 |
                                           move.from().bit() << 6 | move.to().bit())) {}

    [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool fits(const Move& move) const { return MoveHint{move} == *this; }
    /// The first move of `moves` that fits.
    [[nodiscard]] std::optional<Move> resolved(const MoveList& moves) const {
        if (is_none()) return std::nullopt;
        for (const Move& move : moves) {
            if (fits(move)) return move;
        }
        return std::nullopt;
    }

    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
    [[nodiscard]] static constexpr MoveHint from_bits(std::uint16_t bits) {
        MoveHint hint;
        hint.bits_ = bits;
        return hint;
    }
    friend constexpr bool operator==(MoveHint, MoveHint) = default;

private:
    static constexpr int kPresent = 1 << 15;
    static constexpr int capture_hash(Bitboard captured) {
        return static_cast<int>(captured.bits() % 7);
    }

    std::uint16_t bits_ = 0;
};

/// What a stored score says of the true one.
enum class Bound : std::uint8_t {
    None,   ///< nothing: there is no score
    Upper,  ///< it is at most that
    Lower,  ///< it is at least that
    Exact,
};

struct TableEntry {
    MoveHint move;
    Score score;
    std::optional<Score> evaluation;  ///< the static one; none where a capture was due
    Depth depth{0};
    Bound bound = Bound::None;
};

/// A hash table of fixed size, shared by all Workers without locks: each entry is two words, the
/// first mixed with the second, so that a torn pair does not match any key.
///
/// Old searches are aged by a generation number. What was stored before new_game() counts as empty,
/// in lookups as in replacement, though nothing is wiped; so a search after it runs exactly like
/// one with a table fresh from the constructor.
class TranspositionTable {
public:
    /// As many whole buckets as fit into `bytes`, but one at least. The memory is handed out
    /// zeroed by the system page by page, so that even a large table is made in no time.
    explicit TranspositionTable(std::uint64_t bytes) { resize(bytes); }
    /// Empties it. Errors: throws std::bad_alloc; the table then has the smallest size.
    void resize(std::uint64_t bytes);

    /// Takes the memory from the system now, so that no search has to.
    void touch() const { memory_.touch(); }

    /// Begins another search: entries of earlier ones are replaced first.
    void new_search();
    /// Forgets everything. Cost: one number is changed; every 65,000th search, a wipe.
    void new_game();

    /// Thread: safe from every Worker.
    [[nodiscard]] std::optional<TableEntry> find(Key key, Ply ply) const;
    void store(Key key, Ply ply, const TableEntry& entry);

    /// Asks the memory for the bucket of `key`, which find() will soon want.
    void prefetch(Key key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket_of(key));
#endif
    }

    /// Entries of this search out of 1000, from a sample.
    [[nodiscard]] int permille_used() const;
    [[nodiscard]] std::uint64_t bytes() const { return bucket_count_ * sizeof(Bucket); }

private:
    /// Plain words, accessed through std::atomic_ref only.
    struct Slot {
        std::uint64_t check;  // upper 48 bits of the key, generation; xor `data`
        std::uint64_t data;   // move, score, evaluation, depth and bound: 16 bits each
    };
    static constexpr int kSlots = 4;
    struct alignas(64) Bucket {
        Slot slots[kSlots];
    };
    static_assert(sizeof(Bucket) == 64);

    void allocate();
    [[nodiscard]] Bucket& bucket_of(Key key) const {
        // The low 32 bits choose the bucket; the check holds the others and some of them.
        const auto low = static_cast<std::uint64_t>(key) & 0xFFFFFFFF;
        return buckets_[low * bucket_count_ >> 32];
    }

    LargeMemory memory_;
    Bucket* buckets_ = nullptr;  // in memory_
    std::uint64_t bucket_count_ = 1;
    std::uint16_t generation_ = 1;        // of the running search; 0: never written
    std::uint16_t first_generation_ = 1;  // of this game
};

}  // namespace meerslag

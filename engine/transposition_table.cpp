// TranspositionTable: finding, storing, replacing.
#include "engine/transposition_table.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>

namespace meerslag {
namespace {

constexpr std::uint64_t kCheckMask = ~std::uint64_t{0xFFFF};
/// Where no evaluation is stored: no Score has this value.
constexpr std::int16_t kNoEvaluation = std::numeric_limits<std::int16_t>::min();
/// How much deeper an entry of an earlier search must be to count as much as one of this search.
/// Unit: plies a search. Source: common practice, not tuned.
constexpr int kAgeWeight = 4;

std::uint64_t load(std::uint64_t& word) {
    return std::atomic_ref{word}.load(std::memory_order_relaxed);
}

void save(std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref{word}.store(value, std::memory_order_relaxed);
}

std::uint64_t pack(const TableEntry& entry, Ply ply) {
    const auto word = [](std::int16_t value) {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value));
    };
    const std::int16_t evaluation =
        entry.evaluation ? static_cast<std::int16_t>(entry.evaluation->value()) : kNoEvaluation;
    const auto depth = static_cast<std::uint64_t>(std::clamp(entry.depth.value(), 0, 255));
    return static_cast<std::uint64_t>(entry.move.bits()) << 48 |
           word(entry.score.to_table(ply)) << 32 | word(evaluation) << 16 | depth << 8 |
           static_cast<std::uint64_t>(entry.bound);
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> 8 & 0xFF); }

TableEntry unpack(std::uint64_t data, Ply ply) {
    const auto evaluation = static_cast<std::int16_t>(data >> 16 & 0xFFFF);
    TableEntry entry;
    entry.move = MoveHint::from_bits(static_cast<std::uint16_t>(data >> 48));
    entry.score = Score::from_table(static_cast<std::int16_t>(data >> 32 & 0xFFFF), ply);
    if (evaluation != kNoEvaluation) entry.evaluation = Score{evaluation};
    entry.depth = Depth{depth_of(data)};
    entry.bound = static_cast<Bound>(data & 3);
    return entry;
}

}  // namespace

void TranspositionTable::resize(std::uint64_t bytes) {
    bucket_count_ = std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, std::uint64_t{1} << 32);
    try {
        allocate();
    } catch (const std::bad_alloc&) {
        bucket_count_ = 1;
        allocate();
        throw;
    }
}

void TranspositionTable::allocate() {
    memory_ = {};  // before the new one is asked for: both may not fit
    const std::uint64_t wanted = bucket_count_ * sizeof(Bucket);
    if (wanted > std::numeric_limits<std::size_t>::max()) throw std::bad_alloc{};
    memory_ = LargeMemory{static_cast<std::size_t>(wanted)};
    buckets_ = reinterpret_cast<Bucket*>(memory_.data());
}

void TranspositionTable::new_search() {
    if (generation_ == std::numeric_limits<std::uint16_t>::max()) {
        allocate();
        generation_ = first_generation_ = 1;
        return;
    }
    ++generation_;
}

void TranspositionTable::new_game() {
    new_search();
    first_generation_ = generation_;
}

std::optional<TableEntry> TranspositionTable::find(Key key, Ply ply) const {
    const std::uint64_t wanted = static_cast<std::uint64_t>(key) & kCheckMask;
    for (Slot& slot : bucket_of(key).slots) {
        const std::uint64_t data = load(slot.data);
        const std::uint64_t check = load(slot.check) ^ data;
        if ((check & kCheckMask) != wanted) continue;
        if ((check & 0xFFFF) < first_generation_) continue;
        return unpack(data, ply);
    }
    return std::nullopt;
}

void TranspositionTable::store(Key key, Ply ply, const TableEntry& entry) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(key) & kCheckMask;
    Bucket& bucket = bucket_of(key);
    Slot* victim = nullptr;
    int lowest_worth = std::numeric_limits<int>::max();
    std::uint64_t data = pack(entry, ply);
    for (Slot& slot : bucket.slots) {
        const std::uint64_t old_data = load(slot.data);
        const std::uint64_t check = load(slot.check) ^ old_data;
        const auto generation = static_cast<int>(check & 0xFFFF);
        // A torn slot may name any generation
        const bool is_empty = generation < first_generation_ || generation > generation_;
        if (!is_empty && (check & kCheckMask) == wanted) {
            // Known already: keep its move if there is no better one
            if (entry.move.is_none()) data |= old_data & std::uint64_t{0xFFFF} << 48;
            victim = &slot;
            break;
        }
        const int worth = is_empty ? std::numeric_limits<int>::min()
                                   : depth_of(old_data) - kAgeWeight * (generation_ - generation);
        if (worth < lowest_worth) {
            lowest_worth = worth;
            victim = &slot;
        }
    }
    save(victim->data, data);
    save(victim->check, (wanted | generation_) ^ data);
}

int TranspositionTable::permille_used() const {
    const std::uint64_t sample = std::min<std::uint64_t>(bucket_count_, 250);
    std::uint64_t used = 0;
    for (std::uint64_t i = 0; i < sample; ++i) {
        for (Slot& slot : buckets_[i].slots) {
            const std::uint64_t check = load(slot.check) ^ load(slot.data);
            if ((check & 0xFFFF) == generation_) ++used;
        }
    }
    return static_cast<int>(used * 1000 / (sample * kSlots));
}

}  // namespace meerslag

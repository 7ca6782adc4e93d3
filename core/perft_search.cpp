// Perft with threads and a table: sharing out the tree and remembering counts.
#include "core/perft_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>

#include "core/movegen.hpp"
#include "core/perft.hpp"
#include "core/zobrist.hpp"

namespace meerslag {

/// Counts already known, shared by all threads without locks. An entry is two words: the count with
/// the depth, and the whole key folded with them, so that an entry torn by two writers fits no key.
class PerftTable {
public:
    explicit PerftTable(std::size_t bytes)
        : entries_(std::bit_floor(std::max(bytes / sizeof(Entry), std::size_t{1}))) {}

    [[nodiscard]] std::optional<std::uint64_t> find(Key key, int depth) const {
        const Entry& entry = entry_of(key, depth);
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
        if ((check ^ data) != static_cast<std::uint64_t>(key)) return std::nullopt;
        if ((data & kDepthMask) != static_cast<std::uint64_t>(depth)) return std::nullopt;
        return data >> kDepthBits;
    }

    void store(Key key, int depth, std::uint64_t leaves) {
        if (leaves >> (64 - kDepthBits) != 0) return;  // it does not fit: count it again
        const std::uint64_t data = leaves << kDepthBits | static_cast<std::uint64_t>(depth);
        Entry& entry = entry_of(key, depth);
        entry.data.store(data, std::memory_order_relaxed);
        entry.check.store(static_cast<std::uint64_t>(key) ^ data, std::memory_order_relaxed);
    }

private:
    static constexpr int kDepthBits = 8;
    static constexpr std::uint64_t kDepthMask = (1 << kDepthBits) - 1;

    struct Entry {
        std::atomic<std::uint64_t> data{0};
        std::atomic<std::uint64_t> check{0};
    };

    [[nodiscard]] std::size_t index_of(Key key, int depth) const {
        // The depth moves the place, so that counts of one position do not drive each other out.
        const std::uint64_t mixed = static_cast<std::uint64_t>(key) +
                                    static_cast<std::uint64_t>(depth) * 0x9E3779B97F4A7C15;
        return mixed & (entries_.size() - 1);
    }
    [[nodiscard]] const Entry& entry_of(Key key, int depth) const {
        return entries_[index_of(key, depth)];
    }
    [[nodiscard]] Entry& entry_of(Key key, int depth) { return entries_[index_of(key, depth)]; }

    std::vector<Entry> entries_;  // a power of two
};

namespace {

/// From here down counting is faster than looking up. Unit: plies.
constexpr int kLeastTableDepth = 3;

/// Parts a thread: enough that no thread waits long for the last one.
constexpr std::size_t kPartsPerThread = 64;

/// A piece of the tree that one thread counts.
struct Part {
    std::size_t root_move;
    Position position;
    int depth;
};

std::uint64_t count_with_table(const Position& position, Key key, int depth, PerftTable& table) {
    if (depth < kLeastTableDepth) return perft(position, depth);
    if (const auto known = table.find(key, depth)) return *known;
    std::uint64_t leaves = 0;
    for (const Move& move : legal_moves(position)) {
        leaves +=
            count_with_table(position.play(move), key_after(key, position, move), depth - 1, table);
    }
    table.store(key, depth, leaves);
    return leaves;
}

/// The tree below `moves`, cut into at least `wanted` parts if it is deep and wide enough.
std::vector<Part> split(const Position& position, const MoveList& moves, int depth,
                        std::size_t wanted) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        parts.push_back({i, position.play(moves[i]), depth - 1});
    }
    while (!parts.empty() && parts.size() < wanted && parts.front().depth > kLeastTableDepth) {
        std::vector<Part> smaller;
        for (const Part& part : parts) {
            for (const Move& move : legal_moves(part.position)) {
                smaller.push_back({part.root_move, part.position.play(move), part.depth - 1});
            }
        }
        parts = std::move(smaller);
    }
    return parts;
}

}  // namespace

PerftSearch::PerftSearch(const PerftSettings& settings)
    : threads_(settings.threads),
      table_(settings.hash_bytes == 0 ? nullptr
                                      : std::make_unique<PerftTable>(settings.hash_bytes)) {
    assert(threads_ >= 1);
}

PerftSearch::~PerftSearch() = default;

std::uint64_t PerftSearch::count(const Position& position, int depth, const Listener& listener) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const PerftDivision& part : divide(position, depth, listener)) leaves += part.leaves;
    return leaves;
}

std::vector<PerftDivision> PerftSearch::divide(const Position& position, int depth,
                                               const Listener& listener) {
    assert(depth >= 1);
    const MoveList moves = legal_moves(position);
    const auto threads = static_cast<std::size_t>(threads_);
    const std::vector<Part> parts = split(position, moves, depth, threads * kPartsPerThread);
    std::vector<std::atomic<std::uint64_t>> leaves(moves.size());
    std::atomic<std::size_t> next{0};
    std::mutex listener_mutex;
    std::size_t done = 0;  // guarded by listener_mutex

    const auto work = [&] {
        for (std::size_t i = next++; i < parts.size(); i = next++) {
            const Part& part = parts[i];
            leaves[part.root_move] +=
                table_ == nullptr
                    ? perft(part.position, part.depth)
                    : count_with_table(part.position, key_of(part.position), part.depth, *table_);
            if (listener) {
                const std::scoped_lock lock{listener_mutex};
                listener(++done, parts.size());
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min(threads, parts.size()); ++i)
            helpers.emplace_back(work);
        work();
    }

    std::vector<PerftDivision> result;
    for (std::size_t i = 0; i < moves.size(); ++i) result.push_back({moves[i], leaves[i]});
    return result;
}

}  // namespace meerslag

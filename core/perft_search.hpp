// Perft with threads, a table and counts for each move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/move.hpp"
#include "core/position.hpp"

namespace meerslag {

class PerftTable;

/// How many leaves lie behind one move.
struct PerftDivision {
    Move move;
    std::uint64_t leaves;

    friend bool operator==(const PerftDivision&, const PerftDivision&) = default;
};

struct PerftSettings {
    int threads = 1;             ///< at least 1
    std::size_t hash_bytes = 0;  ///< for a table of counts already known; 0: none
};

/// Counts like perft() (which see), shared out over threads and with a table where that is wished.
/// The table is kept from one call to the next.
class PerftSearch {
public:
    /// Called with the number of parts done and of all parts, from one thread at a time.
    using Listener = std::function<void(std::size_t done, std::size_t all)>;

    /// Errors: std::bad_alloc when there is no memory for the table.
    explicit PerftSearch(const PerftSettings& settings);
    ~PerftSearch();

    /// The leaves of the tree. Requires: depth >= 0.
    [[nodiscard]] std::uint64_t count(const Position& position, int depth,
                                      const Listener& listener = {});

    /// The leaves behind each legal move, in the order of the moves. Requires: depth >= 1.
    [[nodiscard]] std::vector<PerftDivision> divide(const Position& position, int depth,
                                                    const Listener& listener = {});

private:
    int threads_;
    std::unique_ptr<PerftTable> table_;  // null: no table
};

}  // namespace meerslag

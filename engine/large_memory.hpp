// LargeMemory: zeroed memory for tables, on huge pages where the system gives them.
#pragma once

#include <cstddef>
#include <memory>

namespace meerslag {

/// A block of zeroed memory. Pages cost nothing before they are touched, so even one of many
/// gigabytes is made in no time.
class LargeMemory {
public:
    /// None.
    LargeMemory() = default;
    /// Errors: throws std::bad_alloc.
    explicit LargeMemory(std::size_t bytes);

    /// Aligned to a line of the cache at least.
    [[nodiscard]] std::byte* data() const { return bytes_.get(); }

    /// Lets the system find the pages now, the first gibibyte at most: a huge page takes it a
    /// millisecond, and far more where memory is short. What they hold stays. Where the system
    /// knows no such call, nothing is done.
    void touch() const;

private:
    struct Release {
        std::size_t mapped;  ///< bytes; 0: from the heap
        std::byte* start;
        void operator()(std::byte* bytes) const;
    };

    std::unique_ptr<std::byte, Release> bytes_;
};

}  // namespace meerslag

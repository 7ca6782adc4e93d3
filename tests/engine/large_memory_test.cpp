// LargeMemory: room for tables.
#include "engine/large_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

#include "engine/engine.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

bool is_aligned(const LargeMemory& memory) {
    return reinterpret_cast<std::uintptr_t>(memory.data()) % 64 == 0;
}

}  // namespace

TEST_CASE("large memory is aligned, zeroed and writable to its end", "[engine][memory]") {
    for (const std::size_t bytes :
         {std::size_t{1}, std::size_t{64}, std::size_t{1} << 20, (std::size_t{4} << 20) + 64}) {
        CAPTURE(bytes);
        const LargeMemory memory{bytes};
        CHECK(is_aligned(memory));
        const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
        CHECK(std::all_of(memory.data(), memory.data() + bytes, is_zero));
        std::fill_n(memory.data(), bytes, std::byte{0xFF});
        CHECK(memory.data()[bytes - 1] == std::byte{0xFF});
    }
}

TEST_CASE("large memory that is touched keeps what it holds", "[engine][memory]") {
    constexpr std::size_t kBytes = (std::size_t{4} << 20) + 64;
    const LargeMemory memory{kBytes};
    memory.data()[0] = memory.data()[kBytes - 1] = std::byte{7};
    memory.touch();
    CHECK(memory.data()[0] == std::byte{7});
    CHECK(memory.data()[1] == std::byte{0});
    CHECK(memory.data()[kBytes - 1] == std::byte{7});
    LargeMemory{1}.touch();
    LargeMemory{}.touch();
}

TEST_CASE("memory that no machine has is refused", "[engine][memory]") {
    CHECK_THROWS_AS(LargeMemory{std::numeric_limits<std::size_t>::max() - 1}, std::bad_alloc);
    CHECK_THROWS_AS(LargeMemory{std::numeric_limits<std::size_t>::max() / 2}, std::bad_alloc);
}

TEST_CASE("a table of several gibibytes finds what a small one finds", "[engine][memory][.slow]") {
    const auto search = [](std::uint64_t bytes) {
        EngineOptions options;
        options.table_bytes = bytes;
        Engine engine{options};
        return engine.search(Game{}, {.depth = 15}, SearchMode::Analyze, {}).info;
    };
    const SearchInfo large = search(std::uint64_t{3} << 30);
    CHECK(large.depth == 15);
    CHECK(large.pv.size() >= 2);
    CHECK(std::abs((large.score - search(std::uint64_t{64} << 20).score)) < 30);
}

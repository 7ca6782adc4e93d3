// LargeMemory: the only system calls of this layer, since the heap cannot be asked for huge pages.
#include "engine/large_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace meerslag {
namespace {

constexpr std::size_t kCacheLine = 64;

std::byte* aligned_up(std::byte* address, std::size_t alignment) {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    return address + (alignment - number % alignment) % alignment;
}

#if defined(__linux__)
constexpr std::size_t kHugePage = std::size_t{2} << 20;
#endif

}  // namespace

void LargeMemory::Release::operator()(std::byte*) const {
#if defined(__linux__)
    if (mapped > 0) {
        munmap(start, mapped);
        return;
    }
#endif
    std::free(start);
}

void LargeMemory::touch() const {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    constexpr std::size_t kMost = std::size_t{1} << 30;
    const std::size_t mapped = bytes_ ? bytes_.get_deleter().mapped : 0;
    if (mapped == 0) return;
    (void)madvise(bytes_.get(), std::min(mapped - kHugePage, kMost), MADV_POPULATE_WRITE);
#endif
}

LargeMemory::LargeMemory(std::size_t bytes) {
#if defined(__linux__)
    if (bytes >= kHugePage) {
        if (bytes > std::numeric_limits<std::size_t>::max() - kHugePage) throw std::bad_alloc{};
        // A huge page begins at a multiple of its size, which a mapping need not
        const std::size_t mapped = bytes + kHugePage;
        void* const start =
            mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start == MAP_FAILED) throw std::bad_alloc{};
        auto* const first = static_cast<std::byte*>(start);
        std::byte* const aligned = aligned_up(first, kHugePage);
        (void)madvise(aligned, bytes, MADV_HUGEPAGE);  // a wish; small pages do as well
        bytes_ = {aligned, Release{mapped, first}};
        return;
    }
#endif
    if (bytes > std::numeric_limits<std::size_t>::max() - kCacheLine) throw std::bad_alloc{};
    auto* const start = static_cast<std::byte*>(std::calloc(bytes + kCacheLine, 1));
    if (start == nullptr) throw std::bad_alloc{};
    bytes_ = {aligned_up(start, kCacheLine), Release{0, start}};
}

}  // namespace meerslag

// Slice files and bundles of bitbases: refused, or safe to ask, whatever the check.
#include <zlib.h>

#include <array>

#include "engine/bitbase.hpp"
#include "engine/bitbase_store.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

/// Asks positions from all over the slice.
void ask(const BitbaseSlice& slice) {
    constexpr std::uint64_t kMost = 500;
    constexpr std::uint64_t kFewEnoughToUnpack = 1 << 20;
    const std::uint64_t positions = slice.index().size();
    for (std::uint64_t i = 0; i < positions; i += positions / kMost + 1) {
        const Outcome outcome = slice.outcome_at(i);
        if (outcome != Outcome::Win || !slice.has_distances()) continue;
        if (positions <= kFewEnoughToUnpack) require(slice.win_plies_at(i) % 2 == 1);
    }
}

constexpr std::size_t kHeaderBytes = 104;

void put_checksum(std::uint8_t* place, const std::uint8_t* begin, const std::uint8_t* end) {
    const uLong crc = crc32(crc32(0, nullptr, 0), begin, static_cast<uInt>(end - begin));
    for (int i = 0; i < 4; ++i) place[i] = static_cast<std::uint8_t>(crc >> (8 * i) & 0xFF);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const auto check :
         {BitbaseSlice::Check::HeaderAndIndex, BitbaseSlice::Check::Everything}) {
        Bitbases bitbases;
        static_cast<void>(add_bundle(bitbases, {{data, size}, nullptr}, check));
        for (const BitbaseSlice* const slice : bitbases.slices()) ask(*slice);
    }
    return 0;
}

/// Makes the checksums right again, or no change would ever get past them.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed) {
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size < kHeaderBytes || seed % 8 == 0) return size;
    put_checksum(data + 12, data + kHeaderBytes, data + size);
    put_checksum(data + 8, data + 12, data + kHeaderBytes);
    return size;
}

// Outcomes in short: there and back, and bytes that are none.
#include "engine/bitbase_codec.hpp"

#include "core/random.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace meerslag::codec;

namespace {

/// Symbols in runs of random lengths around `mean_run`.
std::vector<Symbol> random_block(SplitMix64& random, std::size_t size, std::uint32_t mean_run) {
    std::vector<Symbol> block;
    while (block.size() < size) {
        const auto symbol = static_cast<Symbol>(random.below(4));
        const std::size_t run = 1 + random.below(2 * mean_run - 1);
        for (std::size_t i = 0; i < run && block.size() < size; ++i) block.push_back(symbol);
    }
    return block;
}

}  // namespace

TEST_CASE("a coded block gives every outcome back", "[engine][bitbase]") {
    const std::uint64_t seed = 5;
    CAPTURE(seed);
    SplitMix64 random{seed};
    for (int round = 0; round < 400; ++round) {
        const std::size_t size = round < 200 ? kBlockPositions : 1 + random.below(kBlockPositions);
        const auto block = random_block(random, size, 1 + random.below(100));
        std::vector<std::uint8_t> code;
        append_block(block, code);
        CHECK(code.size() <= (size + 3) / 4);
        code.push_back(7);  // the next block: must not be read
        std::vector<Outcome> decoded(size);
        decode_block(code, decoded);
        for (std::size_t i = 0; i < size; ++i) {
            const Outcome outcome = outcome_in_block(code, static_cast<std::uint32_t>(i));
            if (outcome != decoded[i]) FAIL("decode_block at " << i);
            if (block[i] != Symbol::Any && symbol_of(outcome) != block[i]) FAIL("place " << i);
        }
    }
}

TEST_CASE("a block of one outcome is one byte", "[engine][bitbase]") {
    std::vector<Symbol> block(kBlockPositions, Symbol::Win);
    block[0] = block[100] = block[511] = Symbol::Any;
    std::vector<std::uint8_t> code;
    append_block(block, code);
    CHECK(code.size() == 1);
    CHECK(outcome_in_block(code, 300) == Outcome::Win);
}

TEST_CASE("a code that ends too soon is read to its end", "[engine][bitbase]") {
    CHECK(outcome_in_block({}, 0) == Outcome::Draw);
    const std::vector<std::uint8_t> nothing{255, 255};
    CHECK(outcome_in_block(nothing, 3) == Outcome::Draw);
}

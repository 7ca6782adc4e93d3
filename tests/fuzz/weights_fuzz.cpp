// Files of weights: refused, or safe to evaluate with, and written as they were read.
//
// A first byte below 128: the rest is a file. Else it is the numbers of the terms, which the
// checksum of a made-up file would never let through.
#include <array>
#include <cstring>
#include <vector>

#include "core/fen.hpp"
#include "engine/weights.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

void evaluate_all(const EvalWeights& weights) {
    for (const std::string_view fen : {"W:W31-50:B1-20", "B:WK46,K47,K48,K49,K50:B1-5,6-15",
                                       "W:WK1-20:B", "B:W45:BK5,K50", "W:W31-49,K50:BK1"}) {
        static_cast<void>(weights.evaluate(parse_fen(fen)->position));
    }
}

enum class Rewriting : bool { No, Yes };

/// Rewriting takes a second or so.
void try_file(std::span<const std::byte> bytes, Rewriting rewriting) {
    const auto weights = EvalWeights::from_bytes(bytes);
    if (!weights) return;
    evaluate_all(*weights);
    if (rewriting == Rewriting::No) return;
    const auto again = EvalWeights::from_bytes(weights->to_bytes());
    require(again && *again == *weights);
}

/// The file of these terms and areas of noughts.
std::vector<std::byte> file_of_terms(const std::uint8_t* data, std::size_t size) {
    EvalWeights weights;
    for (auto& term : weights.terms) {
        for (std::int32_t* const number : {&term.early, &term.late}) {
            const std::size_t count = std::min(size, sizeof *number);
            std::memcpy(number, data, count);
            data += count;
            size -= count;
        }
    }
    return weights.to_bytes();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    if (data[0] < 128) {
        try_file(std::as_bytes(std::span{data + 1, size - 1}), Rewriting::Yes);
    } else {
        try_file(file_of_terms(data + 1, size - 1), Rewriting::No);
    }
    return 0;
}

// Files of openings, as FENs and as PDN: the game is never over in one.
#include "bench/openings.hpp"
#include "core/movegen.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

void check_openings(const std::vector<Opening>& openings) {
    for (const Opening& opening : openings) require(has_move(opening.position));
    const Openings sequence{{.fixed = openings, .random = {}, .seed = 1}};
    require(sequence.count().has_value() && *sequence.count() <= openings.size());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    if (const auto openings = fen_openings(text, "fuzz")) check_openings(*openings);
    constexpr std::size_t kPlies = 4;
    if (const auto openings = pdn_openings(text, "fuzz", kPlies)) check_openings(*openings);
    return 0;
}

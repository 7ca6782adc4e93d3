// Files of matches that are taken up: refused, or written as they were read.
#include "bench/match_file.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

/// Those of the match in tests/fuzz/seeds/match.
MatchSettings settings_of_seeds() {
    MatchSettings settings;
    settings.engines.resize(2);
    settings.engines[0].name = "A";
    settings.engines[1].name = "B";
    settings.control.nodes = 1000;
    return settings;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MatchSettings settings = settings_of_seeds();
    const OpeningSource source;
    const auto match = parse_match_file(text_of(data, size), settings, source);
    if (!match) return 0;
    MatchResult result{settings.engines.size()};
    for (const GameRecord& record : match->games) result.add(record);
    const std::string written = format_match_file(settings, source, result, match->pdn);
    const auto again = parse_match_file(written, settings, source);
    require(again && again->games == result.records() && again->pdn == match->pdn);
    return 0;
}

// The search's numbers as parameters.
#include "engine/tuned_numbers.hpp"

#include <set>

#include "core/game.hpp"
#include "engine/engine.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("every number of the search lies in its range and has a name of its own", "[engine]") {
    std::set<std::string_view> names;
    for (const TunedNumber& number : kTunedNumbers) {
        INFO(number.name);
        const int value = SearchParams{}.*number.member;
        CHECK(value >= number.min);
        CHECK(value <= number.max);
        CHECK(names.insert(number.name).second);
    }
}

TEST_CASE("the search holds with each number at either end of its range", "[engine][search]") {
    EngineOptions options;
    options.table_bytes = 1 << 20;
    Engine engine{options};
    SearchLimits limits;
    limits.nodes = 5000;
    for (const TunedNumber& number : kTunedNumbers) {
        for (const int value : {number.min, number.max}) {
            INFO(number.name << " = " << value);
            options.search = {};
            options.search.*number.member = value;
            engine.configure(options);
            const SearchResult result = engine.search(Game{}, limits, SearchMode::Think, {});
            REQUIRE(result.best);
            CHECK(result.info.nodes <= 5000);
        }
    }
}

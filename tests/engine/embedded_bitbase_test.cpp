// The bitbases that the program carries within itself.
#include "engine/bitbase_store.hpp"
#include "engine/embedded_data.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/positions.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

Bitbases fully_checked_bitbases() {
    Bitbases bitbases;
    const auto added =
        add_bundle(bitbases, {embedded_bitbase_bundle(), nullptr}, BitbaseSlice::Check::Everything);
    REQUIRE(added);
    return bitbases;
}

}  // namespace

TEST_CASE("the embedded bitbases count as the reference table says", "[engine][bitbase]") {
    const Bitbases bitbases = fully_checked_bitbases();
    CHECK(bitbases.max_pieces() == 4);
    for (const auto& row : read_data_table("endgame-wld.tsv")) {
        Material material{{std::stoi(row[0]), std::stoi(row[2])},
                          {std::stoi(row[1]), std::stoi(row[3])}};
        if (row[4] == "B") material = material.turned();
        CAPTURE(material.name());
        const BitbaseSlice* const slice = bitbases.find(material);
        REQUIRE(slice != nullptr);
        CHECK(slice->counts() == SliceCounts{std::stoull(row[6]), std::stoull(row[7]),
                                             std::stoull(row[8]), std::stoi(row[13]),
                                             std::stoi(row[14])});
    }
}

TEST_CASE("every position of endgame-positions.tsv has its value and plies", "[engine][bitbase]") {
    const Bitbases bitbases = fully_checked_bitbases();
    for (const auto& row : read_data_table("endgame-positions.tsv")) {
        CAPTURE(row[0]);
        const Position position = position_of(row[0]);
        const auto value = bitbases.probe_distance(position);
        REQUIRE(value);
        CHECK(to_string(value->outcome()) == row[1]);
        CHECK(bitbases.probe(position) == value->outcome());
        CHECK((value->is_draw() ? "-" : std::to_string(value->plies())) == row[2]);
    }
}

TEST_CASE("a bundle cut short is refused", "[engine][bitbase]") {
    Bitbases bitbases;
    const auto bundle = embedded_bitbase_bundle();
    CHECK_FALSE(add_bundle(bitbases, {bundle.first(bundle.size() - 1), nullptr},
                           BitbaseSlice::Check::HeaderAndIndex));
}

// Tables against the memory of the machine.
#include "protocol/table_size.hpp"

#include "protocol/platform.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("a table leaves the machine a quarter of its memory", "[protocol][table_size]") {
    const auto memory = total_memory();
    REQUIRE(memory);
    CHECK(*memory > std::uint64_t{1} << 26);
    CHECK(usable_memory() < *memory);
    CHECK(usable_memory() > *memory / 2);
}

TEST_CASE("a table larger than the memory is refused with the most there may be",
          "[protocol][table_size]") {
    const std::string most = std::to_string(usable_memory() >> 20);
    CHECK(table_size_complaint(most).empty());
    CHECK(table_size_complaint("1").empty());
    CHECK(table_size_complaint("0").empty());
    const std::string complaint = table_size_complaint("16777216");
    CHECK(complaint.find("16777216 MiB") == 0);
    CHECK(complaint.find(most + " MiB") != std::string::npos);
}

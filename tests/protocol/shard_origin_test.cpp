// The origin of a shard, written and compared.
#include "protocol/shard_origin.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;

TEST_CASE("the origin of a shard tells its settings", "[protocol][train]") {
    const std::vector<ShardSetting> settings{{"nodes", "30"}, {"weights", "none"}};
    const std::string origin = shard_origin("1.2.3", settings);
    CHECK(origin == "1.2.3\nnodes: 30\nweights: none");
    CHECK(difference_of(origin, settings).empty());
    CHECK(difference_of(shard_origin("1.2.4", settings), settings).empty());
}

TEST_CASE("the origin of a shard played otherwise tells the difference", "[protocol][train]") {
    const std::string origin = shard_origin("1", {{"side-nodes", "5"}, {"nodes", "30"}, {"w", ""}});
    CHECK(difference_of(origin, {{"nodes", "30"}, {"w", "none"}}) == "w: , not none");
    CHECK(difference_of(origin, {{"nodes", "300"}, {"w", "none"}}) == "nodes: 30, not 300");
    CHECK(difference_of("1; 30 nodes a move", {{"nodes", "30"}}) ==
          "an earlier version, which told no nodes");
    CHECK(difference_of("", {{"nodes", "30"}}) == "an earlier version, which told no nodes");
}

// RootClaims: a claim is seen as long as it lives, and by nobody after.
#include "engine/root_claims.hpp"

#include "tests/support/catch.hpp"

namespace meerslag {
namespace {

TEST_CASE("a claim is seen as long as it lives", "[engine][search]") {
    RootClaims claims;
    const RootClaims::Id id{Key{0x123456789ABCDEF0}, Depth{9}};
    CHECK_FALSE(claims.has(id));
    {
        const RootClaims::Claim claim{claims, id};
        CHECK(claims.has(id));
        CHECK_FALSE(claims.has({Key{0x123456789ABCDEF0}, Depth{10}}));
        CHECK_FALSE(claims.has({Key{0x1234567899BCDEF0}, Depth{9}}));
    }
    CHECK_FALSE(claims.has(id));
}

}  // namespace
}  // namespace meerslag

// The caller's side of Hub, versions 1 and 2.
#include "protocol/hub_client.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

using Reason = std::optional<std::string>;

std::vector<HubParam> declared() {
    return {{"threads", "1", "int", "1", "64", {}},
            {"contempt", "0.0", "real", "-1.5", "1.5", {}},
            {"book", "false", "bool", "", "", {}},
            {"variant", "normal", "enum", "", "", {"normal", "killer"}},
            {"eval-file", "", "string", "", "", {}}};
}

}  // namespace

TEST_CASE("a parameter can be set to what the engine has declared", "[protocol][hub]") {
    CHECK_FALSE(parameter_obstacle(declared(), "threads", "64"));
    CHECK_FALSE(parameter_obstacle(declared(), "contempt", "-1.5"));
    CHECK_FALSE(parameter_obstacle(declared(), "book", "true"));
    CHECK_FALSE(parameter_obstacle(declared(), "variant", "killer"));
    CHECK_FALSE(parameter_obstacle(declared(), "eval-file", "no matter what"));
}

TEST_CASE("a parameter that is not declared, or not so, is an obstacle", "[protocol][hub]") {
    CHECK(parameter_obstacle(declared(), "thread", "1") ==
          Reason{"it has no parameter thread; it declares threads, contempt, book, variant, "
                 "eval-file"});
    CHECK(parameter_obstacle({}, "threads", "1") ==
          Reason{"it has no parameter threads; it declares none"});
    CHECK(parameter_obstacle(declared(), "threads", "65") ==
          Reason{"its parameter threads takes a whole number from 1 to 64, not '65'"});
    CHECK(parameter_obstacle(declared(), "threads", "two"));
    CHECK(parameter_obstacle(declared(), "contempt", "2"));
    CHECK(parameter_obstacle(declared(), "book", "yes") ==
          Reason{"its parameter book takes true or false, not 'yes'"});
    CHECK(parameter_obstacle(declared(), "variant", "frisian") ==
          Reason{"its parameter variant takes one of normal, killer, not 'frisian'"});
}

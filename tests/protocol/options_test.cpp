// Parameters with their ranges and defaults.
#include "protocol/options.hpp"

#include "tests/support/catch.hpp"

using namespace meerslag;
using SetResult = Options::SetResult;

namespace {

Options example_options() {
    Options options;
    options.add({"ponder", BoolOption{false}});
    options.add({"threads", IntOption{1, 1, 16}});
    options.add({"variant", EnumOption{"normal", {"normal", "killer"}}});
    options.add({"path", TextOption{""}});
    return options;
}

}  // namespace

TEST_CASE("an option takes a value of its type", "[protocol][options]") {
    Options options = example_options();
    CHECK(options.set("ponder", "true") == SetResult::Done);
    CHECK(options.set("threads", "4") == SetResult::Done);
    CHECK(options.set("variant", "killer") == SetResult::Done);
    CHECK(options.set("path", "a b") == SetResult::Done);
    CHECK(options.flag("ponder"));
    CHECK(options.integer("threads") == 4);
    CHECK(options.choice("variant") == "killer");
    CHECK(options.text("path") == "a b");
}

TEST_CASE("an integer is clamped to its range", "[protocol][options]") {
    Options options = example_options();
    CHECK(options.set("threads", "1000000000000") == SetResult::Done);
    CHECK(options.integer("threads") == 16);
    CHECK(options.set("threads", "-5") == SetResult::Done);
    CHECK(options.integer("threads") == 1);
}

TEST_CASE("garbage keeps the old value", "[protocol][options]") {
    Options options = example_options();
    CHECK(options.set("threads", "3") == SetResult::Done);
    CHECK(options.set("threads", "abc") == SetResult::BadValue);
    CHECK(options.set("threads", "") == SetResult::BadValue);
    CHECK(options.set("ponder", "maybe") == SetResult::BadValue);
    CHECK(options.set("variant", "foo") == SetResult::BadValue);
    CHECK(options.integer("threads") == 3);
    CHECK_FALSE(options.flag("ponder"));
    CHECK(options.choice("variant") == "normal");
}

TEST_CASE("an unknown option is told apart from a bad value", "[protocol][options]") {
    Options options = example_options();
    CHECK(options.set("nope", "1") == SetResult::UnknownName);
}

TEST_CASE("options keep their order and write their values", "[protocol][options]") {
    const Options options = example_options();
    std::vector<std::string> texts;
    for (const Option& option : options.all())
        texts.push_back(option.name + "=" + option.value_text());
    CHECK(texts ==
          std::vector<std::string>{"ponder=false", "threads=1", "variant=normal", "path="});
}

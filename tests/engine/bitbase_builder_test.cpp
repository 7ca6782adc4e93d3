// Building bitbases: order, going on, damaged files.
#include "engine/bitbase_builder.hpp"

#include <algorithm>
#include <atomic>
#include <map>

#include "engine/bitbase_check.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Files in memory.
class MemoryStore : public BitbaseStore {
public:
    Expected<std::optional<BitbaseImage>, std::string> load(const std::string& name) override {
        const auto file = files.find(name);
        if (file == files.end()) return std::optional<BitbaseImage>{};
        const auto copy = std::make_shared<const Bytes>(file->second);
        return std::optional{BitbaseImage{*copy, copy}};
    }
    Expected<void, std::string> save(const std::string& name,
                                     std::span<const std::uint8_t> bytes) override {
        if (saves_left == 0) return unexpected{std::string{"No space left on device"}};
        --saves_left;
        files[name] = Bytes(bytes.begin(), bytes.end());
        return {};
    }

    std::map<std::string, Bytes> files;
    int saves_left = 1000;
};

constexpr BuildOptions kThreePieces{3, 2, std::uint64_t{1} << 30};

std::map<std::string, Bytes> all_files() {
    MemoryStore store;
    REQUIRE(build_bitbases(kThreePieces, store, {}));
    return store.files;
}

}  // namespace

TEST_CASE("a build makes every slice and reports every position", "[engine][bitbase]") {
    MemoryStore store;
    std::atomic<std::uint64_t> reported{0};
    std::uint64_t announced = 0;
    BuildEvents events;
    events.on_slice = [&](const Material&, std::uint64_t positions) { announced += positions; };
    events.on_progress = [&](std::uint64_t positions) {
        reported += positions;
        return true;
    };
    const auto built = build_bitbases(kThreePieces, store, events);
    REQUIRE(built);
    CHECK(built->slices().size() == 16);
    CHECK(store.files.size() == 16);
    CHECK(announced == positions_to_build(kThreePieces));
    CHECK(reported == positions_to_build(kThreePieces));
    for (const BitbaseSlice* slice : built->slices()) {
        const SliceCheck check = check_slice(*built, *slice, {true, 500, 1, 2});
        CHECK(check.wrong_counts.empty());
        CHECK(check.wrong_position.empty());
    }
}

TEST_CASE("a build stopped at any slice goes on to the same files", "[engine][bitbase]") {
    const auto expected = all_files();
    for (int saves = 0; saves < 16; saves += 3) {
        MemoryStore store;
        store.saves_left = saves;
        const auto stopped = build_bitbases(kThreePieces, store, {});
        REQUIRE_FALSE(stopped);
        CHECK(stopped.error() == "No space left on device");
        store.saves_left = 1000;
        REQUIRE(build_bitbases(kThreePieces, store, {}));
        CHECK(store.files == expected);
        CHECK(store.saves_left >= 1000 - 17 + saves);  // nothing was made twice but half a pair
    }
}

TEST_CASE("a damaged, short or foreign file is made again", "[engine][bitbase]") {
    const auto expected = all_files();
    MemoryStore store;
    store.files = expected;
    store.files["0m1k-0m1k"].back() ^= 4;
    store.files["0m2k-0m1k"].pop_back();
    store.files["1m1k-0m1k"].push_back(0);
    store.files["2m0k-0m1k"] = expected.at("0m1k-1m0k");
    store.files["2m0k-1m0k"] = Bytes(100, 1);
    int problems = 0;
    BuildEvents events;
    events.on_problem = [&](const std::string&, const std::string& reason) {
        ++problems;
        CHECK_FALSE(reason.empty());
    };
    REQUIRE(build_bitbases(kThreePieces, store, events));
    CHECK(problems == 5);
    CHECK(store.files == expected);
}

TEST_CASE("a build can be ended between two steps", "[engine][bitbase]") {
    MemoryStore store;
    BuildEvents events;
    events.on_progress = [](std::uint64_t) { return false; };
    const auto stopped = build_bitbases(kThreePieces, store, events);
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error() == "stopped");
    CHECK(store.files.empty());
}

TEST_CASE("a build that needs more memory than allowed is not begun", "[engine][bitbase]") {
    MemoryStore store;
    const BuildOptions too_little{3, 1, 100'000};
    const auto stopped = build_bitbases(too_little, store, {});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().find("needs 1 MiB of memory, and 0 are allowed") != std::string::npos);
    CHECK(store.files.empty());

    store.files = all_files();
    CHECK(build_bitbases(too_little, store, {}));  // nothing is to be solved
    store.files["2m0k-0m1k"].pop_back();
    CHECK_FALSE(build_bitbases(too_little, store, {}));
}

TEST_CASE("a single slice is built with what its moves lead to", "[engine][bitbase]") {
    const auto expected = all_files();
    MemoryStore store;
    BuildOptions options{2, 2, std::uint64_t{1} << 30, parse_material("0m1k-1m1k")};
    std::atomic<std::uint64_t> reported{0};
    BuildEvents events;
    events.on_progress = [&](std::uint64_t positions) {
        reported += positions;
        return true;
    };
    REQUIRE(build_bitbases(options, store, events));
    CHECK(reported == positions_to_build(options));
    std::vector<std::string> names;
    for (const auto& [name, bytes] : store.files) {
        names.push_back(name);
        CHECK(bytes == expected.at(name));
    }
    CHECK(names == std::vector<std::string>{"0m1k-0m1k", "0m1k-0m2k", "0m1k-1m0k", "0m1k-1m1k",
                                            "0m2k-0m1k", "1m0k-0m1k", "1m1k-0m1k"});
    for (const char* const four_kings : {"0m4k-0m2k", "0m2k-0m4k"}) {
        options.only = parse_material(four_kings);
        const auto slices = slices_to_build(options);
        CHECK(slices.size() == 12);
        CHECK(std::count_if(slices.begin(), slices.end(),
                            [](const Material& slice) { return slice.pieces() == 6; }) == 2);
    }
}

TEST_CASE("a check finds counts and values that are wrong", "[engine][bitbase]") {
    // A slice of losses only in the place of the right one: its file is sound, its values are not.
    MemoryStore store;
    store.files = all_files();
    SolvedSlice false_slice{BitbaseIndex{{{0, 0}, {1, 1}}}, {}};
    false_slice.values.assign(false_slice.index.size(), EndValue::lost().byte());
    store.files["0m1k-0m1k"] = encode_slice(false_slice, SolveMode::Outcome, 1);
    Bitbases bitbases;
    add_slices(bitbases, store, {.most = 3}, BitbaseSlice::Check::Everything, {});
    const BitbaseSlice& slice = *bitbases.find({{0, 0}, {1, 1}});
    const SliceCheck check = check_slice(bitbases, slice, {true, 500, 1, 1});
    CHECK_FALSE(check.wrong_counts.empty());
    CHECK_FALSE(check.wrong_position.empty());
}

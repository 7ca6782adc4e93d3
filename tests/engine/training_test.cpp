// Learning: games, shards, and weights fitted to them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/movegen.hpp"
#include "engine/fit.hpp"
#include "engine/selfplay.hpp"
#include "engine/training_data.hpp"
#include "engine/training_set.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random_positions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace meerslag {
namespace {

namespace fs = std::filesystem;

EngineOptions small_engine() {
    EngineOptions options;
    options.table_bytes = 1 << 20;
    return options;
}

TrainingShard small_shard(std::uint64_t seed, int games = 6) {
    SelfPlayOptions options;
    options.nodes = 60;
    options.side_depth = 2;
    return play_shard(small_engine(), options, seed, games, {}).value();
}

std::vector<PackedPosition> packed(const std::vector<TrainingPosition>& positions) {
    return {positions.begin(), positions.end()};
}

EvalWeights fit(const std::vector<TrainingPosition>& positions, const EvalWeights& start,
                const FitOptions& options, const FitProgress& on_epoch) {
    return fit_weights(packed(positions), start, options, on_epoch).value();
}

double loss(const EvalWeights& weights, const std::vector<TrainingPosition>& positions,
            const FitOptions& options) {
    return loss_of(weights, packed(positions), options);
}

TEST_CASE("self-play gives quiet positions with scores and results", "[engine][train]") {
    const TrainingShard shard = small_shard(1);
    REQUIRE(shard.positions.size() > 50);
    bool has_side = false;
    bool has_result = false;
    for (const TrainingPosition& entry : shard.positions) {
        CHECK_FALSE(has_capture(entry.position, Color::White));
        CHECK_FALSE(has_capture(entry.position, Color::Black));
        CHECK(std::abs(entry.result) <= 1);
        has_side = has_side || entry.source == TrainingPosition::Source::Side;
        has_result = has_result || entry.result != 0;
    }
    CHECK(has_side);
    CHECK(has_result);
}

TEST_CASE("self-play takes results of endings from the bitbases", "[engine][train]") {
    // Random play throws most endings away
    SelfPlayOptions random_play;
    random_play.nodes = 1;
    random_play.varied_permille = 1000;
    random_play.side_positions = 0;
    EngineOptions with = small_engine();
    EngineOptions without = small_engine();
    without.bitbases = nullptr;
    const auto endings = [&](const EngineOptions& options) {
        int count = 0;
        const TrainingShard shard = play_shard(options, random_play, 8, 40, {}).value();
        for (const TrainingPosition& entry : shard.positions) {
            const auto outcome = embedded_bitbases()->probe(entry.position);
            if (!outcome) continue;
            ++count;
            if (options.bitbases == nullptr) continue;
            CHECK(entry.result == static_cast<int>(*outcome) - static_cast<int>(Outcome::Draw));
        }
        return count;
    };
    CHECK(endings(without) > 20);
    CHECK(endings(with) < endings(without) / 2);
}

TEST_CASE("the same seed plays the same games, another one others", "[engine][train]") {
    CHECK(small_shard(2).positions == small_shard(2).positions);
    CHECK_FALSE(small_shard(2).positions == small_shard(3).positions);
}

TEST_CASE("self-play can be given up after any game", "[engine][train]") {
    int games = 0;
    SelfPlayOptions options;
    options.nodes = 20;
    CHECK_FALSE(play_shard(small_engine(), options, 1, 100, [&games] { return ++games < 3; }));
    CHECK(games == 3);
}

TEST_CASE("a shard comes back from its file as it was", "[engine][train]") {
    const test::TemporaryFolder folder{"shard"};
    TrainingShard shard = small_shard(4);
    shard.origin = "a test";
    REQUIRE(write_shard(folder / "a.shard", shard));
    const auto back = read_shard(folder / "a.shard");
    REQUIRE(back.has_value());
    CHECK(back->origin == shard.origin);
    CHECK(back->positions == shard.positions);
    CHECK(shards_in(folder.path()) == std::vector<fs::path>{folder / "a.shard"});
}

TEST_CASE("a damaged shard is refused wherever the damage is", "[engine][train]") {
    const test::TemporaryFolder folder{"damaged"};
    const fs::path path = folder / "a.shard";
    REQUIRE(write_shard(path, small_shard(5, 2)));
    const auto size = fs::file_size(path);
    for (std::uintmax_t at = 0; at < size; at += 41) {
        std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
        file.seekg(static_cast<std::streamoff>(at));
        const char before = static_cast<char>(file.get());
        const auto put = [&](char value) {
            file.seekp(static_cast<std::streamoff>(at));
            file.put(value);
            file.flush();
        };
        put(static_cast<char>(before ^ 0x21));
        CHECK_FALSE(read_shard(path).has_value());
        put(before);
    }
    CHECK(read_shard(path).has_value());
    fs::resize_file(path, size - 1);
    CHECK_FALSE(read_shard(path).has_value());
    fs::resize_file(path, 5);
    CHECK_FALSE(read_shard(path).has_value());
    CHECK_FALSE(read_shard(folder / "none.shard").has_value());
}

TEST_CASE("a position packed comes back as it was", "[engine][train]") {
    SplitMix64 random{9};
    for (int i = 0; i < 2000; ++i) {
        TrainingPosition entry;
        entry.position = test::random_placement(random, {.most_pieces = 40, .king_percent = 30});
        entry.score = Score{static_cast<int>(random.below(20001)) - 10000};
        entry.result = static_cast<int>(random.below(3)) - 1;
        entry.game = random.below(0xFFFFFFFF);
        entry.ply = static_cast<int>(random.below(1024));
        entry.source =
            random.below(2) == 0 ? TrainingPosition::Source::Game : TrainingPosition::Source::Side;
        const PackedPosition packed{entry};
        CHECK(packed.unpacked() == entry);
        CHECK(packed.game() == entry.game);
    }
}

TEST_CASE("a training set is the shards of its folders one after the other", "[engine][train]") {
    const test::TemporaryFolder folder{"training-set"};
    fs::create_directory(folder / "a");
    fs::create_directory(folder / "b");
    std::vector<TrainingPosition> all;
    std::uint64_t seed = 20;
    for (const char* const name : {"b/1.shard", "a/1.shard", "a/2.shard"}) {
        const TrainingShard shard = small_shard(seed++, 2);
        REQUIRE(write_shard(folder / name, shard));
        all.insert(all.end(), shard.positions.begin(), shard.positions.end());
    }
    const auto set = read_training_set({folder / "b", folder / "a"});
    REQUIRE(set.has_value());
    REQUIRE(set->size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        TrainingPosition entry = (*set)[i].unpacked();
        entry.game = all[i].game;
        CHECK(entry == all[i]);
    }
    // Room for little that is not there
    CHECK(set->capacity() < all.size() + 10);
}

TEST_CASE("a game's number in a training set is its own wherever it lies", "[engine][train]") {
    const test::TemporaryFolder folder{"game-numbers"};
    for (const char* const name : {"a", "b", "c"}) fs::create_directory(folder / name);
    TrainingShard shard = small_shard(30);
    const std::size_t size = shard.positions.size();
    REQUIRE(write_shard(folder / "a/1.shard", shard));
    REQUIRE(write_shard(folder / "b/1.shard", small_shard(31, 9)));
    // The same games, but other positions off them
    for (TrainingPosition& entry : shard.positions) {
        entry.game += 5;
        if (entry.source == TrainingPosition::Source::Side) {
            entry.position = entry.position.turned();
        }
    }
    REQUIRE(write_shard(folder / "c/1.shard", shard));
    const auto set = read_training_set({folder / "a", folder / "b", folder / "c"});
    REQUIRE(set.has_value());
    const auto again = read_training_set({folder / "b", folder / "a"});
    REQUIRE(again.has_value());
    std::set<std::uint32_t> numbers;
    bool are_alike = true;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint32_t number = (*set)[i].game();
        numbers.insert(number);
        are_alike = are_alike && number == (*set)[set->size() - size + i].game() &&
                    number == (*again)[again->size() - size + i].game();
    }
    CHECK(are_alike);
    CHECK(numbers.size() >= 5);  // six games, of which one may have begun unevenly
}

TEST_CASE("shards that hold the same games are refused", "[engine][train]") {
    const test::TemporaryFolder folder{"same-games"};
    for (const char* const name : {"a", "copy", "longer", "other"}) {
        fs::create_directory(folder / name);
    }
    REQUIRE(write_shard(folder / "a/1.shard", small_shard(40)));
    fs::copy_file(folder / "a/1.shard", folder / "copy/2.shard");
    REQUIRE(write_shard(folder / "longer/3.shard", small_shard(40, 12)));
    REQUIRE(write_shard(folder / "other/4.shard", small_shard(41)));
    const auto complaint = [&](const char* first, const char* second) {
        const auto set = read_training_set({folder / "other", folder / first, folder / second});
        return set ? "" : set.error();
    };
    const auto refusal = [&](fs::path first, fs::path second) {
        return (folder.path() / first.make_preferred()).string() + " and " +
               (folder.path() / second.make_preferred()).string() +
               " hold the same games; name these once";
    };
    CHECK(complaint("a", "a") == refusal("a/1.shard", "a/1.shard"));
    CHECK(complaint("a", "copy") == refusal("a/1.shard", "copy/2.shard"));
    CHECK(complaint("a", "longer") == refusal("a/1.shard", "longer/3.shard"));
    CHECK(complaint("longer", "copy") == refusal("longer/3.shard", "copy/2.shard"));
    CHECK(read_training_set({folder / "a", folder / "other"}).has_value());
}

TEST_CASE("fitting lowers the loss, and finds what decides", "[engine][train]") {
    // The side with more men wins; the score says nothing.
    SplitMix64 random{6};
    std::vector<TrainingPosition> positions;
    for (std::uint32_t game = 0; game < 400; ++game) {
        TrainingPosition entry;
        entry.position = test::random_placement(random, {.most_pieces = 16, .king_percent = 0});
        const Color us = entry.position.side_to_move();
        const int lead = entry.position.men(us).count() - entry.position.men(opposite(us)).count();
        entry.result = (lead > 0) - (lead < 0);
        entry.game = game;
        positions.push_back(entry);
    }
    const EvalWeights nothing;
    FitOptions options;
    options.result_share = 1;
    options.tactical_weight = 1;
    options.epochs = 5;
    options.network_epochs = 0;
    std::vector<double> losses;
    const EvalWeights weights = fit(positions, nothing, options, [&](const FitReport& r) {
        losses.push_back(r.loss);
        return true;
    });
    REQUIRE(losses.size() == 5);
    CHECK(losses.back() < losses.front());
    CHECK(loss(weights, positions, options) < loss(nothing, positions, options) / 2);
    CHECK(weights.terms[static_cast<std::size_t>(Term::Man)].late > 0);
}

TEST_CASE("a fit that has nothing to learn from says so", "[engine][train]") {
    const auto complaint = [](const std::vector<TrainingPosition>& positions,
                              const FitOptions& options) {
        const auto weights = fit_weights(packed(positions), EvalWeights{}, options, {});
        return weights ? "" : weights.error();
    };
    std::vector<TrainingPosition> positions = small_shard(10).positions;
    FitOptions options;
    options.epochs = 1;
    options.network_epochs = 1;
    CHECK(complaint(positions, options).empty());
    CHECK(complaint({}, options) == "there are no positions to learn from");
    options.held_out = 1;
    CHECK(complaint(positions, options) ==
          "all games are held out, so there is none to learn from");
    options.held_out = 0;

    const std::string weightless = "no position to learn from has any weight";
    std::vector<TrainingPosition> far = positions;
    for (TrainingPosition& entry : far) entry.score = Score{900};
    options.tactical_weight = 0;
    options.epochs = 0;
    CHECK(complaint(far, options) == weightless);
    options.tactical_weight = 1;
    for (TrainingPosition& entry : positions) entry.source = TrainingPosition::Source::Side;
    options.side_weight = 0;
    CHECK(complaint(positions, options) == weightless);
    options.epochs = 1;
    options.network_epochs = 0;
    CHECK(complaint(positions, options) == weightless);
}

TEST_CASE("scores far from what was learned weigh little, wherever learning began",
          "[engine][train]") {
    // Nine in ten of these level positions are level, the tenth is won by tactics.
    SplitMix64 random{7};
    std::vector<TrainingPosition> positions;
    while (positions.size() < 2000) {
        TrainingPosition entry;
        entry.position = test::random_placement(random, {.most_pieces = 16, .king_percent = 0});
        const Color us = entry.position.side_to_move();
        if (entry.position.men(us).count() != entry.position.men(opposite(us)).count()) continue;
        entry.score = Score{positions.size() % 10 == 0 ? 900 : 0};
        entry.game = static_cast<std::uint32_t>(positions.size());
        positions.push_back(entry);
    }
    const auto tempo = [&positions](double tactical_weight) {
        FitOptions options;
        options.result_share = 0;
        options.tactical_weight = tactical_weight;
        options.epochs = 8;
        options.network_epochs = 0;
        const EvalWeights weights = fit(positions, EvalWeights{}, options, {});
        return weights.terms[static_cast<std::size_t>(Term::Tempo)].late;
    };
    CHECK(tempo(1) > 0);
    CHECK(std::abs(tempo(0.01)) < tempo(1) / 2);
}

TEST_CASE("the network learns what no sum of patterns can tell", "[engine][train]") {
    // Who is to move wins if the men on two squares far apart are both there, or neither.
    SplitMix64 random{8};
    std::vector<TrainingPosition> positions;
    while (positions.size() < 4000) {
        TrainingPosition entry;
        entry.position = test::random_placement(random, {.most_pieces = 24, .king_percent = 0});
        if (entry.position.side_to_move() == Color::Black) continue;
        const Bitboard men = entry.position.men(Color::White);
        const bool both =
            men.contains(Square::from_number(26)) == men.contains(Square::from_number(15));
        entry.result = both ? 1 : -1;
        entry.game = static_cast<std::uint32_t>(positions.size());
        positions.push_back(entry);
    }
    FitOptions options;
    options.result_share = 1;
    options.tactical_weight = 1;
    options.held_out = 0;
    options.epochs = 4;
    options.network_epochs = 0;
    const EvalWeights linear = fit(positions, EvalWeights{}, options, {});
    options.epochs = 0;
    options.network_epochs = 12;
    std::vector<double> losses;
    const EvalWeights both = fit(positions, linear, options, [&](const FitReport& report) {
        CHECK(report.part == FitReport::Part::Network);
        losses.push_back(report.loss);
        return true;
    });
    REQUIRE(losses.size() == 12);
    CHECK(losses.back() < losses.front() / 2);
    CHECK(both.areas == linear.areas);
    const double loss_of_both = loss(both, positions, options);
    CHECK(loss_of_both < loss(linear, positions, options) / 2);
    // The whole numbers of the file say what was learned in fractions
    CHECK(loss_of_both < losses.back() * 1.5);

    options.network_epochs = 1;
    options.network_step = 1e-4;
    const EvalWeights on = fit(positions, both, options, {});
    CHECK(loss(on, positions, options) < loss_of_both * 1.2);
}

TEST_CASE("the network's numbers are pulled towards 0", "[engine][train]") {
    const TrainingShard shard = small_shard(7);
    FitOptions options;
    options.epochs = 0;
    options.network_epochs = 6;
    const auto size_with = [&](double decay) {
        options.network_decay = decay;
        const EvalWeights weights = fit(shard.positions, EvalWeights{}, options, {});
        double sum = 0;
        for (const Network::Vector& vector : weights.network.vectors) {
            for (const std::int16_t number : vector.numbers) sum += std::abs(number);
        }
        return sum;
    };
    CHECK(size_with(1e6) < size_with(0));
}

TEST_CASE("the number of threads does not change the fit", "[engine][train][threads]") {
    const TrainingShard shard = small_shard(7);
    FitOptions options;
    options.epochs = 2;
    const EvalWeights one = fit(shard.positions, EvalWeights{}, options, {});
    options.threads = 3;
    const EvalWeights three = fit(shard.positions, EvalWeights{}, options, {});
    CHECK(one == three);
}

}  // namespace
}  // namespace meerslag

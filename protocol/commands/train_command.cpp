// meerslag train: games of the engine against itself, and weights learned from them.
#include <fmt/format.h>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/fen.hpp"
#include "engine/fit.hpp"
#include "engine/known_draws.hpp"
#include "engine/selfplay.hpp"
#include "engine/training_data.hpp"
#include "engine/training_set.hpp"
#include "engine/weights.hpp"
#include "engine/whole_file.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/commands/seed_complaint.hpp"
#include "protocol/progress.hpp"
#include "protocol/shard_origin.hpp"
#include "protocol/table_size.hpp"
#include "protocol/version.hpp"

namespace meerslag {
namespace {

namespace fs = std::filesystem;

int fail(std::string_view message) {
    fmt::print(stderr, "meerslag train: {}\n", message);
    return kExitFailure;
}

/// The weights of a file; those that know nothing when no file is named.
Expected<std::shared_ptr<const EvalWeights>, std::string> weights_from(const std::string& path) {
    if (path.empty()) return std::make_shared<const EvalWeights>();
    auto weights = EvalWeights::from_file(path);
    if (!weights) return unexpected(weights.error());
    return std::make_shared<const EvalWeights>(std::move(*weights));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// selfplay

struct SelfPlayArguments {
    SelfPlayOptions play;
    std::string out;
    std::string weights;
    bool hand_made = false;
    int games = 1000;
    int games_a_shard = 250;
    std::uint64_t seed = 1;
    int threads = 1;
    int table_mib = 8;
};

/// A shard that is to be there in the end.
struct PlannedShard {
    fs::path path;
    std::uint64_t seed;
    std::vector<ShardSetting> settings;
};

/// All that decides which games the shards hold, but for the seed.
std::vector<ShardSetting> settings_of(const SelfPlayArguments& arguments,
                                      const EngineOptions& engine) {
    std::string weights = "hand-made evaluation";
    if (!arguments.hand_made && arguments.weights.empty()) weights = "none";
    if (!arguments.hand_made && !arguments.weights.empty()) {
        weights = fmt::format("{:08x}, {}", engine.weights->checksum(),
                              first_line(engine.weights->origin));
    }
    const SelfPlayOptions& play = arguments.play;
    return {{"shard-games", fmt::to_string(arguments.games_a_shard)},
            {"nodes", fmt::to_string(play.nodes)},
            {"random-least", fmt::to_string(play.random_plies_least)},
            {"random-most", fmt::to_string(play.random_plies_most)},
            {"varied", fmt::to_string(play.varied_permille)},
            {"side-positions", fmt::to_string(play.side_positions)},
            {"side-depth", fmt::to_string(play.side_depth)},
            {"side-line", fmt::to_string(play.side_line_plies)},
            {"tt-size", fmt::to_string(arguments.table_mib)},
            {"bitbases", fmt::format("up to {} pieces", engine.bitbases->max_pieces())},
            {"weights", weights}};
}

std::vector<PlannedShard> planned_shards(const SelfPlayArguments& arguments,
                                         const EngineOptions& engine) {
    const int count = (arguments.games + arguments.games_a_shard - 1) / arguments.games_a_shard;
    const std::vector<ShardSetting> settings = settings_of(arguments, engine);
    std::vector<PlannedShard> shards;
    for (int i = 0; i < count; ++i) {
        PlannedShard shard;
        shard.path = fs::path{arguments.out} / fmt::format("seed{}-{:05}.shard", arguments.seed, i);
        // The games of two shards have nothing in common, whatever their seeds
        shard.seed = SplitMix64{arguments.seed * 1000003 + static_cast<std::uint64_t>(i)}.next();
        shard.settings = settings;
        shard.settings.insert(shard.settings.begin(), {"seed", fmt::to_string(shard.seed)});
        shards.push_back(std::move(shard));
    }
    return shards;
}

/// Those of `planned` that have to be played: not there, or damaged. Errors: one is there that was
/// played otherwise, or cannot be read; in words.
Expected<std::vector<PlannedShard>, std::string> shards_to_play(
    const std::vector<PlannedShard>& planned) {
    std::vector<PlannedShard> missing;
    std::vector<std::string> damages;
    for (const PlannedShard& shard : planned) {
        std::error_code error;
        if (!fs::exists(shard.path, error)) {
            missing.push_back(shard);
            continue;
        }
        if (!fs::is_regular_file(shard.path, error) || !std::ifstream{shard.path}) {
            return unexpected(fmt::format("{}: cannot be read", shard.path.string()));
        }
        const auto found = read_shard(shard.path);
        if (!found) {
            damages.push_back(found.error());
            missing.push_back(shard);
            continue;
        }
        const std::string difference = difference_of(found->origin, shard.settings);
        if (!difference.empty()) {
            return unexpected(fmt::format(
                "{}: is there, but was played with {}; take the same options or another folder",
                shard.path.string(), difference));
        }
    }
    for (const std::string& damage : damages) {
        fmt::print(stderr, "meerslag train: {}; it is played anew\n", damage);
    }
    return missing;
}

int run_selfplay(SelfPlayArguments arguments) {
    if (arguments.weights.empty() && !arguments.hand_made) {
        // Nothing is known yet, so nothing is gained by searching
        arguments.play.varied_permille = 1000;
        arguments.play.nodes = 1;
        arguments.play.side_positions = 0;
    }
    EngineOptions engine_options;
    engine_options.table_bytes = static_cast<std::uint64_t>(arguments.table_mib) << 20;
    if (arguments.hand_made) {
        engine_options.weights = nullptr;
    } else {
        const auto weights = weights_from(arguments.weights);
        if (!weights) return fail(weights.error());
        engine_options.weights = *weights;
    }
    std::error_code error;
    fs::create_directories(arguments.out, error);
    if (error) return fail(fmt::format("cannot make the folder {}", arguments.out));

    const auto planned = planned_shards(arguments, engine_options);
    const auto to_play = shards_to_play(planned);
    if (!to_play) return fail(to_play.error());
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> positions{0};
    std::atomic<bool> failed{false};
    std::mutex error_mutex;
    std::string first_error;
    {
        Progress progress{"self-play", "games",
                          to_play->size() * static_cast<std::uint64_t>(arguments.games_a_shard)};
        const auto work = [&] {
            for (std::size_t i = next++; i < to_play->size() && !failed; i = next++) {
                const PlannedShard& planned_shard = (*to_play)[i];
                auto shard = play_shard(engine_options, arguments.play, planned_shard.seed,
                                        arguments.games_a_shard, [&] {
                                            progress.advance(1);
                                            return !failed.load();
                                        });
                if (!shard) return;
                shard->origin = shard_origin(full_version(), planned_shard.settings);
                positions += shard->positions.size();
                const auto written = write_shard(planned_shard.path, *shard);
                if (written) continue;
                const std::scoped_lock lock{error_mutex};
                if (first_error.empty()) first_error = written.error();
                failed = true;
            }
        };
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(arguments.threads));
        for (int i = 0; i < arguments.threads; ++i) threads.emplace_back(work);
    }
    if (failed) return fail(first_error);
    fmt::print("{} shards of {} games in {}, {} of them new with {} positions\n", planned.size(),
               arguments.games_a_shard, arguments.out, to_play->size(), positions.load());
    return kExitSuccess;
}

// fit

struct FitArguments {
    FitOptions fit;
    std::vector<std::string> data;
    std::string out;
    std::string start;
};

std::vector<fs::path> folders_of(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
}

int run_fit(const FitArguments& arguments) {
    const auto start = weights_from(arguments.start);
    if (!start) return fail(start.error());
    if (!can_write_whole_file(arguments.out)) {
        return fail(fmt::format("cannot write {}", arguments.out));
    }
    const auto positions = read_training_set(folders_of(arguments.data));
    if (!positions) return fail(positions.error());
    fmt::print("{} positions\n", positions->size());
    const FitOptions& options = arguments.fit;
    FitReport last;
    auto learned = fit_weights(*positions, **start, options, [&](const FitReport& report) {
        fmt::print("{} epoch {:2}  loss {:.6f}  held out {:.6f}  {:.2f} M positions/s\n",
                   report.part == FitReport::Part::Linear ? "linear " : "network", report.epoch,
                   report.loss, report.held_out_loss, report.positions_per_second / 1e6);
        std::fflush(stdout);
        last = report;
        return true;
    });
    if (!learned) return fail(learned.error());
    EvalWeights& weights = *learned;
    // Names alone: where the folders lay says nothing elsewhere
    std::vector<std::string> names;
    for (const std::string& folder : arguments.data) {
        const fs::path path{folder};
        names.push_back((path.has_filename() ? path : path.parent_path()).filename().string());
    }
    weights.origin = fmt::format(
        "{}; {} positions of {}, {} epochs, step {}, network {} epochs, step {}, decay {}, result "
        "{}, scale {}, side {}, seed {}; held-out loss {:.6f}; start: {}",
        full_version(), positions->size(), fmt::join(names, " "), options.epochs, options.step,
        options.network_epochs, options.network_step, options.network_decay, options.result_share,
        options.score_scale, options.side_weight, options.seed, last.held_out_loss,
        arguments.start.empty() ? "none" : first_line((*start)->origin));
    const auto written = weights.to_file(arguments.out);
    if (!written) return fail(written.error());
    fmt::print("{}\n", arguments.out);
    return kExitSuccess;
}

// eval

struct EvalArguments {
    std::vector<std::string> weights;
    std::string fen;
    std::vector<std::string> data;
};

constexpr std::array kTermNames{"tempo",         "men",           "has king", "kings",
                                "king mobility", "main diagonal", "imbalance"};
static_assert(kTermNames.size() == kTermCount);

/// One position's score, term by term. Unit: men, to the side to move.
void explain(const EvalWeights& weights, const Position& position) {
    const double phase = static_cast<double>(phase_of(position)) / kPhaseMost;
    const auto mixed = [phase](double early, double late) {
        return (early * phase + late * (1 - phase)) / kWeightUnits;
    };
    const Color us = position.side_to_move();
    const MenStates states =
        states_of({position.men(Color::White), position.men(Color::Black)}, us);
    double sum = 0;
    const auto line = [&sum](std::string_view name, double value) {
        fmt::print("  {:<16} {:+8.3f}\n", name, value);
        sum += value;
    };
    for (std::size_t a = 0; a < kAreaCount; ++a) {
        const auto ours = weights.areas[a][states.areas[us][a]];
        const auto theirs = weights.areas[a][states.areas[opposite(us)][a]];
        line(fmt::format("area {} own", a), mixed(ours.early, ours.late));
        line(fmt::format("area {} enemy's", a), -mixed(theirs.early, theirs.late));
    }
    const TermValues values = term_values(position);
    for (std::size_t t = 0; t < kTermCount; ++t) {
        line(kTermNames[t], values[t] * mixed(weights.terms[t].early, weights.terms[t].late));
    }
    line("network",
         static_cast<double>(weights.network.evaluate(position, states.windows)) / kWeightUnits);
    fmt::print("  {:<16} {:+8.3f}\n", "sum", sum);
    const int share = share_of_score(position, sum > 0 ? us : opposite(us));
    if (share < kWholeShare) {
        fmt::print("  {:<16} {:>6}/{}\n", "of that is left", share, kWholeShare);
    }
    fmt::print("  {:<16} {:+8.2f}\n", "score", weights.evaluate(position).value() / 100.0);
}

int run_eval(const EvalArguments& arguments) {
    std::vector<EvalWeights> all;
    for (const std::string& path : arguments.weights) {
        auto weights = EvalWeights::from_file(path);
        if (!weights) return fail(weights.error());
        all.push_back(std::move(*weights));
    }
    if (!arguments.fen.empty()) {
        const auto parsed = parse_fen(arguments.fen);
        if (!parsed) {
            return fail(
                fmt::format("FEN, column {}: {}", parsed.error().column, parsed.error().reason));
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            fmt::print("{}: {}\n", arguments.weights[i], all[i].origin);
            explain(all[i], parsed->position);
        }
    }
    if (!arguments.data.empty()) {
        const auto positions = read_training_set(folders_of(arguments.data));
        if (!positions) return fail(positions.error());
        if (positions->empty()) return fail("there are no positions to measure on");
        for (std::size_t i = 0; i < all.size(); ++i) {
            fmt::print("{}: loss {:.6f} over {} positions\n", arguments.weights[i],
                       loss_of(all[i], *positions, FitOptions{}), positions->size());
        }
    }
    return kExitSuccess;
}

}  // namespace

void add_train_command(CLI::App& app, int& exit_code) {
    CLI::App* const train =
        app.add_subcommand("train", "Make weights: play games, learn from them, look at them");
    train->require_subcommand(1);
    train->footer(
        "Examples:\n"
        "  meerslag train selfplay --out data/0 --games 20000 --threads 2\n"
        "  meerslag train fit --data data/0 --out 1.weights --result 1 --tactical 1\n"
        "  meerslag train selfplay --out data/1 --weights 1.weights --seed 2 --threads 2\n"
        "  meerslag train eval --weights 1.weights --fen W:W31-50:B1-20\n");

    const auto play = std::make_shared<SelfPlayArguments>();
    CLI::App* const selfplay = train->add_subcommand(
        "selfplay", "Play games into shards; those that are there already are not played again");
    selfplay->add_option("--out", play->out, "Folder for the shards")->required();
    selfplay->add_option("--weights", play->weights, "Weights to play with; none: random play");
    selfplay->add_flag("--hand-made", play->hand_made, "Play with the hand-made evaluation");
    selfplay->add_option("--games", play->games, "Games in all, rounded up to whole shards")
        ->check(CLI::Range(1, 100'000'000));
    selfplay->add_option("--shard-games", play->games_a_shard, "Games a shard")
        ->check(CLI::Range(1, 1'000'000));
    selfplay->add_option("--seed", play->seed, "Machines with different seeds play different games")
        ->check(seed_complaint, "");
    selfplay->add_option("--nodes", play->play.nodes, "Nodes a move")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
    selfplay
        ->add_option("--random-least", play->play.random_plies_least, "Random plies at the start")
        ->check(CLI::Range(0, 60));
    selfplay->add_option("--random-most", play->play.random_plies_most, "The same, at most")
        ->check(CLI::Range(0, 60));
    selfplay->add_option("--varied", play->play.varied_permille, "Later moves at random, of 1000")
        ->check(CLI::Range(0, 1000));
    selfplay
        ->add_option("--side-positions", play->play.side_positions,
                     "Positions tried off each one of a game; 0: none")
        ->check(CLI::Range(0, 100));
    selfplay
        ->add_option("--side-depth", play->play.side_depth, "Plies searched from side positions")
        ->check(CLI::Range(1, 20));
    selfplay
        ->add_option("--side-line", play->play.side_line_plies,
                     "Half of them so many plies down a line of the search, at most; 0: none")
        ->check(CLI::Range(0, 60));
    selfplay->add_option("--threads", play->threads, "Games at a time")->check(CLI::Range(1, 1024));
    selfplay->add_option("--tt-size", play->table_mib, "Table of each game, MiB")
        ->check(CLI::Range(1, 4096))
        ->check(table_size_complaint, "");
    selfplay->callback([play, &exit_code] {
        exit_code = play->play.random_plies_most < play->play.random_plies_least
                        ? fail("--random-most is smaller than --random-least")
                        : run_selfplay(*play);
    });

    const auto learn = std::make_shared<FitArguments>();
    CLI::App* const fit = train->add_subcommand("fit", "Learn weights from shards");
    fit->add_option("--data", learn->data, "Folders of shards")->required();
    fit->add_option("--out", learn->out, "File for the weights")->required();
    fit->add_option("--start", learn->start, "Weights to go on from");
    fit->add_option("--epochs", learn->fit.epochs,
                    "Passes over the data for the linear part; 0: it stays as it is")
        ->check(CLI::Range(0, 1000));
    fit->add_option("--step", learn->fit.step, "Adagrad's step for it, in men")
        ->check(RealRange(1e-6, 10.0));
    fit->add_option("--network-epochs", learn->fit.network_epochs,
                    "Passes for the network after that; 0: it stays as it is")
        ->check(CLI::Range(0, 1000));
    fit->add_option("--network-step", learn->fit.network_step, "Adagrad's step for it")
        ->check(RealRange(1e-6, 10.0));
    fit->add_option("--result", learn->fit.result_share, "Share of the result in the target")
        ->check(RealRange(0.0, 1.0));
    fit->add_option("--scale", learn->fit.score_scale, "Score at which 73 % are won, 1/100 man")
        ->check(RealRange(1.0, 10000.0));
    fit->add_option("--tactical", learn->fit.tactical_weight,
                    "Weight of positions whose score is far from what was learned before")
        ->check(RealRange(0.0, 1.0));
    fit->add_option("--side", learn->fit.side_weight, "Weight of side positions")
        ->check(RealRange(0.0, 10.0));
    fit->add_option("--decay", learn->fit.decay, "Pull of the linear part towards 0")
        ->check(RealRange(0.0, 1.0));
    fit->add_option("--network-decay", learn->fit.network_decay,
                    "Pull of the network towards 0, by the number of positions")
        ->check(RealRange(0.0, 1e6));
    fit->add_option("--held-out", learn->fit.held_out, "Measure on one game of so many; 0: none")
        ->check(CLI::Range(0, 1000));
    fit->add_option("--threads", learn->fit.threads, "Threads, up to 4")->check(CLI::Range(1, 4));
    fit->add_option("--seed", learn->fit.seed, "Of the order of positions")
        ->check(seed_complaint, "");
    fit->callback([learn, &exit_code] { exit_code = run_fit(*learn); });

    const auto look = std::make_shared<EvalArguments>();
    CLI::App* const eval =
        train->add_subcommand("eval", "Explain a score term by term, compare weights on data");
    eval->add_option("--weights", look->weights, "Files of weights")->required();
    eval->add_option("--fen", look->fen, "A position to explain");
    eval->add_option("--data", look->data, "Folders of shards to measure the loss on");
    eval->callback([look, &exit_code] {
        if (look->fen.empty() && look->data.empty()) {
            throw CLI::RequiredError{"--fen or --data"};
        }
        exit_code = run_eval(*look);
    });
}

}  // namespace meerslag

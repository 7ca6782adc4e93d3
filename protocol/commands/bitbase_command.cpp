// meerslag bitbase: build, verify, list and ask endgame bitbases.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "engine/bitbase_builder.hpp"
#include "engine/bitbase_check.hpp"
#include "engine/embedded_data.hpp"
#include "protocol/bitbase_folder.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/seed_complaint.hpp"
#include "protocol/platform.hpp"
#include "protocol/progress.hpp"
#include "protocol/table_size.hpp"

namespace meerslag {
namespace {

/// More cannot be named on the command line; a side has at most kMaxPiecesOfSide.
constexpr int kMaxPieces = 6;

int fail(std::string_view message) {
    fmt::print(stderr, "meerslag bitbase: {}\n", message);
    return kExitFailure;
}

void print_problem(const std::string& slice_name, const std::string& reason) {
    fmt::print(stderr, "meerslag bitbase: slice {} is not used: {}\n", slice_name, reason);
}

/// 8 GiB, but on a small machine no more than three quarters of its memory.
std::uint64_t default_memory_mib() {
    constexpr std::uint64_t kMost = 8192;
    return std::min(kMost, usable_memory() >> 20);
}

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// The folder named by --path, else the default one.
Expected<BitbaseFolder, std::string> folder_of(const std::optional<std::string>& path) {
    if (path) return BitbaseFolder{*path};
    if (const auto folder = default_bitbase_folder()) return BitbaseFolder{*folder};
    return unexpected{std::string{"there is no home folder, so --path is needed"}};
}

/// The slices of the folder named by --path; without it those of the default folder, and what is
/// embedded.
Expected<Bitbases, std::string> open_bitbases(const std::optional<std::string>& path,
                                              BitbaseSlice::Check check,
                                              const BitbaseProblem& on_problem) {
    Bitbases bitbases;
    if (!path) {
        const auto added = add_bundle(bitbases, {embedded_bitbase_bundle(), nullptr}, check);
        if (!added) return unexpected{"the embedded bitbases: " + added.error()};
    }
    if (auto folder = folder_of(path)) {
        add_slices(bitbases, *folder, {.most = kMaxPieces}, check, on_problem);
    } else if (path) {
        return unexpected{folder.error()};
    }
    return bitbases;
}

// ---- build ----

struct BuildArguments {
    int pieces = 4;
    std::optional<Material> slice;
    int threads = all_threads();
    std::uint64_t memory_mib = default_memory_mib();
    std::optional<std::string> path;
};

int run_build(const BuildArguments& arguments) {
    auto folder = folder_of(arguments.path);
    if (!folder) return fail(folder.error());
    if (const auto created = folder->create(); !created) return fail(created.error());
    const BuildOptions options{arguments.pieces, arguments.threads, arguments.memory_mib << 20,
                               arguments.slice};
    const std::uint64_t positions = positions_to_build(options);
    std::optional<Bitbases> built;
    {
        Progress progress{"bitbases", "positions", positions};
        BuildEvents events;
        events.on_slice = [&](const Material& material, std::uint64_t) {
            progress.set_task("slice " + material.name());
        };
        events.on_progress = [&](std::uint64_t count) {
            progress.advance(count);
            return true;
        };
        events.on_problem = [&](const std::string& name, const std::string& reason) {
            progress.print_line(fmt::format("slice {} is made again: {}", name, reason));
        };
        auto result = build_bitbases(options, *folder, events);
        if (!result) {
            progress.print_line("meerslag bitbase: " + result.error());
            return kExitFailure;
        }
        built = *std::move(result);
    }
    std::uint64_t bytes = 0;
    for (const BitbaseSlice* slice : built->slices()) bytes += slice->byte_size();
    fmt::print("{} slices, {} positions, {} bytes in {}\n", built->slices().size(), positions,
               bytes, folder->path().string());
    return kExitSuccess;
}

// ---- verify ----

struct VerifyArguments {
    std::optional<std::string> path;
    CheckOptions check;
    bool skip_recount = false;
};

int run_verify(const VerifyArguments& arguments) {
    std::size_t wrong = 0;
    const auto bitbases = open_bitbases(arguments.path, BitbaseSlice::Check::Everything,
                                        [&](const std::string& name, const std::string& reason) {
                                            ++wrong;
                                            fmt::print("{}: {}\n", name, reason);
                                        });
    if (!bitbases) return fail(bitbases.error());
    const auto slices = bitbases->slices();
    if (slices.empty() && wrong == 0) return fail("there is no bitbase");
    CheckOptions check = arguments.check;
    check.recount = !arguments.skip_recount;
    std::uint64_t positions = 0;
    for (const BitbaseSlice* slice : slices) positions += slice->index().size();
    {
        Progress progress{"verify", "positions", positions};
        for (const BitbaseSlice* slice : slices) {
            progress.set_task("verify " + slice->material().name());
            const SliceCheck result = check_slice(*bitbases, *slice, check);
            if (!result.wrong_counts.empty()) {
                ++wrong;
                fmt::print("{}: {}\n", slice->material().name(), result.wrong_counts);
            }
            if (!result.wrong_position.empty()) {
                ++wrong;
                fmt::print("{}: {} differs from what its moves lead to\n", slice->material().name(),
                           result.wrong_position);
            }
            progress.advance(slice->index().size());
        }
    }
    fmt::print("{} slices, {} positions, {} wrong\n", slices.size(), positions, wrong);
    return wrong == 0 ? kExitSuccess : kExitFailure;
}

// ---- info ----

struct InfoArguments {
    std::optional<std::string> path;
    bool json = false;
};

nlohmann::ordered_json json_of(const Material& material, Color side, const BitbaseSlice& slice) {
    const SliceCounts& counts = slice.counts();
    nlohmann::ordered_json object{{"white_men", material.men.white},
                                  {"white_kings", material.kings.white},
                                  {"black_men", material.men.black},
                                  {"black_kings", material.kings.black},
                                  {"side", side == Color::White ? "W" : "B"},
                                  {"positions", counts.positions()},
                                  {"wins", counts.wins},
                                  {"draws", counts.draws},
                                  {"losses", counts.losses},
                                  {"longest_win", nullptr},
                                  {"longest_loss", nullptr},
                                  {"bytes", slice.byte_size()}};
    if (counts.longest_win) object["longest_win"] = *counts.longest_win;
    if (counts.longest_loss) object["longest_loss"] = *counts.longest_loss;
    return object;
}

int run_info(const InfoArguments& arguments) {
    const auto bitbases =
        open_bitbases(arguments.path, BitbaseSlice::Check::HeaderAndIndex, print_problem);
    if (!bitbases) return fail(bitbases.error());
    if (arguments.json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const BitbaseSlice* slice : bitbases->slices()) {
            // One slice is two rows: with White to move, and turned, with Black to move.
            list.push_back(json_of(slice->material(), Color::White, *slice));
            list.push_back(json_of(slice->material().turned(), Color::Black, *slice));
        }
        fmt::print("{}\n", list.dump());
        return kExitSuccess;
    }
    fmt::print("White to move: men and kings of White, then of Black; turned for Black to move\n");
    fmt::print("{:<9} {:>13} {:>13} {:>13} {:>13} {:>4} {:>4} {:>11}\n", "slice", "positions",
               "wins", "draws", "losses", "win", "loss", "bytes");
    std::uint64_t positions = 0;
    std::uint64_t bytes = 0;
    const auto plies = [](const std::optional<int>& longest) {
        return longest ? std::to_string(*longest) : "-";
    };
    for (const BitbaseSlice* slice : bitbases->slices()) {
        const SliceCounts& counts = slice->counts();
        fmt::print("{:<9} {:>13} {:>13} {:>13} {:>13} {:>4} {:>4} {:>11}\n",
                   slice->material().name(), counts.positions(), counts.wins, counts.draws,
                   counts.losses, plies(counts.longest_win), plies(counts.longest_loss),
                   slice->byte_size());
        positions += counts.positions();
        bytes += slice->byte_size();
    }
    fmt::print("{} slices, {} positions, {} bytes\n", bitbases->slices().size(), positions, bytes);
    return kExitSuccess;
}

// ---- probe ----

struct ProbeArguments {
    std::optional<std::string> path;
    std::string fen;
};

/// The value with the plies to the end if they are kept: "win in 7 plies", "draw", "loss".
std::optional<std::string> value_text(const Bitbases& bitbases, const Position& position) {
    if (const auto value = bitbases.probe_distance(position)) {
        if (value->is_draw()) return std::string{to_string(Outcome::Draw)};
        return fmt::format("{} in {} plies", to_string(value->outcome()), value->plies());
    }
    if (const auto outcome = bitbases.probe(position)) return std::string{to_string(*outcome)};
    return std::nullopt;
}

/// The value of a move for the side that makes it.
struct MoveValue {
    Move move;
    std::optional<Outcome> outcome;
    std::optional<EndValue> value;
};

std::string text_of(const MoveValue& item) {
    if (!item.outcome) return "not known";
    if (!item.value || item.value->is_draw()) return std::string{to_string(*item.outcome)};
    return fmt::format("{} in {} plies", to_string(*item.outcome), item.value->plies());
}

bool is_shown_before(const MoveValue& a, const MoveValue& b) {
    if (a.outcome != b.outcome) return b.outcome < a.outcome;  // the best first, nullopt last
    if (a.value && b.value && *a.value != *b.value) return a.value->is_better_than(*b.value);
    return a.move < b.move;
}

int run_probe(const ProbeArguments& arguments) {
    const auto parsed = parse_fen(arguments.fen);
    if (!parsed) {
        return fail(
            fmt::format("FEN, column {}: {}", parsed.error().column, parsed.error().reason));
    }
    const auto bitbases =
        open_bitbases(arguments.path, BitbaseSlice::Check::Everything, print_problem);
    if (!bitbases) return fail(bitbases.error());
    const Position& position = parsed->position;
    const auto value = value_text(*bitbases, position);
    if (!value) return fail("no bitbase knows this position");
    fmt::print("{}\n", *value);
    std::vector<MoveValue> moves;
    for (const Move& move : legal_moves(position)) {
        const Position next = position.play(move);
        MoveValue item{move, bitbases->probe(next), bitbases->probe_distance(next)};
        if (item.outcome) item.outcome = opposite(*item.outcome);
        if (item.value) item.value = item.value->before_move();
        moves.push_back(item);
    }
    std::sort(moves.begin(), moves.end(), is_shown_before);
    for (const MoveValue& item : moves) {
        fmt::print("{} {}\n", format_hub(item.move), text_of(item));
    }
    return kExitSuccess;
}

// ---- pack ----

struct PackArguments {
    std::optional<std::string> path;
    int pieces = 4;
    std::string output;
};

int run_pack(const PackArguments& arguments) {
    auto folder = folder_of(arguments.path);
    if (!folder) return fail(folder.error());
    std::vector<std::uint8_t> bundle;
    for (int pieces = 2; pieces <= arguments.pieces; ++pieces) {
        for (const Material& material : slices_with(pieces)) {
            if (!load_slice(*folder, material, BitbaseSlice::Check::Everything, print_problem)) {
                return fail(fmt::format("slice {} is missing in {}", material.name(),
                                        folder->path().string()));
            }
            const auto image = folder->load(material.name());
            const auto& bytes = (*image)->bytes;
            bundle.insert(bundle.end(), bytes.begin(), bytes.end());
        }
    }
    const auto written = write_file_durably(arguments.output, bundle);
    if (!written) return fail(fmt::format("{}: {}", arguments.output, written.error()));
    fmt::print("{} bytes in {}\n", bundle.size(), arguments.output);
    return kExitSuccess;
}

/// A check for CLI11.
std::string is_slice(const std::string& name) {
    const auto material = parse_material(name);
    if (material && material->pieces() <= kMaxPieces) return {};
    return fmt::format("'{}' is no slice of up to {} pieces; 4 kings against 2 are 0m4k-0m2k", name,
                       kMaxPieces);
}

constexpr const char* kExamples =
    "Examples:\n"
    "  meerslag bitbase build --pieces 5\n"
    "  meerslag bitbase build --slice 0m3k-0m3k --path /data/bitbases\n"
    "  meerslag bitbase verify --path /data/bitbases\n"
    "  meerslag bitbase info --json\n"
    "  meerslag bitbase probe --fen B:W10,47:BK4,K16\n"
    "\n"
    "Slices with 2-4 pieces are part of the program. Those with 5 take 59 MB, and 8 to 9\n"
    "minutes of one processor core to build. Without --path bitbases are built in the user's\n"
    "data folder, where the engine finds them. A build that was stopped goes on where it was, and\n"
    "a damaged file is made again.\n";

/// Adds a subcommand that runs `run` with its arguments.
template <class Arguments>
std::pair<CLI::App*, std::shared_ptr<Arguments>> add(CLI::App& parent, const char* name,
                                                     const char* what, int (*run)(const Arguments&),
                                                     int& exit_code) {
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* const command = parent.add_subcommand(name, what);
    command->callback([arguments, run, &exit_code] { exit_code = run(*arguments); });
    command->add_option("--path", arguments->path,
                        "Folder of the bitbases; default: bitbases in the user's data folder");
    return {command, arguments};
}

}  // namespace

void add_bitbase_command(CLI::App& app, int& exit_code) {
    CLI::App* const bitbase =
        app.add_subcommand("bitbase", "Build, check and ask endgame bitbases");
    bitbase->footer(kExamples);
    bitbase->require_subcommand(1);
    const CLI::Range pieces{2, kMaxPieces};
    const CLI::Range threads{1, 1024};
    {
        const auto [command, arguments] =
            add(*bitbase, "build", "Make the slices that are missing", run_build, exit_code);
        command->add_option("--pieces", arguments->pieces, "Pieces on the board, at most")
            ->check(pieces)
            ->capture_default_str();
        command
            ->add_option_function<std::string>(
                "--slice",
                [given = arguments](const std::string& name) {
                    given->slice = parse_material(name);
                },
                "Instead only this one, such as 0m4k-0m2k (men and kings of each side), and those "
                "that its moves lead to")
            ->check(is_slice)
            ->excludes("--pieces");
        command->add_option("--threads", arguments->threads, "Threads; default: all")
            ->check(threads);
        command
            ->add_option("--memory", arguments->memory_mib,
                         "MiB of memory that solving a slice may take; for 5 pieces 246, for 6 "
                         "pieces 4963")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24))
            ->capture_default_str();
    }
    {
        const auto [command, arguments] =
            add(*bitbase, "verify", "Check files, counts and a sample of positions", run_verify,
                exit_code);
        command->add_option("--threads", arguments->check.threads, "Threads")->check(threads);
        command->add_option("--samples", arguments->check.samples, "Positions of each slice")
            ->capture_default_str();
        command->add_option("--seed", arguments->check.seed, "Of the choice of positions")
            ->capture_default_str()
            ->check(seed_complaint, "");
        command->add_flag("--no-recount", arguments->skip_recount, "Do not count every position");
    }
    {
        const auto [command, arguments] =
            add(*bitbase, "info", "List the slices", run_info, exit_code);
        command->add_flag("--json", arguments->json, "As JSON, one object for each side to move");
    }
    {
        const auto [command, arguments] =
            add(*bitbase, "probe", "Value of a position and of each move", run_probe, exit_code);
        command->add_option("--fen", arguments->fen, "The position")->required();
    }
    {
        const auto [command, arguments] =
            add(*bitbase, "pack", "Put slices into one file, as engine/data has it", run_pack,
                exit_code);
        command->add_option("--pieces", arguments->pieces, "Pieces on the board, at most")
            ->check(pieces)
            ->capture_default_str();
        command->add_option("--output", arguments->output, "File to write")->required();
    }
}

}  // namespace meerslag

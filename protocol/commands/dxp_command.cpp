// meerslag dxp: DamExchange over TCP.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "core/pdn_writer.hpp"
#include "protocol/ballots.hpp"
#include "protocol/commands/bitbase_options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/dxp_link.hpp"
#include "protocol/dxp_match.hpp"
#include "protocol/dxp_pdn.hpp"
#include "protocol/dxp_player.hpp"
#include "protocol/fen_lines.hpp"
#include "protocol/platform.hpp"
#include "protocol/table_size.hpp"
#include "protocol/text_file.hpp"
#include "protocol/version.hpp"

namespace meerslag {
namespace {

struct Options {
    bool listen = false;
    std::string connect;
    std::string bind;
    std::uint16_t port = kDxpPort;
    bool once = false;
    bool initiator = false;
    int games = 0;
    double minutes = 5;
    int moves = 75;
    std::string openings = "start";
    double peer_timeout = 0;
    std::string pdn;
    bool no_pdn = false;
    std::string name = fmt::format("{} {}", kProgramName, program_version());
    bool ponder = false;
    int move_overhead = 50;
    int threads = 1;
    int table_mib = 256;
    BitbaseArguments bitbases;
    bool verbose = false;
};

void print_line(std::FILE* file, std::string_view text) {
    fmt::print(file, "{}\n", text);
    std::fflush(file);
}

Expected<std::vector<Position>, std::string> read_openings(const std::string& name) {
    if (name == "start") return std::vector{Position::start()};
    if (name == "ballots") return ballot_positions();
    const auto text = read_text_file(name);
    if (!text) return unexpected{text.error()};
    const auto positions = parse_fen_lines(*text);
    if (!positions) {
        return unexpected{fmt::format("{}: {} (column {})", name, positions.error().reason,
                                      positions.error().column)};
    }
    if (positions->empty()) return unexpected{fmt::format("{}: no position in it", name)};
    return *positions;
}

std::string description(const DxpGameRecord& game) {
    const std::size_t plies = game.game.moves().size();
    return fmt::format("{} - {}  {}  {}, {} moves", game.names.white, game.names.black,
                       points_text(game.result), to_string(game.ending), (plies + 1) / 2);
}

std::string today() { return fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr))); }

/// Where games are saved unless the user says where; nullopt when there is no such place.
std::optional<std::filesystem::path> default_pdn_path() {
    const auto folder = user_data_folder();
    if (!folder) return std::nullopt;
    std::error_code error;
    std::filesystem::create_directories(*folder, error);
    return error ? std::nullopt : std::optional{*folder / "dxp-games.pdn"};
}

/// A PDN file to which games are added. Each is on the disk when it has been added.
class GameFile {
public:
    explicit GameFile(std::filesystem::path path)
        : path_(std::move(path)), file_(path_, std::ios::binary | std::ios::app) {}

    [[nodiscard]] bool is_good() const { return file_.good(); }
    [[nodiscard]] std::string name() const { return path_.string(); }
    void add(const PdnGame& game) { file_ << format_pdn_game(game) << std::flush; }

private:
    std::filesystem::path path_;
    std::ofstream file_;
};

/// The file named by the user, or the usual one; none when the user wants none, or when the usual
/// one cannot be had.
Expected<std::unique_ptr<GameFile>, std::string> open_game_file(const Options& options) {
    if (options.no_pdn) return nullptr;
    const bool is_named = !options.pdn.empty();
    const auto path = is_named ? std::filesystem::path{options.pdn} : default_pdn_path();
    auto file = path ? std::make_unique<GameFile>(*path) : nullptr;
    if (file && file->is_good()) return file;
    if (is_named) return unexpected{fmt::format("cannot write to {}", options.pdn)};
    print_line(stderr, "the games are not saved: no place for them, see --pdn");
    return nullptr;
}

DxpObserver observer(const Options& options, GameFile* file) {
    DxpObserver observer;
    observer.game_over = [file, number = 0](const DxpGameRecord& game) mutable {
        print_line(stdout, fmt::format("game {}: {}", ++number, description(game)));
        if (file == nullptr) return;
        file->add(to_pdn_game(game, {today(), number}));
        if (!file->is_good()) print_line(stderr, fmt::format("cannot write to {}", file->name()));
    };
    observer.note = [](std::string_view text) { print_line(stderr, text); };
    if (options.verbose) {
        observer.message = [](DxpObserver::Way way, std::string_view message) {
            print_line(stderr, fmt::format("{} {}", way == DxpObserver::Way::In ? "<" : ">",
                                           printable_ascii(message)));
        };
    }
    return observer;
}

DxpSettings settings(const Options& options) {
    DxpSettings settings;
    settings.name = options.name;
    settings.role = options.initiator ? DxpRole::Initiator : DxpRole::Follower;
    if (options.games > 0) settings.games = options.games;
    settings.pondering = options.ponder ? DxpPondering::On : DxpPondering::Off;
    if (options.peer_timeout > 0) {
        settings.peer_timeout =
            std::chrono::milliseconds{std::llround(1000 * options.peer_timeout)};
    }
    return settings;
}

EngineOptions engine_options(const Options& options) {
    EngineOptions engine;
    engine.table_bytes = static_cast<std::uint64_t>(options.table_mib) << 20;
    engine.threads = options.threads;
    engine.move_overhead = std::chrono::milliseconds{options.move_overhead};
    const std::string problem = open_bitbases(options.bitbases, engine);
    if (!problem.empty()) print_line(stderr, problem);
    return engine;
}

DxpLinkOptions link_options(const Options& options) {
    DxpLinkOptions link;
    if (!options.connect.empty()) link.connect_to = options.connect;
    if (!options.bind.empty()) link.bind_to = options.bind;
    link.port = options.port;
    link.connections =
        options.once ? DxpLinkOptions::Connections::One : DxpLinkOptions::Connections::Many;
    link.signals = DxpLinkOptions::Signals::Handle;
    return link;
}

int fail(std::string_view reason) {
    fmt::print(stderr, "meerslag dxp: {}\n", reason);
    return kExitFailure;
}

int run(const Options& options) {
    // Step 1. What is to be played
    std::optional<DxpMatch> match;
    if (options.initiator) {
        auto openings = read_openings(options.openings);
        if (!openings) return fail(openings.error());
        DxpMatchPlan plan;
        plan.openings = std::move(*openings);
        plan.games = std::max(options.games, 1);
        plan.time = std::chrono::milliseconds{std::llround(60'000 * options.minutes)};
        plan.moves = options.moves;
        match.emplace(std::move(plan));
    }
    // Step 2. With whom
    DxpLink link{link_options(options)};
    if (const auto opened = link.open(); !opened) return fail(opened.error());
    for (const std::string& address : link.addresses()) {
        print_line(stdout,
                   fmt::format("{} {}", options.connect.empty() ? "listening on" : "connected to",
                               address));
    }
    // Step 3. Play
    const auto file = open_game_file(options);
    if (!file) return fail(file.error());
    if (*file) print_line(stdout, fmt::format("games are saved in {}", (*file)->name()));
    DxpPlayer player{settings(options), engine_options(options), match ? &*match : nullptr,
                     observer(options, file->get())};
    link.run(player);
    if (!match) return kExitSuccess;
    fmt::print("\n{}", match->table());
    return match->is_complete() ? kExitSuccess : kExitFailure;
}

}  // namespace

void add_dxp_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("dxp", "Play over DamExchange (DXP) by TCP");
    command->footer(
        "Without --connect it listens, and without --initiator the other side proposes the games.\n"
        "Examples:\n"
        "  meerslag dxp --listen                     wait for a program or a person on this "
        "machine\n"
        "  meerslag dxp --connect localhost --initiator --games 158 --openings ballots\n"
        "      --minutes 1 --moves 75                the customary match of 79 openings, twice "
        "each\n"
        "Exit code: 0, or 1 when the port or the other side cannot be had, and after a match that\n"
        "was not played to its end.");
    const auto options = std::make_shared<Options>();
    auto* const listen = command->add_flag("--listen", options->listen,
                                           "Wait for the other side to connect (the default)");
    auto* const connect = command->add_option("--connect", options->connect,
                                              "Connect to this host, by name or address");
    connect->excludes(listen);
    command->add_option("--port", options->port, "TCP port; 0, to listen: any that is free")
        ->capture_default_str();
    command
        ->add_option("--bind", options->bind,
                     "Listen on this address, 0.0.0.0 or :: for everybody; else this machine only")
        ->excludes(connect);
    command->add_flag("--once", options->once, "Leave after one connection");
    auto* const initiator =
        command->add_flag("--initiator", options->initiator, "Propose the games");
    command
        ->add_option("--games", options->games,
                     "Games to propose, 1 if not given; else games to accept, if not given all")
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--minutes", options->minutes, "Time of each player for a game")
        ->capture_default_str()
        ->needs(initiator)
        ->check(RealRange(0.01, 999.0));
    command
        ->add_option("--moves", options->moves, "Moves of each player, then it ends; 0: no limit")
        ->capture_default_str()
        ->needs(initiator)
        ->check(CLI::Range(0, 999));
    command
        ->add_option(
            "--openings", options->openings,
            "start, ballots, or a file with a FEN a line; each is played with both colours")
        ->capture_default_str()
        ->needs(initiator);
    command
        ->add_option("--peer-timeout", options->peer_timeout,
                     "Seconds of silence after which the other side counts as gone; else never")
        ->check(RealRange(0.001, 1e6));
    auto* const pdn = command->add_option(
        "--pdn", options->pdn,
        "File to add the games to, broken ones too; else dxp-games.pdn in the user's data folder");
    command->add_flag("--no-pdn", options->no_pdn, "Save no games")->excludes(pdn);
    command->add_option("--name", options->name, "Name to play under")->capture_default_str();
    command
        ->add_option("--move-overhead", options->move_overhead,
                     "Milliseconds a move is under way; more over a slow link")
        ->capture_default_str()
        ->check(CLI::Range(0, 60'000));
    command->add_flag("--ponder", options->ponder, "Think in the other side's time too");
    command->add_option("--threads", options->threads, "Threads to search with")
        ->capture_default_str()
        ->check(CLI::Range(1, kMostThreads));
    command->add_option("--tt-size", options->table_mib, "Size of the table, in MiB")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20))
        ->check(table_size_complaint, "");
    add_bitbase_options(*command, options->bitbases);
    command->add_flag("--verbose", options->verbose, "Show every message on stderr");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace meerslag

// meerslag-match: lets engines play each other and says what the games are worth.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "bench/match.hpp"
#include "bench/match_file.hpp"
#include "bench/match_options.hpp"
#include "bench/match_pdn.hpp"
#include "bench/report.hpp"
#include "engine/whole_file.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/commands/real_range.hpp"
#include "protocol/commands/seed_complaint.hpp"
#include "protocol/program.hpp"
#include "protocol/progress.hpp"
#include "protocol/text_file.hpp"
#include "protocol/version.hpp"

namespace meerslag {
namespace {

/// The JSON file is written so often, so that a lost machine costs no more than that.
constexpr std::chrono::seconds kSaveInterval{10};

/// The command line as it is written.
struct CommandLine {
    std::vector<std::vector<std::string>> engines;
    std::size_t games = 100;
    ControlTexts control;
    OpeningSource openings;
    int concurrency = 1;
    bool gauntlet = false;
    bool ponder = false;
    bool pin = false;
    double margin = 0.05;
    double patience = 60;
    int move_limit = 0;
    std::vector<std::string> sprt;
    std::vector<std::string> adjudicate_win;
    std::vector<std::string> adjudicate_draw;
    std::string adjudicate_bitbases;
    std::string pdn;
    std::string json;
    std::string resume;
};

Expected<MatchSettings, TextError> settings_of(const CommandLine& line, const CLI::App& app) {
    MatchSettings settings;
    for (const auto& words : line.engines) {
        auto engine = parse_engine(words);
        if (!engine) return unexpected(engine.error());
        settings.engines.push_back(std::move(*engine));
    }
    if (settings.engines.size() < 2) return unexpected(TextError{"two engines at least"});
    for (auto engine = settings.engines.begin(); engine != settings.engines.end(); ++engine) {
        const auto has_its_name = [engine](const EngineSettings& other) {
            return other.name == engine->name;
        };
        if (std::any_of(settings.engines.begin(), engine, has_its_name)) {
            return unexpected(TextError{fmt::format(
                "two engines are called '{}': tell them apart by name=", engine->name)});
        }
    }
    const auto control = parse_time_control(line.control);
    if (!control) return unexpected(control.error());
    settings.control = *control;
    for (std::size_t engine = 0; engine < settings.engines.size(); ++engine) {
        if (const auto reason = obstacle(settings.engines[engine], settings.control_of(engine))) {
            return unexpected(TextError{*reason});
        }
    }
    if (app.count("--sprt") > 0) {
        const auto sprt = parse_sprt(line.sprt);
        if (!sprt) return unexpected(sprt.error());
        if (settings.engines.size() > 2) return unexpected(TextError{"SPRT is for two engines"});
        settings.sprt = *sprt;
    }
    // Defaults: a lead of four men for 4 moves; level for 10 moves after move 40.
    const auto agreement = [&app](const std::string& option, Words words, ScoreAgreement defaults,
                                  std::optional<ScoreAgreement>& place) {
        if (app.count(option) == 0) return Expected<void, TextError>{};
        return parse_agreement(words, defaults).map([&place](const ScoreAgreement& read) {
            place = read;
        });
    };
    if (const auto read = agreement("--adjudicate-win", line.adjudicate_win, {400, 4, 0},
                                    settings.adjudication.win);
        !read) {
        return unexpected(read.error());
    }
    if (const auto read = agreement("--adjudicate-draw", line.adjudicate_draw, {5, 10, 40},
                                    settings.adjudication.draw);
        !read) {
        return unexpected(read.error());
    }
    if (app.count("--adjudicate-bitbases") > 0) {
        auto endings = load_endings(line.adjudicate_bitbases);
        if (!endings) return unexpected(endings.error());
        settings.adjudication.endings = std::move(*endings);
    }
    settings.form = line.gauntlet ? MatchForm::Gauntlet : MatchForm::RoundRobin;
    settings.pairs = (line.games + 1) / 2;
    settings.ponder = line.ponder ? Ponder::On : Ponder::Off;
    settings.margin = std::chrono::milliseconds{std::llround(line.margin * 1000)};
    settings.patience = std::chrono::milliseconds{std::llround(line.patience * 1000)};
    settings.move_limit = line.move_limit;
    settings.seats = line.concurrency;
    if (line.pin) {
        const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        for (int seat = 0; seat < settings.seats; ++seat) {
            settings.processors.push_back(seat % processors);
        }
    }
    return settings;
}

/// Requests a stop on the first Ctrl-C (or SIGTERM). Engines have a moment to leave, then the
/// report comes; a second Ctrl-C must not lose it, so only the third ends the program at once.
class InterruptWatch {
public:
    InterruptWatch() : signals_(context_, SIGINT, SIGTERM) {
        wait(1);
        thread_ = std::thread{[this] { context_.run(); }};
    }
    ~InterruptWatch() {
        context_.stop();
        thread_.join();
    }
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

private:
    void wait(int turn) {
        signals_.async_wait([this, turn](const std::error_code& error, int) {
            if (error) return;
            if (turn == 1) stop_.request_stop();
            if (turn == 2) {
                fmt::print(
                    stderr,
                    "\nmeerslag-match: the report comes in a moment; once more ends at once, "
                    "without it\n");
            }
            if (turn == 3) std::_Exit(130);
            wait(turn + 1);
        });
    }

    asio::io_context context_;
    asio::signal_set signals_;
    std::stop_source stop_;
    std::thread thread_;
};

/// Where a match goes that is interrupted without --json, or whose file cannot be written any more:
/// a file that is not there yet, since it might be another such match.
std::string free_resume_file() {
    std::string name = "meerslag-match.json";
    std::error_code error;
    for (int number = 2; std::filesystem::exists(name, error); ++number) {
        name = fmt::format("meerslag-match-{}.json", number);
    }
    return name;
}

bool holds_something(const std::string& name) {
    std::error_code error;
    const auto size = std::filesystem::file_size(name, error);
    return !error && size > 0;
}

int fail(const std::string& reason) {
    fmt::print(stderr, "meerslag-match: {}\n", reason);
    return kExitFailure;
}

/// Takes up the games of an earlier run. Returns: its file of games, as it was then.
Expected<std::optional<PdnState>, TextError> load_games(const std::string& name,
                                                        const MatchSettings& settings,
                                                        const OpeningSource& source,
                                                        MatchResult& result) {
    const auto text = read_text_file(name);
    if (!text) return unexpected(TextError{text.error()});
    const auto match = parse_match_file(*text, settings, source);
    if (!match) return unexpected(TextError{fmt::format("{}: {}", name, match.error().reason)});
    for (const GameRecord& record : match->games) result.add(record);
    return match->pdn;
}

/// A run that was killed has written games that it had not saved yet. They will be played again, so
/// they are cut off. Who has added other games since then is only told.
void cut_unsaved_games(const PdnState& saved, const MatchSettings& settings,
                       const MatchResult& result) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(saved.file, error);
    if (error || bytes <= saved.bytes) return;
    std::ifstream file{saved.file, std::ios::binary};
    file.seekg(static_cast<std::streamoff>(saved.bytes));
    const std::string rest{std::istreambuf_iterator<char>{file}, {}};
    const auto count = count_unsaved_games(rest, settings, result);
    if (count) std::filesystem::resize_file(saved.file, saved.bytes, error);
    if (count && !error) {
        fmt::print(stderr, "meerslag-match: {} {} of {} will be played again: cut off there\n",
                   *count, *count == 1 ? "game" : "games", saved.file);
    } else {
        fmt::print(stderr, "meerslag-match: some games may come to stand in {} twice\n",
                   saved.file);
    }
}

/// Of the file of games as it is now; none without one, or for a pipe or a device.
std::optional<PdnState> pdn_state(const std::string& file) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    return file.empty() || error ? std::nullopt : std::optional{PdnState{file, bytes}};
}

int run(const CommandLine& line, const CLI::App& app) {
    // Step 1. What is to be played
    const auto settings = settings_of(line, app);
    if (!settings) return fail(settings.error().reason);
    const OpeningSource& source = line.openings;
    auto opening_settings = load_openings(source);
    if (!opening_settings) return fail(opening_settings.error().reason);
    Openings openings{std::move(*opening_settings)};
    if (const auto count = openings.count(); count && *count < settings->pairs) {
        return fail(fmt::format(
            "{} games between two engines need {} openings and there are {}, none of which is "
            "played twice; add --openings random:8 for more",
            2 * settings->pairs, settings->pairs, *count));
    }
    std::string json_file = line.json.empty() ? line.resume : line.json;
    if (!json_file.empty() && are_one_file(line.pdn, json_file)) {
        return fail(fmt::format("the games and the match cannot both be in {}", json_file));
    }
    MatchResult result{settings->engines.size()};
    if (!line.resume.empty()) {
        const auto pdn = load_games(line.resume, *settings, source, result);
        if (!pdn) return fail(pdn.error().reason);
        if (*pdn && (*pdn)->file == line.pdn) cut_unsaved_games(**pdn, *settings, result);
    }
    std::ofstream pdn;
    if (!line.pdn.empty()) {
        pdn.open(line.pdn, std::ios::binary | std::ios::app);
        if (!pdn) return fail(fmt::format("cannot write {}", line.pdn));
    }
    const auto save_to = [&](const std::string& name) {
        return write_whole_file(name, [&](std::ostream& file) {
            file << format_match_file(*settings, source, result, pdn_state(line.pdn));
        });
    };
    if (json_file != line.resume && holds_something(json_file)) {
        return fail(fmt::format(
            "{0} exists already: go on with its match by --resume {0}, or name another file",
            json_file));
    }
    // Better known now than after hours of games
    if (!json_file.empty() && !save_to(json_file)) {
        return fail(fmt::format("cannot write {}", json_file));
    }
    if (line.games % 2 != 0) {
        fmt::print(stderr, "meerslag-match: games come in pairs: {} instead of {}\n",
                   2 * settings->pairs, line.games);
    }

    // Step 2. Play
    const std::size_t games = match_slots(*settings).size();
    MatchOutcome outcome{MatchEnd::AllPlayed, ""};
    {
        const InterruptWatch watch;
        Progress progress{"match", "games", games, result.records().size()};
        auto saved = std::chrono::steady_clock::now();
        bool is_pdn_whole = true;
        bool is_saved = true;
        /// Tells once, the moment it happens; what is told at the end may be too late to help.
        const auto check = [&progress](bool works, bool& worked, const std::string& name) {
            if (worked && !works) {
                progress.print_line(fmt::format("meerslag-match: cannot write {} any more", name));
            }
            worked = works;
        };
        const auto on_game = [&](const GameRecord& record, const PlayedGame& game) {
            if (pdn.is_open()) {
                pdn << format_match_game(*settings, record, game) << std::flush;
                check(pdn.good(), is_pdn_whole, line.pdn);
            }
            progress.set_task(format_standing(*settings, result));
            progress.advance(1);
            if (record.fault) {
                progress.print_line(fmt::format("{}: {} ({})",
                                                settings->engines[record.fault->engine].name,
                                                record.fault->kind, record.fault->detail));
            }
            const auto now = std::chrono::steady_clock::now();
            if (json_file.empty() || now - saved < kSaveInterval) return;
            saved = now;
            check(save_to(json_file), is_saved, json_file);
        };
        outcome = run_match(*settings, openings, result, on_game, watch.token());
    }

    // Step 3. Tell
    // The files first: what is printed may have no reader any more.
    int exit_code = kExitSuccess;
    if (pdn.is_open() && !pdn) {
        exit_code = fail(fmt::format("games are missing in {}: it could not be written", line.pdn));
    }
    if (outcome.end == MatchEnd::Interrupted && json_file.empty()) {
        json_file = free_resume_file();
    }
    if (!json_file.empty() && !save_to(json_file)) {
        exit_code = fail(fmt::format("cannot write {}", json_file));
        json_file = free_resume_file();
        (void)fail(save_to(json_file) ? fmt::format("the match is in {} instead", json_file)
                                      : fmt::format("cannot write {} either", json_file));
    }
    fmt::print("{}", format_report(*settings, result, outcome));
    switch (outcome.end) {
        case MatchEnd::AllPlayed:
        case MatchEnd::SprtDecided: return exit_code;
        case MatchEnd::Interrupted:
            fmt::print("\nTo go on: the same command with --resume {}\n", json_file);
            return kExitFailure;
        case MatchEnd::EngineMissing: return kExitFailure;
        case MatchEnd::NoMoreOpenings: return fail("no more openings: see the report");
    }
    std::abort();
}

int run_command_line(int argc, char** argv) {
    CommandLine line;
    CLI::App app{
        "Lets engines for draughts play each other, in pairs of games with colours swapped",
        "meerslag-match"};
    app.allow_windows_style_options(false);  // a path may begin with a slash
    app.footer(
        "Example:\n"
        "  meerslag-match --engine name=new cmd=\"meerslag hub\" param.threads=1 \\\n"
        "                 --engine name=old cmd=\"./meerslag-old hub\" \\\n"
        "                 --games 2000 --nodes 20000 --concurrency 2 --sprt elo0=0 elo1=10\n"
        "Words of an engine: name= cmd= dir= proto=hub|hub1|dxp param.NAME= stdin= port=, and "
        "limits\n"
        "of its own: tc= move-time= nodes= depth=");
    app.set_version_flag("--version", version_text());
    app.add_option("--engine", line.engines, "An engine, in words key=value; twice or more")
        ->required();
    app.add_option("--games", line.games, "Games between each two engines, in pairs")
        ->capture_default_str()
        ->check(CLI::Range(1, 10'000'000));
    app.add_option("--tc", line.control.clock,
                   "Clock: [moves/]time[+increment], as 5+0.05 or 40/5:00");
    app.add_option("--move-time", line.control.move_time, "Seconds a move")
        ->check(RealRange(0.001, 1e6));
    app.add_option("--nodes", line.control.nodes, "Nodes a move")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000'000}));
    app.add_option("--depth", line.control.depth, "Plies a move")->check(CLI::Range(1, 99));
    app.add_option(
        "--openings", line.openings.words,
        "ballots, random, random:PLIES, or a file of FENs or PDN games; several are added up. "
        "Default: the ballots, then random:8");
    app.add_option("--opening-plies", line.openings.plies,
                   "Moves of a PDN game that are its opening; 0: all")
        ->capture_default_str()
        ->check(CLI::Range(0, 1000));
    app.add_option("--seed", line.openings.seed, "Seed of the openings' order")
        ->capture_default_str()
        ->check(seed_complaint, "");
    app.add_option("--concurrency", line.concurrency, "Games at a time")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    app.add_flag("--gauntlet", line.gauntlet, "The first engine against all others");
    app.add_flag("--ponder", line.ponder, "Engines think in their opponent's time");
    app.add_flag("--pin", line.pin, "Each game on a processor of its own");
    app.add_option("--margin", line.margin, "Seconds a move may come too late")
        ->capture_default_str()
        ->check(RealRange(0.0, 1000.0));
    app.add_option(
           "--patience", line.patience,
           "Seconds to wait for a move without a limit on time, and for an engine to get ready")
        ->capture_default_str()
        ->check(RealRange(0.1, 1e6));
    app.add_option("--move-limit", line.move_limit,
                   "Moves of each side after which a game is a draw; default: none")
        ->check(CLI::Range(1, 100'000));
    app.add_option("--sprt", line.sprt,
                   "Stop when decided: elo0=0 elo1=3 alpha=0.05 beta=0.05, in normalised Elo")
        ->expected(0, 4);
    app.add_option("--adjudicate-win", line.adjudicate_win,
                   "End a game both engines see won: score=4 moves=4 after=0")
        ->expected(0, 3);
    app.add_option("--adjudicate-draw", line.adjudicate_draw,
                   "End a game both engines see level: score=0.05 moves=10 after=40")
        ->expected(0, 3);
    app.add_option("--adjudicate-bitbases", line.adjudicate_bitbases,
                   "End a game when bitbases are sure of its result, counted moves included: those "
                   "of the program (2-4 pieces), or of this folder")
        ->expected(0, 1);
    app.add_option("--pdn", line.pdn, "Append the games to this file");
    app.add_option("--json", line.json, "Write figures and games to this file");
    app.add_option("--resume", line.resume, "Go on with the match of this file");
    CLI11_PARSE(app, argc, argv);
    return run(line, app);
}

}  // namespace
}  // namespace meerslag

int main(int argc, char** argv) {
    return meerslag::run_program("meerslag-match", meerslag::run_command_line, argc, argv);
}

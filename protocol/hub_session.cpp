// HubSession: what each command does, and the search beside it.
#include "protocol/hub_session.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <utility>

#include "core/fen.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/position_string.hpp"
#include "engine/strength.hpp"
#include "engine/tuned_numbers.hpp"
#include "engine/weights.hpp"
#include "protocol/line_io.hpp"
#include "protocol/platform.hpp"
#include "protocol/table_size.hpp"
#include "protocol/user_bitbases.hpp"
#include "protocol/version.hpp"

namespace meerslag {

using std::chrono::milliseconds;

namespace {

// ----- parameters --------------------------------------------------------------------------------

// Names are fixed by habit: clients set them blindly.
constexpr const char* kVariant = "variant";
constexpr const char* kPonder = "ponder";
constexpr const char* kMultiPv = "multi-pv";
constexpr const char* kThreads = "threads";
constexpr const char* kTableSize = "tt-size";
constexpr const char* kMoveOverhead = "move-overhead";
constexpr const char* kStrength = "strength";
constexpr const char* kBitbaseSize = "bb-size";
constexpr const char* kBitbasePath = "bitbase-path";
constexpr const char* kEvalFile = "eval-file";
#ifdef MEERSLAG_TUNE
constexpr bool kIsTuningBuild = true;  // the numbers of the search are parameters too
#else
constexpr bool kIsTuningBuild = false;
#endif
/// The value of eval-file that names no file, but the evaluation without weights.
constexpr const char* kHandMade = "hand-made";

Options default_options() {
    Options options;
    options.add({kVariant, EnumOption{"normal", {"normal"}}});
    // Nothing depends on it: a client that does not find it never ponders.
    options.add({kPonder, BoolOption{false}});
    options.add({kThreads, IntOption{1, 1, kMostThreads}});
    options.add({kTableSize, IntOption{24, 16, 30}});  // log2 of the number of entries
    options.add({kMultiPv, IntOption{1, 1, 20}});
    options.add({kMoveOverhead, IntOption{10, 0, 10'000}});      // ms
    options.add({kStrength, IntOption{0, 0, kStrongestLevel}});  // 0: all it can
    // The most pieces to ask about, as far as there are bitbases
    options.add({kBitbaseSize, IntOption{kMostBitbasePieces, 0, kMostBitbasePieces}});
    options.add({kBitbasePath, TextOption{""}});  // empty: the default folder
    options.add({kEvalFile, TextOption{""}});     // empty: the engine's own
    if (kIsTuningBuild) {
        for (const TunedNumber& number : kTunedNumbers) {
            const int value = SearchParams{}.*number.member;
            options.add({std::string{number.name}, IntOption{value, number.min, number.max}});
        }
    }
    return options;
}

std::uint64_t table_bytes(const Options& options) {
    constexpr std::uint64_t kBytesPerEntry = 16;  // as every engine with this parameter counts
    return kBytesPerEntry << options.integer(kTableSize);
}

EngineOptions engine_options(const Options& options, std::uint64_t seed) {
    EngineOptions result;
    result.table_bytes = table_bytes(options);
    result.threads = options.integer(kThreads);
    result.lines = options.integer(kMultiPv);
    result.bitbase_pieces = options.integer(kBitbaseSize);
    result.strength = options.integer(kStrength);
    result.seed = seed;
    result.move_overhead = milliseconds{options.integer(kMoveOverhead)};
    if (kIsTuningBuild) {
        for (const TunedNumber& number : kTunedNumbers)
            result.search.*number.member = options.integer(number.name);
    }
    return result;
}

struct Declaration {
    const Option& option;

    HubParam operator()(const BoolOption&) const { return make("bool"); }
    HubParam operator()(const IntOption& content) const {
        HubParam param = make("int");
        param.min = fmt::format("{}", content.min);
        param.max = fmt::format("{}", content.max);
        return param;
    }
    HubParam operator()(const EnumOption& content) const {
        HubParam param = make("enum");
        param.values = content.values;
        return param;
    }
    HubParam operator()(const TextOption&) const { return make("string"); }

private:
    [[nodiscard]] HubParam make(std::string type) const {
        return {option.name, option.value_text(), std::move(type), "", "", {}};
    }
};

/// No game takes memory without end. Far beyond what the rules of a draw leave. Unit: plies.
constexpr std::size_t kLongestGame = 20'000;

// ----- positions and limits ----------------------------------------------------------------------

/// Hub's 51 characters, or a FEN, which some clients send in their place.
std::optional<Position> read_position(const std::string& text) {
    if (text.find(':') == std::string::npos) {
        const auto position = parse_hub_position(text);
        return position ? std::optional{*position} : std::nullopt;
    }
    const auto fen = parse_fen(text);
    return fen ? std::optional{fen->position} : std::nullopt;
}

/// The move a text names, or the answer to it. A number that is no square makes it unreadable.
Expected<Move, HubError> read_move(std::string_view text, const Position& position) {
    const std::optional<MoveText> words = parse_move_text(text);
    const auto is_square = [](int number) { return Square::try_from_number(number).has_value(); };
    if (!words ||
        !std::all_of(words->numbers.begin(), words->numbers.begin() + words->count, is_square))
        return unexpected{HubError{"bad move"}};
    const Expected<Move, NotationError> move = resolve_move(*words, position);
    if (!move) return unexpected{HubError{"illegal move"}};
    return *move;
}

SearchLimits search_limits(const HubLevel& level) {
    SearchLimits limits;
    limits.depth = level.depth;
    limits.nodes = level.nodes;
    limits.move_time = level.move_time;
    if (level.time || level.increment || level.moves) {
        constexpr milliseconds kTimeIfMissing{30'000};
        limits.clock = Clock{level.time.value_or(kTimeIfMissing),
                             level.increment.value_or(milliseconds{0}), level.moves.value_or(0)};
    }
    return limits;
}

SearchMode search_mode(HubGoMode mode) {
    switch (mode) {
        case HubGoMode::Think: return SearchMode::Think;
        case HubGoMode::Ponder: return SearchMode::Ponder;
        case HubGoMode::Analyze: return SearchMode::Analyze;
    }
    std::abort();
}

// ----- answers -----------------------------------------------------------------------------------

/// The moves in Hub notation, up to the first that cannot be played: a client stops showing there.
std::vector<std::string> line_text(Position position, const std::vector<Move>& line) {
    std::vector<std::string> texts;
    for (const Move& move : line) {
        if (!legal_moves(position).contains(move)) break;
        texts.push_back(format_hub(move));
        position = position.play(move);
    }
    return texts;
}

HubInfo info_message(const Position& root, const SearchInfo& info) {
    const auto time = std::chrono::duration_cast<milliseconds>(info.time);
    HubInfo message;
    message.depth = info.depth;
    message.mean_depth = info.mean_depth > 0 ? info.mean_depth : info.depth;
    message.score = info.score.value();
    message.nodes = info.nodes;
    message.time = time;
    message.mega_nps = time > milliseconds{0} ? static_cast<double>(info.nodes) /
                                                    static_cast<double>(info.time.count())
                                              : 0;
    message.pv = line_text(root, info.pv);
    message.selective_depth = info.selective_depth;
    message.table_permille = info.table_permille;
    return message;
}

HubDone done_message(const Position& root, const SearchResult& result) {
    HubDone message;
    if (!result.best) return message;
    message.move = format_hub(*result.best);
    if (result.ponder && legal_moves(root.play(*result.best)).contains(*result.ponder))
        message.ponder = format_hub(*result.ponder);
    return message;
}

/// Whether the search goes on while this command is dealt with.
bool may_come_meanwhile(const HubCommand& command) {
    return std::holds_alternative<HubNothing>(command) ||
           std::holds_alternative<HubPonderHit>(command) ||
           std::holds_alternative<HubStop>(command) || std::holds_alternative<HubPing>(command);
}

}  // namespace

HubSession::HubSession(Output output, HubVersion version, TableMemory table_memory)
    : output_(std::move(output)),
      version_(version),
      table_memory_(table_memory),
      options_(default_options()),
      seed_(random_seed()) {}

HubSession::~HubSession() { disconnect(); }

HubSession::State HubSession::receive(std::string_view line) {
    if (line.size() > kLongestLine) {
        finish_search();
        write(HubError{"line too long"});
        return State::Open;
    }
    const Expected<HubCommand, HubError> command = read(line);
    if (!command || !may_come_meanwhile(*command)) finish_search();
    if (!command) {
        write(command.error());
        return State::Open;
    }
    return std::visit([this](const auto& content) { return on(content); }, *command);
}

void HubSession::stop_thinking() {
    if (engine_) engine_->stop();
}

void HubSession::disconnect() {
    is_muted_ = true;
    finish_search();
}

HubSession::State HubSession::on(const HubDeclare&) {
    write(HubId{std::string{kProgramName}, full_version(), std::string{kProgramAuthor},
                std::string{kProgramCountry}});
    for (const Option& option : options_.all())
        write(std::visit(Declaration{option}, option.content));
    write(HubWait{});
    return State::Open;
}

HubSession::State HubSession::on(const HubSetParam& param) {
    // Unknown names and bad values pass in silence: clients send what other engines know, and some
    // take an error for the end of everything.
    static_cast<void>(options_.set(param.name, param.value));
    // The fault of a file is told here, where nobody waits for the answer to a search
    if (param.name == kEvalFile) tell(load_weights(WeightsWanted::Named));
    if (param.name == kBitbasePath) tell(load_bitbases());
    return State::Open;
}

HubSession::State HubSession::on(const HubInit&) {
    tell(load_weights(WeightsWanted::ForSearch));
    tell(load_bitbases());
    apply_options();
    write(HubReady{});
    return State::Open;
}

HubSession::State HubSession::on(const HubNewGame&) {
    if (engine_) engine_->new_game();
    return State::Open;
}

HubSession::State HubSession::on(const HubPos& pos) {
    const std::optional<Position> base =
        pos.position ? read_position(*pos.position) : Position::start();
    if (!base) {
        write(HubError{"bad position"});  // the game before it stays
        return State::Open;
    }
    game_ = Game{*base};
    level_ = {};
    for (const std::string& move : pos.moves) {
        if (!play(move)) break;
    }
    return State::Open;
}

HubSession::State HubSession::on(const HubMove& move) {
    play(move.move);
    return State::Open;
}

HubSession::State HubSession::on(const HubLevel& level) {
    level_.update(level);
    return State::Open;
}

HubSession::State HubSession::on(const HubGo& go) {
    const SearchLimits limits = search_limits(level_);
    if (version_ == HubVersion::Two) level_ = {};
    if (!has_move(game_.position())) {
        write(HubDone{});
        return State::Open;
    }
    apply_options();
    engine_->prepare();  // here, so that a stop that comes before the search has begun is not lost
    mode_ = search_mode(go.mode);
    search_ = std::thread{[this, limits] { search(limits); }};
    return State::Open;
}

HubSession::State HubSession::on(const HubPonderHit&) {
    if (is_searching() && mode_ == SearchMode::Ponder) engine_->ponder_hit();
    return State::Open;
}

HubSession::State HubSession::on(const HubStop&) {
    if (is_searching()) engine_->stop();
    return State::Open;
}

HubSession::State HubSession::on(const HubPing&) {
    write(HubPong{});
    return State::Open;
}

Expected<HubCommand, HubError> HubSession::read(std::string_view line) {
    // Nothing is written meanwhile that could see the change: such a line ends a search first.
    if (const auto version = only_version_of(line); version && *version != version_) {
        finish_search();
        version_ = *version;
    }
    switch (version_) {
        case HubVersion::One: return parse_hub1_command(line);
        case HubVersion::Two: return parse_hub_command(line);
    }
    std::abort();
}

void HubSession::tell(std::string problem) {
    if (!problem.empty()) write(HubError{std::move(problem)});
}

void HubSession::write(const HubReply& reply) {
    if (is_muted_) return;
    switch (version_) {
        case HubVersion::One:
            for (const std::string& line : format_hub1_lines(reply)) output_(line);
            break;
        case HubVersion::Two: output_(format_hub_line(reply)); break;
    }
}

bool HubSession::play(const std::string& move) {
    if (game_.moves().size() >= kLongestGame) {
        write(HubError{"game too long"});
        return false;
    }
    const Expected<Move, HubError> legal = read_move(move, game_.position());
    if (legal) {
        game_.play(*legal);
    } else {
        write(legal.error());
    }
    return legal.has_value();
}

std::string HubSession::load_weights(WeightsWanted wanted) {
    const std::string& name = options_.text(kEvalFile);
    const bool is_file = !name.empty() && name != kHandMade;
    // The stamp is older than what is read: of a change meanwhile it tells the next time
    WeightsSource source{name, is_file ? stamp_of_file(name) : std::nullopt};
    // Step 1. Nothing to do for what is in use, nor for a file that would fail once more
    if (source == weights_source_) {
        refused_weights_.reset();
        return "";
    }
    if (wanted == WeightsWanted::ForSearch) {
        const bool is_in_use = weights_source_ && weights_source_->name == name;
        if (refused_weights_ ? source == refused_weights_ : is_in_use) return "";
    }
    // Step 2. What the program carries along
    const bool is_first = !weights_source_.has_value();
    if (!is_file) {
        weights_ = name == kHandMade ? nullptr : embedded_weights();
        weights_source_ = std::move(source);
        refused_weights_.reset();
        return "";
    }
    // Step 3. A file
    auto weights = EvalWeights::from_file(name);
    if (!weights) {
        if (is_first) {
            weights_ = embedded_weights();
            weights_source_ = WeightsSource{};
        }
        refused_weights_ = std::move(source);
        return weights.error();
    }
    weights_ = std::make_shared<const EvalWeights>(std::move(*weights));
    weights_source_ = std::move(source);
    refused_weights_.reset();
    return "";
}

std::string HubSession::load_bitbases() {
    const std::string& path = options_.text(kBitbasePath);
    if (path == bitbase_path_) return "";
    bitbase_path_ = path;
    UserBitbases opened = open_user_bitbases(path);
    bitbases_ = std::move(opened.bitbases);
    return opened.problem();
}

void HubSession::apply_options() {
    load_weights(WeightsWanted::ForSearch);  // before a search nothing is told, after `init` it is
    // A table that the machine cannot hold would be the end of the program as it fills
    while (table_bytes(options_) > usable_memory() && halve_table()) {
    }
    load_bitbases();
    for (;;) {
        EngineOptions options = engine_options(options_, seed_);
        options.weights = weights_;
        options.bitbases = bitbases_;
        const std::uint64_t bytes_before = engine_ ? engine_->options().table_bytes : 0;
        try {
            if (!engine_) {
                engine_ = std::make_unique<Engine>(options);
            } else if (engine_->options() != options) {
                engine_->configure(options);
            }
            const bool is_new = options.table_bytes != bytes_before;
            if (is_new && table_memory_ == TableMemory::AtOnce) engine_->touch_table();
            return;
        } catch (const std::bad_alloc&) {
            if (!halve_table()) throw;
        }
    }
}

bool HubSession::halve_table() {
    const int size = options_.integer(kTableSize);
    options_.set(kTableSize, fmt::format("{}", size - 1));
    return options_.integer(kTableSize) < size;
}

void HubSession::finish_search() {
    if (!is_searching()) return;
    engine_->stop();
    search_.join();
}

void HubSession::search(const SearchLimits& limits) {
    const Position root = game_.position();
    bool is_info_written = false;
    const bool has_lines = engine_->options().lines > 1;
    const auto on_info = [&](const SearchInfo& info) {
        HubInfo message = info_message(root, info);
        if (has_lines) message.multi_pv = info.line;
        write(message);
        is_info_written = true;
    };
    const SearchResult result = engine_->search(game_, limits, mode_, on_info);
    // Some clients cannot do without a score, however early the search was stopped.
    if (!is_info_written) on_info(result.info);
    HubDone done = done_message(root, result);
    if (version_ == HubVersion::One && mode_ == SearchMode::Analyze) done.ponder.reset();
    write(done);
}

}  // namespace meerslag

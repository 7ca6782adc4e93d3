// Openings: from files, ballots and random play, without repeats.
#include "bench/openings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "core/fen.hpp"
#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/pdn_reader.hpp"
#include "core/random.hpp"
#include "core/zobrist.hpp"
#include "engine/engine.hpp"
#include "protocol/ballots.hpp"
#include "protocol/fen_lines.hpp"

namespace meerslag {
namespace {

/// A random opening is kept when a search of so many nodes finds neither side ahead by more.
constexpr std::uint64_t kCheckNodes = 10'000;
constexpr int kEvenScore = 30;  // Unit: 1/100 man
constexpr std::uint64_t kCheckTableBytes = std::uint64_t{1} << 20;
/// Candidates looked at before it is plain that there are no more openings of that length.
constexpr int kMostCandidates = 100'000;

EngineOptions check_options() {
    EngineOptions options;
    options.table_bytes = kCheckTableBytes;
    return options;
}

/// Why the moves of a game were not read to its end.
TextError fault_of(const PdnGame& game) {
    const auto error = std::find_if(
        game.faults.begin(), game.faults.end(),
        [](const PdnFault& fault) { return fault.severity == PdnFault::Severity::Error; });
    if (error == game.faults.end()) return {fmt::format("game {} cannot be read", game.number)};
    return {fmt::format("line {}: game {}, ply {}: {}", error->line, error->game, error->ply,
                        error->reason)};
}

bool is_over(const Position& position) { return Game{position}.status().is_over(); }

template <class T>
void shuffle(std::vector<T>& items, SplitMix64& random) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
    }
}

}  // namespace

std::vector<Opening> ballot_openings() {
    std::vector<Opening> openings;
    for (const Position& position : ballot_positions()) {
        openings.push_back({position, fmt::format("ballot {}", openings.size() + 1)});
    }
    return openings;
}

Expected<std::vector<Opening>, TextError> fen_openings(std::string_view text,
                                                       std::string_view name) {
    const auto positions = parse_fen_lines(text);
    if (!positions) return unexpected(positions.error());
    std::vector<Opening> openings;
    for (const Position& position : *positions) {
        openings.push_back({position, fmt::format("{}, {}", name, openings.size() + 1)});
        if (is_over(position)) {
            return unexpected(TextError{fmt::format("the game is over in position {}: {}",
                                                    openings.size(), format_fen(position))});
        }
    }
    return openings;
}

Expected<std::vector<Opening>, TextError> pdn_openings(std::string_view text, std::string_view name,
                                                       std::size_t plies) {
    std::vector<Opening> openings;
    PdnReader reader{source_of(text)};
    while (const auto game = reader.next()) {
        if (game->reading == PdnReading::Skipped) continue;
        if (game->reading == PdnReading::CutShort && game->main.moves.size() < plies) {
            return unexpected(fault_of(*game));
        }
        std::size_t ply = 0;
        Position opening = game->start;
        replay(*game, [&](const Position& before, const PdnMove& move) {
            if (ply++ < plies) opening = before.play(move.move);
        });
        if (is_over(opening)) continue;
        openings.push_back({opening, fmt::format("{}, game {}", name, game->number)});
    }
    return openings;
}

/// Makes random openings, one after the other.
class Openings::Generator {
public:
    Generator(const RandomOpenings& settings, std::uint64_t seed)
        : plies_(settings.plies), random_(seed), engine_(check_options()) {}

    /// The next one that is even and none of `known`.
    std::optional<Opening> next(const std::vector<Opening>& known) {
        while (seen_.size() < known.size()) seen_.insert(key_of(known[seen_.size()].position));
        for (int candidate = 0; candidate < kMostCandidates; ++candidate) {
            const std::optional<Game> game = random_game();
            if (!game || seen_.contains(key_of(game->position())) || !is_even(*game)) continue;
            return Opening{game->position(), fmt::format("random {}, {}", plies_, ++count_)};
        }
        return std::nullopt;
    }

private:
    std::optional<Game> random_game() {
        Game game;
        for (int ply = 0; ply < plies_; ++ply) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) return std::nullopt;
            game.play(moves[random_.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (game.status().is_over()) return std::nullopt;
        return game;
    }

    bool is_even(const Game& game) {
        SearchLimits limits;
        limits.nodes = kCheckNodes;
        engine_.new_game();
        const SearchResult result = engine_.search(game, limits, SearchMode::Analyze, {});
        return std::abs(result.info.score.value()) <= kEvenScore;
    }

    int plies_;
    int count_ = 0;
    SplitMix64 random_;
    Engine engine_;
    std::set<Key> seen_;
};

Openings::Openings(OpeningSettings settings) : openings_(std::move(settings.fixed)) {
    // The same position twice would be the same pair twice.
    std::set<Key> seen;
    std::erase_if(openings_, [&seen](const Opening& opening) {
        return !seen.insert(key_of(opening.position)).second;
    });
    SplitMix64 random{settings.seed};
    shuffle(openings_, random);
    if (settings.random) {
        generator_ = std::make_unique<Generator>(*settings.random, random.next());
    }
}

Openings::~Openings() = default;

std::optional<std::size_t> Openings::count() const {
    return generator_ ? std::nullopt : std::optional{openings_.size()};
}

std::optional<Opening> Openings::at(std::size_t index) {
    while (generator_ && openings_.size() <= index) {
        std::optional<Opening> next = generator_->next(openings_);
        if (!next) return std::nullopt;
        openings_.push_back(std::move(*next));
    }
    if (index >= openings_.size()) return std::nullopt;
    return openings_[index];
}

}  // namespace meerslag

// Self-play: from a random opening to the end of the game.
#include "engine/selfplay.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <span>

#include "core/game.hpp"
#include "core/movegen.hpp"

namespace meerslag {
namespace {

constexpr int kLongestGame = 300;    // plies; longer ones count as drawn
constexpr int kUnevenOpening = 250;  // 1/100 man; openings beyond are not played on
constexpr int kSideMovesMost = 3;

const Move& random_move(const MoveList& moves, SplitMix64& random) {
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

bool is_quiet(const Position& position) {
    return !has_capture(position, Color::White) && !has_capture(position, Color::Black);
}

bool is_over(const Game& game) { return game.status().is_over(); }

GameResult result_of(const Game& game, const Bitbases* bitbases) {
    if (is_over(game) || bitbases == nullptr) return game.status().result;
    return sure_result(*bitbases, game).value_or(GameResult::Ongoing);
}

/// For White: 1, 0 or -1.
int points_of(GameResult result) {
    switch (result) {
        case GameResult::WhiteWins: return 1;
        case GameResult::BlackWins: return -1;
        case GameResult::Draw:
        case GameResult::Ongoing: return 0;
    }
    std::abort();
}

/// The result of a position by the bitbases, to the side to move: 1, 0 or -1.
std::optional<int> known_result(const Position& position, const Bitbases* bitbases) {
    const auto outcome = bitbases == nullptr ? std::nullopt : bitbases->probe(position);
    if (!outcome) return std::nullopt;
    switch (*outcome) {
        case Outcome::Win: return 1;
        case Outcome::Draw: return 0;
        case Outcome::Loss: return -1;
    }
    std::abort();
}

/// A game after some random moves, ongoing.
Game random_opening(SplitMix64& random, const SelfPlayOptions& options) {
    const auto span =
        static_cast<std::uint32_t>(options.random_plies_most - options.random_plies_least + 1);
    for (;;) {
        Game game;
        const int plies = options.random_plies_least + static_cast<int>(random.below(span));
        for (int ply = 0; ply < plies && !is_over(game); ++ply) {
            game.play(random_move(legal_moves(game.position()), random));
        }
        if (!is_over(game)) return game;
    }
}

/// The first quiet position of `line` after `plies` of it or more; without one its last position.
Position down_the_line(Position position, std::span<const Move> line, int plies) {
    for (const Move& move : line) {
        if (plies-- <= 0 && is_quiet(position)) break;
        position = position.play(move);
    }
    return position;
}

/// A position a few random moves off the game, if it is quiet and not over.
std::optional<TrainingPosition> side_position(Engine& engine, const Position& from,
                                              SplitMix64& random, const SelfPlayOptions& options) {
    Position position = from;
    const int moves_made = 1 + static_cast<int>(random.below(kSideMovesMost));
    for (int i = 0; i < moves_made; ++i) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) return std::nullopt;
        position = position.play(random_move(moves, random));
    }
    if (!has_move(position)) return std::nullopt;
    SearchLimits limits;
    limits.depth = options.side_depth;
    if (options.side_line_plies > 0 && random.below(2) == 0) {
        const auto plies =
            1 + static_cast<int>(random.below(static_cast<std::uint32_t>(options.side_line_plies)));
        const SearchResult seen = engine.search(Game{position}, limits, SearchMode::Analyze, {});
        position = down_the_line(position, seen.info.pv, plies);
    }
    if (!is_quiet(position) || !has_move(position)) return std::nullopt;
    const SearchResult result = engine.search(Game{position}, limits, SearchMode::Analyze, {});
    TrainingPosition entry;
    entry.position = position;
    entry.score = result.info.score;
    entry.source = TrainingPosition::Source::Side;
    return entry;
}

}  // namespace

void play_training_game(Engine& engine, SplitMix64& random, const SelfPlayOptions& options,
                        std::uint32_t number, std::vector<TrainingPosition>& out) {
    engine.new_game();
    SearchLimits limits;
    limits.nodes = options.nodes;
    const std::size_t first = out.size();
    const Bitbases* const bitbases = engine.options().bitbases.get();
    Game game = random_opening(random, options);
    GameResult result = result_of(game, bitbases);
    std::vector<Position> seen;
    bool opening = true;
    while (result == GameResult::Ongoing && game.moves().size() < kLongestGame) {
        const Color us = game.position().side_to_move();
        const MoveList moves = legal_moves(game.position());
        if (moves.size() == 1) {
            game.play(moves[0]);
            result = result_of(game, bitbases);
            continue;
        }
        const SearchResult found = engine.search(game, limits, SearchMode::Analyze, {});
        const Score score = found.info.score;
        if (opening && std::abs(score.value()) > kUnevenOpening) return;
        opening = false;
        if (is_quiet(game.position())) {
            TrainingPosition entry;
            entry.position = game.position();
            entry.score = score;
            entry.game = number;
            entry.ply = static_cast<int>(game.moves().size());
            out.push_back(entry);
            seen.push_back(game.position());
        }
        // A search that sees the end of the game need not be played out
        if (score.is_decided()) {
            result = win_for(score > Score::draw() ? us : opposite(us));
            break;
        }
        const bool varied =
            random.below(1000) < static_cast<std::uint32_t>(options.varied_permille);
        game.play(varied ? random_move(moves, random) : *found.best);
        result = result_of(game, bitbases);
    }
    const int white_points = points_of(result);
    for (std::size_t i = first; i < out.size(); ++i) {
        const Position& position = out[i].position;
        const int points = position.side_to_move() == Color::White ? white_points : -white_points;
        out[i].result = known_result(position, bitbases).value_or(points);
    }
    for (const Position& position : seen) {
        for (int i = 0; i < options.side_positions; ++i) {
            auto entry = side_position(engine, position, random, options);
            if (!entry) continue;
            entry->game = number;
            out.push_back(*entry);
        }
    }
}

std::optional<TrainingShard> play_shard(const EngineOptions& engine_options,
                                        const SelfPlayOptions& options, std::uint64_t seed,
                                        int games, const std::function<bool()>& on_game) {
    Engine engine{engine_options};
    SplitMix64 random{seed};
    TrainingShard shard;
    for (int game = 0; game < games; ++game) {
        play_training_game(engine, random, options, static_cast<std::uint32_t>(game),
                           shard.positions);
        if (on_game && !on_game()) return std::nullopt;
    }
    return shard;
}

}  // namespace meerslag

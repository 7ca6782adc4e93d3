// Openings: the positions from which the pairs of a match are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"

namespace meerslag {

struct Opening {
    Position position;
    std::string name;  ///< where it comes from: "ballot 12", "openings.fen, 3", "random 8, 41"
};

/// Random openings: so many random plies from the start, kept when a short search finds them even.
struct RandomOpenings {
    int plies = 8;

    friend bool operator==(const RandomOpenings&, const RandomOpenings&) = default;
};

struct OpeningSettings {
    std::vector<Opening> fixed;            ///< played first, in an order drawn by the seed
    std::optional<RandomOpenings> random;  ///< then, as many as are needed
    std::uint64_t seed = 1;
};

/// The 79 two-move ballots.
[[nodiscard]] std::vector<Opening> ballot_openings();

/// The positions of a text with a FEN a line, named by `name` and a number.
/// Errors: the first line that cannot be read, or a position in which the game is over.
[[nodiscard]] Expected<std::vector<Opening>, TextError> fen_openings(std::string_view text,
                                                                     std::string_view name);

/// The positions after the first `plies` moves of each game of a PDN text, or after all its moves
/// if there are fewer. Games of other kinds of draughts, or that are over by then, are left out.
/// Errors: the first game in which one of these moves cannot be read.
[[nodiscard]] Expected<std::vector<Opening>, TextError> pdn_openings(std::string_view text,
                                                                     std::string_view name,
                                                                     std::size_t plies);

/// A sequence of openings, none twice, the same for the same settings.
class Openings {
public:
    explicit Openings(OpeningSettings settings);
    ~Openings();
    Openings(const Openings&) = delete;
    Openings& operator=(const Openings&) = delete;

    /// How many there are; nullopt: no end.
    [[nodiscard]] std::optional<std::size_t> count() const;

    /// Opening `index`, from 0. Cost: a short search for each random opening up to it, once.
    /// Returns: nullopt when there are not so many.
    [[nodiscard]] std::optional<Opening> at(std::size_t index);

private:
    class Generator;

    std::vector<Opening> openings_;
    std::unique_ptr<Generator> generator_;  // null without random openings
};

}  // namespace meerslag

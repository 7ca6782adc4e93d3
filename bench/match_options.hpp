// The words of meerslag-match's command line: `--engine name=A cmd="meerslag hub"` and the like.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/adjudication.hpp"
#include "bench/openings.hpp"
#include "bench/player.hpp"
#include "bench/statistics.hpp"
#include "core/error.hpp"

namespace meerslag {

using Words = std::span<const std::string>;

/// Limits as they are written: empty or 0 when not given.
struct ControlTexts {
    std::string clock;     ///< `[moves/]time[+increment]`
    double move_time = 0;  ///< Unit: s
    std::uint64_t nodes = 0;
    int depth = 0;
};

/// Without any limit when none is given.
/// Errors: a clock that cannot be read; a clock beside a fixed time.
[[nodiscard]] Expected<TimeControl, TextError> parse_time_control(const ControlTexts& texts);

/// `name=A cmd="meerslag hub" proto=hub|hub1|dxp dir=FOLDER param.NAME=VALUE stdin=LINE port=N`,
/// and limits of its own: `tc= move-time= nodes= depth=`. Without a name it is called after its
/// command.
[[nodiscard]] Expected<EngineSettings, TextError> parse_engine(Words words);

/// Whether there are limits that the engine can be held to. Returns: the obstacle, in words for a
/// person.
[[nodiscard]] std::optional<std::string> obstacle(const EngineSettings& engine,
                                                  const TimeControl& control);

/// `elo0=0 elo1=3 alpha=0.05 beta=0.05`, each with that default.
[[nodiscard]] Expected<SprtSettings, TextError> parse_sprt(Words words);

/// `score=MEN moves=N after=N`; what is not given comes from `defaults`.
[[nodiscard]] Expected<ScoreAgreement, TextError> parse_agreement(Words words,
                                                                  const ScoreAgreement& defaults);

/// The bitbases of the program, or of a folder if one is named.
/// Errors: there are none; a file is damaged, since with it games would end otherwise.
[[nodiscard]] Expected<KnownEndings, TextError> load_endings(const std::string& folder);

/// Where openings come from: `ballots`, `random` or `random:PLIES`, or a file, of PDN if its name
/// ends so, else with a FEN a line.
struct OpeningSource {
    std::vector<std::string> words;  ///< none: the ballots, then random ones
    int plies = 0;                   ///< of a PDN game that are its opening; 0: all
    std::uint64_t seed = 1;          ///< of the order, and of random openings
};

/// Fixed openings come first, whatever the order of the words. Errors: a file that cannot be read.
[[nodiscard]] Expected<OpeningSettings, TextError> load_openings(const OpeningSource& source);

}  // namespace meerslag

// The lines of the Hub protocol, version 2, as values: what a client says, what an engine answers.
//
// Both directions are read and written, for the engine's side and for the caller's.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"

namespace meerslag {

// ----- client to engine --------------------------------------------------------------------------

struct HubNothing {};  ///< an empty line
struct HubDeclare {};  ///< `hub`: who are you, what are your parameters?
struct HubSetParam {
    std::string name;
    std::string value;
};
struct HubInit {};
struct HubNewGame {};

/// `pos`: a position of 51 characters (or a FEN) and the moves played from it, as they were
/// written.
struct HubPos {
    std::optional<std::string> position;  ///< nullopt: the start of the game
    std::vector<std::string> moves;
};

/// Plays a move on the present position. Version 1 only.
struct HubMove {
    std::string move;
};

/// `level`: limits of the next search; those named in one line replace the earlier ones.
struct HubLevel {
    std::optional<int> depth;            ///< plies, at least 1
    std::optional<std::uint64_t> nodes;  ///< at least 1
    std::optional<std::chrono::milliseconds> move_time;
    std::optional<std::chrono::milliseconds> time;       ///< left on the clock, may be negative
    std::optional<std::chrono::milliseconds> increment;  ///< not contained in `time`
    std::optional<int> moves;                            ///< to the next control; 0: none
    bool infinite = false;

    /// Takes over what `later` names.
    void update(const HubLevel& later);
};

enum class HubGoMode : std::uint8_t { Think, Ponder, Analyze };
struct HubGo {
    HubGoMode mode = HubGoMode::Think;
};
struct HubPonderHit {};
struct HubStop {};
struct HubPing {};
struct HubQuit {};

using HubCommand = std::variant<HubNothing, HubDeclare, HubSetParam, HubInit, HubNewGame, HubPos,
                                HubMove, HubLevel, HubGo, HubPonderHit, HubStop, HubPing, HubQuit>;

// ----- engine to client --------------------------------------------------------------------------

struct HubId {
    std::string name;
    std::string version;
    std::string author;
    std::string country;
};

/// A declared parameter, every part as it is written.
struct HubParam {
    std::string name;
    std::string value;
    std::string type;                 ///< bool, int, real, string, enum
    std::string min;                  ///< empty: none
    std::string max;                  ///< empty: none
    std::vector<std::string> values;  ///< of an enum
};
struct HubWait {};
struct HubReady {};

/// What the search has found so far. Moves are in Hub notation.
struct HubInfo {
    std::optional<int> depth;
    std::optional<double> mean_depth;
    std::optional<int> score;  ///< 1/100 man, side to move's view
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::milliseconds> time;
    std::optional<double> mega_nps;  ///< million nodes per second
    std::vector<std::string> pv;
    std::optional<int> multi_pv = {};  ///< 1: the best line, 2: the second ...; only when asked for
    std::optional<int> selective_depth = {};  ///< plies to the deepest position seen
    std::optional<int> table_permille = {};   ///< of the table that this search has filled
};

struct HubDone {
    std::optional<std::string> move;    ///< nullopt: the side to move has none
    std::optional<std::string> ponder;  ///< only with a move
};
struct HubPong {};
struct HubError {
    std::string message;
};
/// A line that is none of these; clients pass over it.
struct HubOther {
    std::string line;
};

using HubReply =
    std::variant<HubId, HubParam, HubWait, HubReady, HubInfo, HubDone, HubPong, HubError, HubOther>;

// ----- text --------------------------------------------------------------------------------------

/// Reads a client's line. Unknown and unreadable arguments are passed over.
///
/// Errors: the answer the client is to get.
[[nodiscard]] Expected<HubCommand, HubError> parse_hub_command(std::string_view line);

/// Reads an engine's line. What cannot be read of it is missing in the result.
[[nodiscard]] HubReply parse_hub_reply(std::string_view line);

/// The line without its end.
[[nodiscard]] std::string format_hub_line(const HubCommand& command);
[[nodiscard]] std::string format_hub_line(const HubReply& reply);

}  // namespace meerslag

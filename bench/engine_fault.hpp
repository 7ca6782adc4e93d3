// EngineFault: what an engine did that loses it the game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meerslag {

enum class FaultKind : std::uint8_t {
    NoStart,      ///< it cannot be started, or does not get ready
    Crash,        ///< it ended by itself or closed its output
    Hang,         ///< no answer, not even to `stop`
    Flood,        ///< more output than anybody needs
    IllegalMove,  ///< a move that is not legal, or no move where there is one
    TimeLoss,     ///< the answer came too late
    Refusal,      ///< it does not take part: it refused the game or broke it off
    Interrupted,  ///< nobody's fault: the match is being ended
};

/// For people and for reports: "crash", "illegal move" and so on.
[[nodiscard]] std::string_view to_string(FaultKind kind);

/// What an engine has written, as it may stand on a terminal: UTF-8, cut to some 300 bytes, with
/// `?` for what would move the cursor or change the colours.
[[nodiscard]] std::string harmless(std::string_view text);

struct EngineFault {
    FaultKind kind;
    std::string detail;  ///< such as "signal 11 (Segmentation fault)"
};

}  // namespace meerslag

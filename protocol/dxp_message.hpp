// The messages of DXP (DamExchange, protocol version 01), both ways, and how they are cut from a
// stream. Pure: no sockets, no clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/move.hpp"
#include "core/move_list.hpp"
#include "core/position.hpp"

namespace meerslag {

inline constexpr int kDxpVersion = 1;
inline constexpr int kDxpMaxNameLength = 32;
/// Of a message, without the NUL that ends it.
inline constexpr std::size_t kDxpMaxMessageLength = 127;
inline constexpr std::size_t kDxpMaxChatLength = kDxpMaxMessageLength - 1;

/// `R`: the initiator proposes a game.
struct DxpGameRequest {
    int version = kDxpVersion;  ///< of another version nothing else is known
    std::string name;           ///< of the initiator
    Color follower = Color::White;
    /// For all moves of one player; 0: as good as none. Written in minutes, with a fraction where
    /// three characters have room for one. Range: 0..999 minutes.
    std::chrono::milliseconds time{0};
    int moves = 0;  ///< of each player, then the game stops; 0: no limit. Range: 0..999.
    /// None: the start position, written in the short form.
    std::optional<Position> position;

    [[nodiscard]] Position start() const { return position.value_or(Position::start()); }
    friend bool operator==(const DxpGameRequest&, const DxpGameRequest&) = default;
};

/// `A`: the follower's answer to it.
struct DxpGameAnswer {
    enum class Code : std::uint8_t { Accepted, WrongVersion, NotThisGame, NoGames };

    std::string name;  ///< of the follower
    Code code = Code::Accepted;

    friend bool operator==(const DxpGameAnswer&, const DxpGameAnswer&) = default;
};

/// What a refusal means, in words for a person.
[[nodiscard]] std::string_view to_string(DxpGameAnswer::Code code);

/// `M`: a move, without the route of a capture.
struct DxpMove {
    std::chrono::milliseconds time{0};  ///< spent on it; written in whole seconds. At most 9999 s.
    Square from;
    Square to;
    Bitboard captured;

    DxpMove(std::chrono::milliseconds spent, const Move& move)
        : time(spent), from(move.from()), to(move.to()), captured(move.captured()) {}

    /// The legal move of `position` that is meant. A capture may come without its list when only
    /// one legal move goes from there to there.
    [[nodiscard]] std::optional<Move> resolve(const Position& position) const;

    friend bool operator==(const DxpMove&, const DxpMove&) = default;
};

/// `E`: the game has ended, or the acknowledgement of that.
struct DxpGameEnd {
    /// As its sender sees it.
    enum class Reason : std::uint8_t { Unknown, ILose, Draw, IWin };
    enum class Stop : bool { MoreGames, NoMoreGames };

    Reason reason = Reason::Unknown;
    Stop stop = Stop::MoreGames;

    friend bool operator==(const DxpGameEnd&, const DxpGameEnd&) = default;
};

/// `C`: text for the person at the other end. Holds printable ASCII only.
struct DxpChat {
    std::string text;
    friend bool operator==(const DxpChat&, const DxpChat&) = default;
};

/// `B`: a request to go back to where `side_to_move` makes its move number `move`.
struct DxpBackRequest {
    int move = 1;  ///< Range: 1..999
    Color side_to_move = Color::White;

    /// The number of plies played at that point in a game that `first` began; negative where there
    /// is no such point.
    [[nodiscard]] int ply(Color first) const;
    /// The request to go back to where `ply` plies are played.
    [[nodiscard]] static DxpBackRequest to_ply(int ply, Color first);

    friend bool operator==(const DxpBackRequest&, const DxpBackRequest&) = default;
};

/// `K`: the answer to it.
struct DxpBackAnswer {
    enum class Code : std::uint8_t { Accepted, NotSupported, Refused };
    Code code = Code::Accepted;
    friend bool operator==(const DxpBackAnswer&, const DxpBackAnswer&) = default;
};

using DxpMessage = std::variant<DxpGameRequest, DxpGameAnswer, DxpMove, DxpGameEnd, DxpChat,
                                DxpBackRequest, DxpBackAnswer>;

/// A message that cannot be read.
struct DxpError {
    char header;  ///< what it wanted to be, its first character
    TextError error;
};

/// The message in `text`, which is what stands before a NUL. Blanks are read as padding of numbers,
/// and what follows the end of a message is passed over.
[[nodiscard]] Expected<DxpMessage, DxpError> parse_dxp_message(std::string_view text);

/// `message` as it is sent, without the NUL. Names and texts are cut to length, and what is not
/// printable ASCII in them becomes `?`.
[[nodiscard]] std::string format_dxp_message(const DxpMessage& message);

/// `text` with everything that is not printable ASCII replaced by `?`.
[[nodiscard]] std::string printable_ascii(std::string_view text);

/// Cuts a stream into messages. Segments may hold parts of messages or several of them.
class DxpFrameReader {
public:
    /// Takes the next bytes of the stream and gives the messages that they complete. Empty messages
    /// are passed over; so are those of more than 127 bytes, which `skipped` counts.
    [[nodiscard]] std::vector<std::string> feed(std::string_view bytes);

    /// How many over-long messages have been passed over so far.
    [[nodiscard]] int skipped() const { return skipped_; }

private:
    std::string partial_;
    bool overlong_ = false;  // drop until the next NUL
    int skipped_ = 0;
};

}  // namespace meerslag

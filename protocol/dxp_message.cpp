// The messages of DXP: reading, writing, and cutting them from a stream.
#include "protocol/dxp_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/movegen.hpp"
#include "core/position_string.hpp"

namespace meerslag {
namespace {

using std::chrono::milliseconds;

// Hundredths of a minute are all that three characters can hold.
constexpr milliseconds kHundredthMinute{600};

unexpected<DxpError> error(char header, std::string reason, std::size_t offset) {
    return unexpected{DxpError{header, TextError{std::move(reason), static_cast<int>(offset) + 1}}};
}

std::string_view without_padding(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Decimal digits, blanks around them; nothing else.
std::optional<int> parse_digits(std::string_view text) {
    const std::string_view digits = without_padding(text);
    int value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, result] = std::from_chars(digits.data(), end, value);
    if (result != std::errc{} || stop != end || value < 0) return std::nullopt;
    return value;
}

/// A number without sign or exponent, in hundredths: `005`, `1.5`, `.17`.
std::optional<int> parse_hundredths(std::string_view text) {
    const std::string_view digits = without_padding(text);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view whole = digits.substr(0, point);
    const std::string_view fraction = digits.substr(std::min(point + 1, digits.size()));
    if (whole.empty() && fraction.empty()) return std::nullopt;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!std::all_of(whole.begin(), whole.end(), is_digit)) return std::nullopt;
    if (!std::all_of(fraction.begin(), fraction.end(), is_digit)) return std::nullopt;
    int value = 0;
    for (const char c : whole) value = value * 10 + (c - '0');
    for (std::size_t i = 0; i < 2; ++i)
        value = value * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    return value;
}

std::string format_minutes(milliseconds time) {
    assert(time.count() >= 0);
    constexpr int kMost = 999;
    const auto hundredths = static_cast<int>((time + kHundredthMinute / 2) / kHundredthMinute);
    if (hundredths % 100 == 0 && (hundredths > 0 || time.count() == 0)) {
        return fmt::format("{:03}", std::min(hundredths / 100, kMost));
    }
    if (hundredths < 100) {
        const int shown = std::max(hundredths, 1);  // never 000, which means something else
        return shown % 10 == 0 ? fmt::format("0.{}", shown / 10) : fmt::format(".{:02}", shown);
    }
    const int tenths = (hundredths + 5) / 10;
    if (tenths < 100 && tenths % 10 != 0) return fmt::format("{}.{}", tenths / 10, tenths % 10);
    return fmt::format("{:03}", std::min((hundredths + 50) / 100, kMost));
}

char color_letter(Color color) { return color == Color::White ? 'W' : 'Z'; }

std::optional<Color> parse_color(char letter) {
    if (letter == 'W') return Color::White;
    if (letter == 'Z') return Color::Black;
    return std::nullopt;
}

std::string format_name(std::string_view name) {
    std::string text = printable_ascii(without_padding(name));
    text.resize(kDxpMaxNameLength, ' ');
    return text;
}

std::string parse_name(std::string_view field) { return printable_ascii(without_padding(field)); }

Expected<DxpMessage, DxpError> parse_game_request(std::string_view text) {
    // Step 1. The version decides whether the rest can be read at all
    if (text.size() < 3) return error('R', "the version is missing", text.size());
    const auto version = parse_digits(text.substr(1, 2));
    if (!version) return error('R', "the version is no number", 1);
    DxpGameRequest request;
    request.version = *version;
    if (request.version != kDxpVersion) return request;
    // Step 2. Who, which colour, how long
    if (text.size() < 43) return error('R', "too short", text.size());
    request.name = parse_name(text.substr(3, kDxpMaxNameLength));
    const auto follower = parse_color(text[35]);
    if (!follower) return error('R', "the follower's colour is neither W nor Z", 35);
    request.follower = *follower;
    const auto minutes = parse_hundredths(text.substr(36, 3));
    if (!minutes) return error('R', "the time is no number", 36);
    request.time = *minutes * kHundredthMinute;
    const auto moves = parse_digits(text.substr(39, 3));
    if (!moves) return error('R', "the number of moves is no number", 39);
    request.moves = *moves;
    // Step 3. The position
    if (text[42] == 'A') return request;
    if (text[42] != 'B') return error('R', "the kind of start is neither A nor B", 42);
    if (text.size() < 94) return error('R', "the position is too short", text.size());
    const auto position = parse_dxp_position(text.substr(43, 51));
    if (!position) {
        return error('R', position.error().reason,
                     42 + static_cast<std::size_t>(position.error().column));
    }
    request.position = *position;
    return request;
}

Expected<DxpMessage, DxpError> parse_game_answer(std::string_view text) {
    if (text.size() < 34) return error('A', "too short", text.size());
    if (text[33] < '0' || text[33] > '3') return error('A', "the code is not 0, 1, 2 or 3", 33);
    return DxpGameAnswer{parse_name(text.substr(1, kDxpMaxNameLength)),
                         static_cast<DxpGameAnswer::Code>(text[33] - '0')};
}

std::optional<Square> parse_square(std::string_view field) {
    const auto number = parse_digits(field);
    return number ? Square::try_from_number(*number) : std::nullopt;
}

Expected<DxpMessage, DxpError> parse_move(std::string_view text) {
    if (text.size() < 11) return error('M', "too short", text.size());
    // Some programs write the time as 1.50; it is for information only, so anything will do.
    const milliseconds time = parse_hundredths(text.substr(1, 4)).value_or(0) * milliseconds{10};
    const auto from = parse_square(text.substr(5, 2));
    if (!from) return error('M', "no square to move from", 5);
    const auto to = parse_square(text.substr(7, 2));
    if (!to) return error('M', "no square to move to", 7);
    const auto count = parse_digits(text.substr(9, 2));
    if (!count) return error('M', "the number of captured pieces is no number", 9);
    const auto size = static_cast<std::size_t>(*count);
    if (text.size() < 11 + 2 * size) return error('M', "captured squares are missing", text.size());
    Bitboard captured;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t offset = 11 + 2 * i;
        const auto square = parse_square(text.substr(offset, 2));
        if (!square) return error('M', "no captured square", offset);
        if (captured.contains(*square)) return error('M', "a piece is captured twice", offset);
        captured.add(*square);
    }
    return DxpMove{time, Move{*from, *to, captured}};
}

Expected<DxpMessage, DxpError> parse_game_end(std::string_view text) {
    if (text.size() < 2 || text[1] < '0' || text[1] > '3') {
        return error('E', "the reason is not 0, 1, 2 or 3", 1);
    }
    DxpGameEnd end{static_cast<DxpGameEnd::Reason>(text[1] - '0'), DxpGameEnd::Stop::MoreGames};
    if (text.size() > 2 && text[2] == '1') end.stop = DxpGameEnd::Stop::NoMoreGames;
    return end;
}

Expected<DxpMessage, DxpError> parse_back_request(std::string_view text) {
    if (text.size() < 5) return error('B', "too short", text.size());
    const auto move = parse_digits(text.substr(1, 3));
    if (!move || *move == 0) return error('B', "the move number is not 001 to 999", 1);
    const auto side = parse_color(text[4]);
    if (!side) return error('B', "the side to move is neither W nor Z", 4);
    return DxpBackRequest{*move, *side};
}

Expected<DxpMessage, DxpError> parse_back_answer(std::string_view text) {
    if (text.size() < 2 || text[1] < '0' || text[1] > '2') {
        return error('K', "the code is not 0, 1 or 2", 1);
    }
    return DxpBackAnswer{static_cast<DxpBackAnswer::Code>(text[1] - '0')};
}

/// One function for each kind of message: it as text.
struct Formatter {
    std::string operator()(const DxpGameRequest& request) const {
        std::string text =
            fmt::format("R{:02}{}{}{}{:03}", request.version, format_name(request.name),
                        color_letter(request.follower), format_minutes(request.time),
                        std::clamp(request.moves, 0, 999));
        if (!request.position) return text + 'A';
        return text + 'B' + format_dxp_position(*request.position);
    }
    std::string operator()(const DxpGameAnswer& answer) const {
        return fmt::format("A{}{}", format_name(answer.name), static_cast<int>(answer.code));
    }
    std::string operator()(const DxpMove& move) const {
        const auto seconds = std::clamp<std::int64_t>((move.time.count() + 500) / 1000, 0, 9999);
        std::string text = fmt::format("M{:04}{:02}{:02}{:02}", seconds, move.from.number(),
                                       move.to.number(), move.captured.count());
        for (const Square square : move.captured) text += fmt::format("{:02}", square.number());
        return text;
    }
    std::string operator()(const DxpGameEnd& end) const {
        return fmt::format("E{}{}", static_cast<int>(end.reason), static_cast<int>(end.stop));
    }
    std::string operator()(const DxpChat& chat) const {
        return 'C' + printable_ascii(chat.text).substr(0, kDxpMaxChatLength);
    }
    std::string operator()(const DxpBackRequest& request) const {
        return fmt::format("B{:03}{}", request.move, color_letter(request.side_to_move));
    }
    std::string operator()(const DxpBackAnswer& answer) const {
        return fmt::format("K{}", static_cast<int>(answer.code));
    }
};

}  // namespace

std::string_view to_string(DxpGameAnswer::Code code) {
    switch (code) {
        case DxpGameAnswer::Code::Accepted: return "accepted";
        case DxpGameAnswer::Code::WrongVersion: return "protocol version not supported";
        case DxpGameAnswer::Code::NotThisGame: return "this game is not wanted";
        case DxpGameAnswer::Code::NoGames: return "no games at all";
    }
    std::abort();
}

std::optional<Move> DxpMove::resolve(const Position& position) const {
    std::optional<Move> without_list;
    int matches = 0;
    for (const Move& move : legal_moves(position)) {
        if (move.from() != from || move.to() != to) continue;
        if (move.captured() == captured) return move;
        without_list = move;
        ++matches;
    }
    return captured.is_empty() && matches == 1 ? without_list : std::nullopt;
}

int DxpBackRequest::ply(Color first) const {
    return 2 * (move - 1) + (side_to_move == Color::Black ? 1 : 0) -
           (first == Color::Black ? 1 : 0);
}

DxpBackRequest DxpBackRequest::to_ply(int ply, Color first) {
    const int from_white = ply + (first == Color::Black ? 1 : 0);
    return {from_white / 2 + 1, from_white % 2 == 0 ? Color::White : Color::Black};
}

Expected<DxpMessage, DxpError> parse_dxp_message(std::string_view text) {
    if (text.empty()) return error(' ', "empty", 0);
    switch (text.front()) {
        case 'R': return parse_game_request(text);
        case 'A': return parse_game_answer(text);
        case 'M': return parse_move(text);
        case 'E': return parse_game_end(text);
        case 'C': return DxpChat{printable_ascii(text.substr(1))};
        case 'B': return parse_back_request(text);
        case 'K': return parse_back_answer(text);
        default: return error(text.front(), "unknown kind of message", 0);
    }
}

std::string format_dxp_message(const DxpMessage& message) {
    return std::visit(Formatter{}, message);
}

std::string printable_ascii(std::string_view text) {
    std::string result{text};
    for (char& c : result) {
        if (c < 0x20 || c > 0x7E) c = '?';
    }
    return result;
}

std::vector<std::string> DxpFrameReader::feed(std::string_view bytes) {
    std::vector<std::string> messages;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\0');
        const std::string_view piece = bytes.substr(0, end);
        if (!overlong_ && partial_.size() + piece.size() > kDxpMaxMessageLength) {
            overlong_ = true;
            ++skipped_;
            partial_.clear();
        }
        if (!overlong_) partial_ += piece;
        if (end == std::string_view::npos) break;
        if (!partial_.empty()) messages.push_back(std::move(partial_));
        partial_.clear();
        overlong_ = false;
        bytes.remove_prefix(end + 1);
    }
    return messages;
}

}  // namespace meerslag

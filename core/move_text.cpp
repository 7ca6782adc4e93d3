// MoveText: reading numbers and separators.
#include "core/move_text.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace meerslag {

namespace {

struct SeparatorSign {
    std::string_view text;
    Separator meaning;
};

/// In UTF-8, and `×` also in Latin-1.
constexpr std::array kSigns{
    SeparatorSign{"-", Separator::Quiet},
    SeparatorSign{"x", Separator::Capture},
    SeparatorSign{"X", Separator::Capture},
    SeparatorSign{":", Separator::Capture},
    SeparatorSign{"\xC3\x97", Separator::Capture},     // U+00D7, multiplication sign
    SeparatorSign{"\xD7", Separator::Capture},         // the same in Latin-1
    SeparatorSign{"\xE2\x80\x90", Separator::Quiet},   // U+2010, hyphen
    SeparatorSign{"\xE2\x80\x91", Separator::Quiet},   // U+2011, non-breaking hyphen
    SeparatorSign{"\xE2\x80\x92", Separator::Quiet},   // U+2012, figure dash
    SeparatorSign{"\xE2\x80\x93", Separator::Quiet},   // U+2013, en dash
    SeparatorSign{"\xE2\x80\x94", Separator::Quiet},   // U+2014, em dash
    SeparatorSign{"\xE2\x88\x92", Separator::Quiet}};  // U+2212, minus

constexpr std::uint16_t kMaxNumber = 999;

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

/// Appends the number at `at` and returns the place behind it; `at` if there is none.
std::size_t take_number(std::string_view text, std::size_t at, MoveText& move) {
    unsigned value = 0;
    const std::size_t begin = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
        value = std::min<unsigned>(value * 10 + static_cast<unsigned>(text[at] - '0'), kMaxNumber);
    }
    if (at != begin) move.numbers[move.count++] = static_cast<std::uint16_t>(value);
    return at;
}

const SeparatorSign* sign_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return nullptr;
    for (const SeparatorSign& sign : kSigns) {
        if (text.substr(at).starts_with(sign.text)) return &sign;
    }
    return nullptr;
}

}  // namespace

std::optional<MoveTextPrefix> take_move_text(std::string_view text) {
    MoveTextPrefix result;
    std::size_t at = take_number(text, 0, result.move);
    while (result.move.count > 0 && result.move.count < MoveText::kMaxNumbers) {
        const std::size_t sign_begin = skip_blanks(text, at);
        const SeparatorSign* const sign = sign_at(text, sign_begin);
        if (sign == nullptr) break;
        const std::size_t number = skip_blanks(text, sign_begin + sign->text.size());
        const std::size_t end = take_number(text, number, result.move);
        if (end == number) break;
        result.move.separators[result.move.count - 2] = sign->meaning;
        at = end;
    }
    if (result.move.count < 2) return std::nullopt;
    result.length = at;
    return result;
}

std::optional<MoveText> parse_move_text(std::string_view text) {
    text = trimmed(text);
    if (text.size() == 4 && std::all_of(text.begin(), text.end(), is_digit)) {
        MoveText move;
        take_number(text.substr(0, 2), 0, move);
        take_number(text.substr(2), 0, move);
        return move;
    }
    const std::optional<MoveTextPrefix> prefix = take_move_text(text);
    if (!prefix || prefix->length != text.size()) return std::nullopt;
    return prefix->move;
}

}  // namespace meerslag

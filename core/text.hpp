// Small things every reader of text needs.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace meerslag {

/// ASCII only, whatever the locale.
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
[[nodiscard]] constexpr char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Without the blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The whole text as a number in low..high, or nothing.
[[nodiscard]] inline std::optional<int> parse_int(std::string_view text, int low, int high) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end || value < low || value > high) {
        return std::nullopt;
    }
    return value;
}

/// The bytes as UTF-8: unchanged where they are valid, else each taken as a character of Latin-1.
[[nodiscard]] std::string to_utf8(std::string_view bytes);

/// `c` as a message shows it: 'x', or its code where it cannot be printed.
[[nodiscard]] std::string shown(char c);

}  // namespace meerslag

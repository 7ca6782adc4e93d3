// Small things every reader of text needs.
#include "core/text.hpp"

#include <fmt/format.h>

namespace meerslag {

namespace {

/// The length of the valid UTF-8 character `text` starts with; 0 if it is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto has_tail = [&](std::size_t length) {
        if (text.size() < length) return false;
        for (std::size_t i = 1; i < length; ++i) {
            if ((byte(i) & 0xC0) != 0x80) return false;
        }
        return true;
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return has_tail(2) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (!has_tail(3)) return 0;
        const bool is_overlong = lead == 0xE0 && byte(1) < 0xA0;
        const bool is_surrogate = lead == 0xED && byte(1) >= 0xA0;
        return is_overlong || is_surrogate ? 0 : 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (!has_tail(4)) return 0;
        const bool is_overlong = lead == 0xF0 && byte(1) < 0x90;
        const bool is_too_large = lead == 0xF4 && byte(1) >= 0x90;
        return is_overlong || is_too_large ? 0 : 4;
    }
    return 0;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace

std::string to_utf8(std::string_view bytes) {
    if (is_utf8(bytes)) return std::string{bytes};
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0 | byte >> 6);
            text += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return text;
}

std::string shown(char c) {
    const bool is_printable = c >= ' ' && c <= '~';
    return is_printable ? fmt::format("'{}'", c)
                        : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(c));
}

}  // namespace meerslag

// EngineFault: its words.
#include "bench/engine_fault.hpp"

#include <cstdlib>

#include "core/text.hpp"

namespace meerslag {

std::string_view to_string(FaultKind kind) {
    switch (kind) {
        case FaultKind::NoStart: return "no start";
        case FaultKind::Crash: return "crash";
        case FaultKind::Hang: return "hang";
        case FaultKind::Flood: return "flood of output";
        case FaultKind::IllegalMove: return "illegal move";
        case FaultKind::TimeLoss: return "time loss";
        case FaultKind::Refusal: return "refusal";
        case FaultKind::Interrupted: return "interrupted";
    }
    std::abort();
}

std::string harmless(std::string_view text) {
    constexpr std::size_t kMostBytes = 300;
    const std::string characters = to_utf8(text);
    std::string result;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const auto byte = static_cast<unsigned char>(characters[i]);
        if (result.size() >= kMostBytes && (byte & 0xC0) != 0x80) break;  // not in a character
        // U+0080 to U+009F are control characters too, of two bytes
        const bool is_two = byte == 0xC2 && static_cast<unsigned char>(characters[i + 1]) < 0xA0;
        const bool is_control = byte < 0x20 || byte == 0x7F || is_two;
        result += is_control ? '?' : characters[i];
        if (is_two) ++i;
    }
    return result;
}

}  // namespace meerslag

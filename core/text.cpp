// Small things every reader of text needs.
#include "core/text.hpp"

#include <fmt/format.h>

namespace meerslag {

std::string shown(char c) {
    const bool is_printable = c >= ' ' && c <= '~';
    return is_printable ? fmt::format("'{}'", c)
                        : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(c));
}

}  // namespace meerslag

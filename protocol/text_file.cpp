// Text files: reading one whole.
#include "protocol/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace meerslag {

Expected<std::string, std::string> read_text_file(const std::string& name, std::size_t most) {
    std::ifstream file{name, std::ios::binary};
    std::string text;
    std::array<char, 1 << 16> part;
    // Piece by piece, since not every file tells its size, or has one
    while (file && text.size() <= most) {
        file.read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (text.size() > most) {
        return unexpected{fmt::format("{} is too large: more than {} bytes", name, most)};
    }
    if (!file.eof() || file.bad()) return unexpected{fmt::format("cannot read {}", name)};
    return text;
}

}  // namespace meerslag

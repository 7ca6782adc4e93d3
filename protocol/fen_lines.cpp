// Positions in a text: reading it line by line.
#include "protocol/fen_lines.hpp"

#include <fmt/format.h>

#include "core/fen.hpp"
#include "core/text.hpp"

namespace meerslag {

Expected<std::vector<Position>, TextError> parse_fen_lines(std::string_view text) {
    std::vector<Position> positions;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') continue;
        const auto fen = parse_fen(line);
        if (!fen) {
            const TextError& error = fen.error();
            return unexpected{
                TextError{fmt::format("line {}: {}", number, error.reason), error.column}};
        }
        positions.push_back(fen->position);
    }
    return positions;
}

}  // namespace meerslag

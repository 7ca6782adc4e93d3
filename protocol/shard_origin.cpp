// The origin of a shard: writing and comparing.
#include "protocol/shard_origin.hpp"

#include <fmt/format.h>
#include <optional>

namespace meerslag {
namespace {

/// What stands behind "name: " at the beginning of a line.
std::optional<std::string_view> value_in(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(name) && line.substr(name.size()).starts_with(": ")) {
            return line.substr(name.size() + 2);
        }
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return std::nullopt;
}

}  // namespace

std::string shard_origin(std::string_view version, const std::vector<ShardSetting>& settings) {
    std::string text{version};
    for (const ShardSetting& setting : settings) {
        text += fmt::format("\n{}: {}", setting.name, setting.value);
    }
    return text;
}

std::string difference_of(std::string_view origin, const std::vector<ShardSetting>& settings) {
    for (const ShardSetting& setting : settings) {
        const auto value = value_in(origin, setting.name);
        if (value == setting.value) continue;
        if (!value) return fmt::format("an earlier version, which told no {}", setting.name);
        return fmt::format("{}: {}, not {}", setting.name, *value, setting.value);
    }
    return "";
}

}  // namespace meerslag

// The origin of a shard: by which program and with what settings its games were played.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meerslag {

/// One thing that decides which games are played, on one line.
struct ShardSetting {
    std::string name;  ///< as in "nodes"
    std::string value;
};

/// The text: the program's version, then a setting a line, as in "nodes: 3000".
[[nodiscard]] std::string shard_origin(std::string_view version,
                                       const std::vector<ShardSetting>& settings);

/// Whether the games of a shard with the text `origin` were played with `settings`, by whatever
/// version. Returns: the first difference in words, "nodes: 1, not 3000"; empty if there is none.
/// Early versions wrote a text without lines: what they do not tell counts as different.
[[nodiscard]] std::string difference_of(std::string_view origin,
                                        const std::vector<ShardSetting>& settings);

}  // namespace meerslag

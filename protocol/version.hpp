// Who this program is, for every protocol that asks, and how it was built. No dates: equal sources
// built the same way give equal programs.
#pragma once

#include <string>
#include <string_view>

namespace meerslag {

inline constexpr std::string_view kProgramName = "Meerslag";
inline constexpr std::string_view kProgramAuthor = "The Meerslag authors";
inline constexpr std::string_view kProgramCountry = "Netherlands";

/// Of the project, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

struct BuildInfo {
    std::string_view commit;    ///< abbreviated hash of the commit built from; empty: not known
    std::string_view compiler;  ///< name and version
    std::string_view options;   ///< system, instruction set, optimisation, checks
};

[[nodiscard]] BuildInfo build_info();

/// Version and commit, such as "0.1.0+ee926a036d"; the version alone where the commit is not known.
[[nodiscard]] std::string full_version();

/// What `meerslag --version` prints, one fact a line.
[[nodiscard]] std::string version_text();

}  // namespace meerslag

// Who this program is: the words, from what the build defines.
#include "protocol/version.hpp"

#include <fmt/format.h>

#include "build_commit.hpp"  // written into the build folder, see MeerslagVersion.cmake

namespace meerslag {

// The macros come from MeerslagVersion.cmake and reach this file alone, so that a new version or
// commit compiles nothing else.
std::string_view program_version() { return MEERSLAG_VERSION; }

BuildInfo build_info() {
    return {
        .commit = kBuildCommit, .compiler = MEERSLAG_COMPILER, .options = MEERSLAG_BUILD_OPTIONS};
}

std::string full_version() {
    const std::string_view commit = build_info().commit;
    return commit.empty() ? std::string{program_version()}
                          : fmt::format("{}+{}", program_version(), commit);
}

std::string version_text() {
    const BuildInfo info = build_info();
    return fmt::format("{} {}\nCommit:   {}\nCompiler: {}\nBuild:    {}", kProgramName,
                       program_version(), info.commit.empty() ? "not known" : info.commit,
                       info.compiler, info.options);
}

}  // namespace meerslag

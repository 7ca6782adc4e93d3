# Script: writes the header HEADER with the commit of the folder SOURCE, as told by the program GIT.
# In the archive of sources `git archive` has put it here. Elsewhere the commit stays empty.

set(commit "$Format:%H$")
if(commit MATCHES "^[0-9a-f]+$")
    string(SUBSTRING ${commit} 0 10 commit)
else()
    set(commit "")
endif()
if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} rev-parse --short=10 HEAD WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()

file(WRITE ${HEADER} "// Written by the build.
#pragma once

#include <string_view>

namespace meerslag {

inline constexpr std::string_view kBuildCommit = \"${commit}\";

}  // namespace meerslag
")

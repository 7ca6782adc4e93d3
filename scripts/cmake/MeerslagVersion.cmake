# What the program knows of its own making: protocol/version.cpp says it.
#
# The version has one source, project(... VERSION) in CMakeLists.txt. The commit goes into a header
# of the build folder that only version.cpp includes; git's log of HEAD, which changes with every
# commit and checkout, says when it is out of date.

set(version_folder ${CMAKE_BINARY_DIR}/generated)
set(commit_header ${version_folder}/build_commit.hpp)

find_package(Git QUIET)
set(log_of_head "")
if(Git_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
                    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE log_of_head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    get_filename_component(log_of_head "${log_of_head}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    if(IS_DIRECTORY ${log_of_head} OR NOT EXISTS ${log_of_head})
        set(log_of_head "")
    endif()
endif()

# What the options of MeerslagBuild.cmake amount to, in words.
function(meerslag_build_options_text result)
    set(words "${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}")
    if(MEERSLAG_NATIVE)
        list(APPEND words "for the building machine's processor")
    elseif(MEERSLAG_X86_64)
        list(APPEND words "SSE4.2 and POPCNT")
    endif()
    string(TOLOWER "${CMAKE_BUILD_TYPE}" type)
    list(APPEND words ${type})
    if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
        list(APPEND words "link-time optimisation")
    endif()
    if(MEERSLAG_STANDALONE)
        list(APPEND words "standalone")
    endif()
    if(MEERSLAG_QUICK_BUILD)
        list(APPEND words "hardly optimised")
    endif()
    if(MEERSLAG_TUNE)
        list(APPEND words "for tuning")
    endif()
    if(MEERSLAG_SANITIZE)
        list(APPEND words "sanitizers ${MEERSLAG_SANITIZE}")
    endif()
    list(JOIN words ", " text)
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Gives version.cpp, a source of the target, what it has to say.
function(meerslag_add_build_info target)
    meerslag_build_options_text(options)
    set_property(
        SOURCE version.cpp APPEND PROPERTY COMPILE_DEFINITIONS
        "MEERSLAG_VERSION=\"${PROJECT_VERSION}\""
        "MEERSLAG_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\""
        "MEERSLAG_BUILD_OPTIONS=\"${options}\"")
    set_property(SOURCE version.cpp APPEND PROPERTY INCLUDE_DIRECTORIES ${version_folder})

    set(script ${PROJECT_SOURCE_DIR}/scripts/cmake/write_build_commit.cmake)
    add_custom_command(
        OUTPUT ${commit_header}
        COMMAND ${CMAKE_COMMAND} -D GIT=${GIT_EXECUTABLE} -D SOURCE=${PROJECT_SOURCE_DIR}
                -D HEADER=${commit_header} -P ${script}
        DEPENDS ${log_of_head} ${script}
        COMMENT "Writing down the commit"
        VERBATIM)
    target_sources(${target} PRIVATE ${commit_header})
endfunction()

# Compiler settings that hold for every target of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()

# MEERSLAG_WERROR=ON in the environment is the default for a whole run of builds, as in .ci/run.
option(MEERSLAG_WERROR "Treat warnings as errors" "$ENV{MEERSLAG_WERROR}")
option(MEERSLAG_NATIVE "Use every instruction of this machine" OFF)
option(MEERSLAG_STANDALONE "Link everything but the system's C library into the programs" OFF)
option(MEERSLAG_QUICK_BUILD "Optimise a little, and only core and engine" OFF)
option(MEERSLAG_TUNE "Make the numbers of the search Hub parameters, for scripts/tune" OFF)
option(MEERSLAG_COVERAGE "Count which lines are run, by g++" OFF)
option(MEERSLAG_PRECOMPILE "Read common headers once a target, where all of it is built anew" OFF)
set(MEERSLAG_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined")

option(MEERSLAG_FUZZ "Build the fuzz targets, by clang++ with MEERSLAG_SANITIZE=fuzzer-no-link,..." OFF)

string(COMPARE EQUAL "${CMAKE_SYSTEM_PROCESSOR}" "x86_64" MEERSLAG_X86_64)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "AMD64")  # Windows' word for it
    set(MEERSLAG_X86_64 ON)
endif()

# Holds for every target, so that all objects of a program agree on it.
if(MEERSLAG_NATIVE)
    add_compile_options(-march=native)
elseif(MEERSLAG_X86_64)
    add_compile_options(-msse4.2 -mpopcnt)
endif()
# A square root is one instruction, and several at a time, when it need not set errno.
add_compile_options(-fno-math-errno)
if(MEERSLAG_SANITIZE)
    add_compile_options(-fsanitize=${MEERSLAG_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${MEERSLAG_SANITIZE})
endif()
if(MEERSLAG_COVERAGE)
    add_compile_options(--coverage -fprofile-update=atomic)  # so that counts of threads add up
    add_link_options(--coverage)
endif()
add_compile_definitions($<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(MEERSLAG_QUICK_BUILD)
    add_compile_options(-O0)
endif()
if(MEERSLAG_TUNE)
    add_compile_definitions(MEERSLAG_TUNE)
endif()
# Equal sources give equal programs, in whatever folder they lie. A debugger wants the real paths.
add_compile_options($<$<CONFIG:Release>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)
# Tables are made at compile time; clang's own limit on steps is too low for them in a debug build.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fconstexpr-steps=100000000>)

# Name, then sources: a library of one layer. Includes start at the repository root.
function(meerslag_add_layer name)
    file(GLOB sources CONFIGURE_DEPENDS *.cpp *.hpp */*.cpp */*.hpp)
    list(FILTER sources EXCLUDE REGEX "(main|_bench)\\.cpp$")
    add_library(${name} STATIC ${sources})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
    meerslag_compile_options(${name})
    # Tests spend their time in these two; the rest takes more to optimise than it gives back.
    if((MEERSLAG_QUICK_BUILD OR MEERSLAG_COVERAGE OR (MEERSLAG_SANITIZE AND NOT MEERSLAG_FUZZ))
       AND name MATCHES "_(core|engine)$")
        target_compile_options(${name} PRIVATE -O1)
    endif()
endfunction()

# Target, then headers that most of its sources include.
function(meerslag_precompile target)
    if(MEERSLAG_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <optional> <string>
                                  <string_view> <vector> <fmt/format.h> ${ARGN})
    endif()
endfunction()

function(meerslag_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                             -Wswitch-enum $<$<BOOL:${MEERSLAG_WERROR}>:-Werror>)
endfunction()

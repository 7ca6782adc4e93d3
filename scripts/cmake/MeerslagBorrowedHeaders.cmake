# For cross builds: no distribution packages our libraries for the target, but they consist of
# headers only, so those of this machine serve. /usr/include must not be searched as a whole, since
# this machine's C library lies there too: a folder of links stands for it.

set(borrowed ${CMAKE_BINARY_DIR}/borrowed-headers)
file(MAKE_DIRECTORY ${borrowed})

foreach(header fmt tl CLI nlohmann asio asio.hpp)
    find_path(folder ${header} PATHS /usr/local/include /usr/include NO_CACHE REQUIRED
              NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    file(CREATE_LINK ${folder}/${header} ${borrowed}/${header} SYMBOLIC)
    unset(folder)
endforeach()

# The targets that find_package would make.
foreach(target fmt::fmt tl::expected CLI11::CLI11 nlohmann_json::nlohmann_json)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} SYSTEM INTERFACE ${borrowed})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

# Catch2, as far as it is one header (version 2): its main program is compiled here.
find_path(folder catch2/catch.hpp PATHS /usr/local/include /usr/include NO_CACHE
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(folder)
    file(CREATE_LINK ${folder}/catch2 ${borrowed}/catch2 SYMBOLIC)
    # Unlike WRITE, this leaves a file alone that is as it should be: nothing is compiled anew.
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/catch_main.cpp
         CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
    add_library(Catch2WithMain STATIC EXCLUDE_FROM_ALL
                ${CMAKE_BINARY_DIR}/generated/catch_main.cpp)
    target_include_directories(Catch2WithMain SYSTEM PUBLIC ${borrowed})
    add_library(Catch2::Catch2WithMain ALIAS Catch2WithMain)
endif()
unset(folder)

set(ASIO_INCLUDE_DIR ${borrowed})  # where FindAsio.cmake would have to look

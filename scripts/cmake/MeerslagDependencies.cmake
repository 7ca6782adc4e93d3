# The libraries, all of them packaged by Debian (see README.md).

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

set(MEERSLAG_FMT fmt::fmt)
if(CMAKE_CROSSCOMPILING)
    include(MeerslagBorrowedHeaders)
else()
    find_package(fmt REQUIRED)
    find_package(tl-expected REQUIRED)
    find_package(CLI11 REQUIRED)
    find_package(nlohmann_json REQUIRED)
endif()
find_package(Threads REQUIRED)
if(MEERSLAG_STANDALONE AND NOT CMAKE_CROSSCOMPILING)  # the toolchains link statically as it is
    # Not with the C library: what it loads to look up names must be of the same version. Unused
    # sections go, since some of the C++ library's ask for a newer C library than the others.
    add_link_options(-static-libstdc++ -static-libgcc -Wl,--gc-sections)
    set(MEERSLAG_FMT fmt::fmt-header-only)
    find_library(ZLIB_LIBRARY libz.a REQUIRED)
endif()
find_package(ZLIB REQUIRED)
find_package(Asio REQUIRED)

# Packages, by `cpack` in a folder of a build: .tar.gz and .deb for Linux, .zip for Windows.
# scripts/release makes all of them.

set(CPACK_PACKAGE_NAME meerslag)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "engine for international draughts")
set(CPACK_PACKAGE_VENDOR "The Meerslag authors")
set(CPACK_PACKAGE_CONTACT "The Meerslag authors <maintainers@users.noreply.a-seed-9d18eacd.example>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
string(REPLACE aarch64 arm64 processor ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_FILE_NAME meerslag-${PROJECT_VERSION}-${system}-${processor})

find_program(dpkg_shlibdeps dpkg-shlibdeps)
mark_as_advanced(dpkg_shlibdeps)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
elseif(dpkg_shlibdeps AND NOT CMAKE_CROSSCOMPILING)
    set(CPACK_GENERATOR TGZ DEB)
else()
    set(CPACK_GENERATOR TGZ)
endif()

# Archives hold the programs alone, .deb files either component: MeerslagPackageKinds.cmake.
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/MeerslagPackageKinds.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/prepare_package.cmake)

# For prepare_package.cmake, which sees what begins with CPACK_.
set(CPACK_MEERSLAG_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_MEERSLAG_LIBRARIES_FILE ${CMAKE_BINARY_DIR}/generated/LIBRARIES.txt)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME meerslag)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION
"Meerslag plays international draughts, on 10x10 squares. Graphical programs
and other engines reach it through the Hub protocol or DamExchange; for people
it plays in the terminal, analyses positions and games, and checks files of
games. Learned weights and endgames of up to 4 pieces are part of the program.
.
The package also has meerslag-match, which lets engines play each other and
tells how much stronger one of them is.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libmeerslag-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, libexpected-dev")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION
"Its rules, for C++ programs: positions, legal moves, games with their draws,
FEN, PDN and the other notations of draughts on 10x10 squares, as a library
that CMake finds by find_package(Meerslag).")

include(CPack)

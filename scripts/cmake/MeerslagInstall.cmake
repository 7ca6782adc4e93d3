# What `cmake --install` copies, in two components: `programs`, for people who play, and `library`,
# the rules core for programs of others, who write find_package(Meerslag) and link Meerslag::core.
# `cmake --install build/release --component programs` takes one of them.

# A player on Windows unpacks a folder and looks for the program in it.
if(WIN32)
    set(CMAKE_INSTALL_BINDIR . CACHE PATH "Folder of the programs")
    set(CMAKE_INSTALL_DOCDIR . CACHE PATH "Folder of the documents")
else()
    set(CMAKE_INSTALL_DOCDIR share/doc/meerslag CACHE PATH "Folder of the documents")
endif()
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS  # whatever the umask is
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CMakePackageConfigHelpers)

# Programs, with their manual
install(TARGETS meerslag meerslag-match DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT programs)
if(NOT WIN32)
    install(FILES protocol/meerslag.6 bench/meerslag-match.6
            DESTINATION ${CMAKE_INSTALL_MANDIR}/man6 COMPONENT programs)
endif()

# The licences of the libraries that such a program holds, as far as Debian's packages tell them
if(MEERSLAG_STANDALONE OR CMAKE_CROSSCOMPILING)
    set(packages libfmt-dev libcli11-dev libasio-dev libexpected-dev nlohmann-json3-dev)
    if(WIN32)
        list(APPEND packages libz-mingw-w64-dev mingw-w64-common)
    elseif(MEERSLAG_STANDALONE)
        list(APPEND packages zlib1g-dev)
    else()
        list(APPEND packages zlib1g-dev libc6-dev)
    endif()
    set(licences "The programs hold parts of the libraries below, which come under these terms.\n")
    foreach(package IN LISTS packages)
        if(EXISTS /usr/share/doc/${package}/copyright)
            file(READ /usr/share/doc/${package}/copyright text)
            string(APPEND licences "\n---- ${package} ----\n\n${text}")
        endif()
    endforeach()
    file(WRITE ${CMAKE_BINARY_DIR}/generated/LIBRARIES.txt "${licences}")
    install(FILES ${CMAKE_BINARY_DIR}/generated/LIBRARIES.txt
            DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
endif()

# Headers: here they find each other as "core/...", which is too common a name to put on the search
# path of others. What is installed says "meerslag/core/...", and is made when it is asked for.
set(public_headers ${CMAKE_BINARY_DIR}/generated/public)
install(CODE "
    file(GLOB headers ${PROJECT_SOURCE_DIR}/core/*.hpp)
    list(FILTER headers EXCLUDE REGEX \"/(movegen_kernel|pdn_line_builder)\\\\.hpp\$\")
    file(REMOVE_RECURSE ${public_headers})
    foreach(header IN LISTS headers)
        file(READ \${header} text)
        string(REPLACE \"#include \\\"core/\" \"#include \\\"meerslag/core/\" text \"\${text}\")
        get_filename_component(name \${header} NAME)
        file(WRITE ${public_headers}/meerslag/core/\${name} \"\${text}\")
    endforeach()"
    COMPONENT library)
install(DIRECTORY ${public_headers}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)

# The library, and what find_package reads
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Meerslag)
install(TARGETS meerslag_core EXPORT MeerslagTargets
        DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT MeerslagTargets NAMESPACE Meerslag:: DESTINATION ${config_folder}
        COMPONENT library)
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/MeerslagConfig.cmake.in
    ${CMAKE_BINARY_DIR}/generated/MeerslagConfig.cmake
    INSTALL_DESTINATION ${config_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
    ${CMAKE_BINARY_DIR}/generated/MeerslagConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/MeerslagConfig.cmake
              ${CMAKE_BINARY_DIR}/generated/MeerslagConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT library)

# Asio without Boost. It is header-only and ships neither a CMake package nor a .pc file.
#
# Target: Asio::Asio, with what it needs to compile and link (threads; on Windows its sockets).

find_path(ASIO_INCLUDE_DIR asio.hpp)
mark_as_advanced(ASIO_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Asio REQUIRED_VARS ASIO_INCLUDE_DIR)

if(Asio_FOUND AND NOT TARGET Asio::Asio)
    find_package(Threads REQUIRED)
    add_library(Asio::Asio INTERFACE IMPORTED)
    set_target_properties(Asio::Asio PROPERTIES
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${ASIO_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS ASIO_STANDALONE
        INTERFACE_LINK_LIBRARIES Threads::Threads)
    if(WIN32)
        # Windows 10 on; async_accept needs mswsock.
        set_property(TARGET Asio::Asio APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS _WIN32_WINNT=0x0A00)
        set_property(TARGET Asio::Asio APPEND PROPERTY INTERFACE_LINK_LIBRARIES ws2_32 mswsock)
    endif()
endif()

# The libraries, all of them packaged by Debian (see README.md).

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

if(CMAKE_CROSSCOMPILING)
    include(MeerslagBorrowedHeaders)
else()
    find_package(fmt REQUIRED)
    find_package(tl-expected REQUIRED)
    find_package(CLI11 REQUIRED)
    find_package(nlohmann_json REQUIRED)
endif()
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Asio REQUIRED)

# 64-bit ARM programs for Linux from another machine. Debian: g++-aarch64-linux-gnu.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# zlib for ARM64 comes with no cross compiler: MEERSLAG_ARM64_ROOT names a folder that holds it, as
# fetch_arm64_zlib of scripts/setup.sh makes one.
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu $ENV{MEERSLAG_ARM64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(ZLIB_USE_STATIC_LIBS ON)

# Set-up shared by the scripts: find or install what the build needs, then build. To be sourced.
# Writes to stderr only and leaves standard input alone: the program started afterwards owns both.

set -u

root=$(cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd) || exit 1

# Debian's and Ubuntu's names of what a build needs; and what the tests need on top.
build_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev libasio-dev libexpected-dev
                nlohmann-json3-dev zlib1g-dev)
test_packages=(catch2 librapidcheck-dev libbenchmark-dev)
# Those of the programs for other systems, on top of build_packages.
windows_packages=(g++-mingw-w64-x86-64-posix libz-mingw-w64-dev)
arm64_packages=(g++-aarch64-linux-gnu)

say() {
    printf '%s\n' "$*" >&2
}

# Prints those of the named packages that are not installed, one a line.
missing_packages() {
    local package status
    for package in "$@"; do
        status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) ||
            status=unknown
        [[ $status == installed ]] || printf '%s\n' "$package"
    done
}

is_known_system() {
    local name
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null && [[ -r /etc/os-release ]] ||
        return 1
    name=$(. /etc/os-release && printf '%s' " ${ID:-} ${ID_LIKE:-} ")
    [[ $name == *" debian "* || $name == *" ubuntu "* ]]
}

say_what_is_needed() {
    say "Meerslag needs, to be built:
  a C++20 compiler (g++ 12, clang 14 or later), CMake 3.22 or later, Ninja
  the libraries fmt, CLI11, Asio (without Boost), tl::expected, nlohmann-json and zlib
and for its tests: Catch2 (2.13 or 3), RapidCheck and Google Benchmark.
On Debian and Ubuntu these are the packages
  ${build_packages[*]}
  ${test_packages[*]}
With them in place: cmake --preset release && cmake --build --preset release"
}

# Runs apt-get as root, without a question. A password is asked for by sudo alone, at a terminal.
as_root_apt_get() {
    local become_root=()
    if [[ $(id -u) != 0 ]]; then
        become_root=(sudo)
        [[ -t 0 && -t 2 ]] || become_root+=(-n)
    fi
    "${become_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a \
        apt-get -y -o DPkg::Lock::Timeout=600 "$@" </dev/null >&2
}

# Installs those of the named packages that are missing, or says what to do and ends the script.
require_packages() {
    local missing
    if ! is_known_system; then
        say "This is neither Debian nor Ubuntu, so nothing is installed here."
        say_what_is_needed
        exit 1
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if [[ $(id -u) == 0 ]] || command -v sudo >/dev/null; then
        say "Installing ${missing[*]}"
        as_root_apt_get -q update || say "The package lists could not be renewed; trying as they are."
        as_root_apt_get -q install --no-install-recommends "${missing[@]}" && return 0
    fi
    say "Packages are missing and could not be installed here. Please install them, as by
  sudo apt-get install ${missing[*]}"
    exit 1
}

# fetch_arm64_zlib FOLDER: unpacks Debian's zlib for ARM64 into the folder. Nothing is installed, and
# the system's own package lists stay as they are.
fetch_arm64_zlib() {
    local folder=$1 apt
    [[ ! -f $folder/usr/include/zlib.h ]] || return 0
    mkdir -p -- "$folder/lists/partial" || return
    apt=(-q -o APT::Architectures::=arm64 -o Dir::State::lists="$folder/lists"
         -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
    (
        cd -- "$folder" && apt-get "${apt[@]}" update &&
            apt-get "${apt[@]}" download zlib1g-dev:arm64 &&
            dpkg-deb -x zlib1g-dev_*_arm64.deb . && rm -rf -- lists ./*.deb
    ) </dev/null >&2
}

# Ninja's output without the lines that say that there was nothing to do.
run_ninja() {
    ninja -C "$1" "${@:2}" </dev/null 2>&1 |
        sed --unbuffered -E \
            -e '/^ninja: (no work to do|Entering directory)/d' \
            -e '/^\[0\/[0-9]+\] Re-(checking|running) /d' >&2
    return "${PIPESTATUS[0]}"
}

# configure PRESET [CMAKE ARGUMENT...]: always runs CMake.
configure() {
    (cd -- "$root" && cmake --preset "$@") </dev/null >&2
}

# is_configured PRESET: build/PRESET is a build of this folder, not of one that was moved or copied.
is_configured() {
    [[ -f $root/build/$1/build.ninja ]] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt"
}

# has_packages FILE PACKAGE...: FILE, the list of those that a build was set up with, names them all.
has_packages() {
    local file=$1 package known
    shift
    known=" $(cat "$file" 2>/dev/null) "
    for package in "$@"; do
        [[ $known == *" $package "* ]] || return 1
    done
}

# build PRESET PACKAGES TARGET...: brings the targets up to date. PACKAGES, names in one string, are
# looked for when the folder is new or was set up with fewer. One build of a folder at a time: a
# second caller waits for the first.
build() {
    local preset=$1 folder=$root/build/$1 packages
    read -ra packages <<<"$2"
    shift 2
    mkdir -p -- "$folder" || return
    (
        flock 9
        if ! is_configured "$preset" || ! has_packages "$folder/packages.txt" "${packages[@]}"; then
            require_packages "${packages[@]}"
            is_configured "$preset" || rm -rf -- "$folder/CMakeCache.txt" "$folder/CMakeFiles"
            configure "$preset" || exit 1
            echo "${packages[*]}" >"$folder/packages.txt"
        fi
        run_ninja "$folder" "$@" 9>&-
    ) 9>"$folder/.lock"
}

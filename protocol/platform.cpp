#include "protocol/platform.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX  // libstdc++ of mingw-w64 defines it
#define NOMINMAX
#endif
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace meerslag {
namespace {

// Signals know no other way to tell than a global; written by the handler, read by any thread.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

bool take_interrupt() { return interrupted.exchange(false); }

std::optional<std::string> environment_variable(const char* name) {
    const char* const value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
}

namespace {

/// The folder named by an environment variable; a relative one counts as none.
std::optional<std::filesystem::path> absolute_folder(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    std::filesystem::path folder{*text};
    if (!folder.is_absolute()) return std::nullopt;
    return folder;
}

}  // namespace

#ifdef _WIN32

namespace {

HANDLE handle_of(StandardStream stream) {
    switch (stream) {
        case StandardStream::Input: return GetStdHandle(STD_INPUT_HANDLE);
        case StandardStream::Output: return GetStdHandle(STD_OUTPUT_HANDLE);
        case StandardStream::Error: return GetStdHandle(STD_ERROR_HANDLE);
    }
    std::abort();
}

}  // namespace

bool is_terminal(StandardStream stream) {
    DWORD mode = 0;  // _isatty would also say yes to the NUL device
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::optional<int> terminal_width(StandardStream stream) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) return std::nullopt;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

void prepare_standard_streams() {
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
}

void watch_interrupts() {
    SetConsoleCtrlHandler(
        [](DWORD event) -> BOOL {
            if (event != CTRL_C_EVENT) return FALSE;
            interrupted = true;
            return TRUE;
        },
        TRUE);
}

bool needs_reuse_address() { return false; }

std::optional<std::filesystem::path> executable_path() {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length =
            GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
        if (length == 0) return std::nullopt;
        if (length < name.size()) {
            name.resize(length);
            return std::filesystem::path{name};
        }
        name.resize(2 * name.size());  // cut off: there is no way to ask for the length
    }
}

std::optional<std::filesystem::path> user_data_folder(
    std::optional<std::string> (*variable)(const char* name)) {
    const auto folder = absolute_folder(variable("LOCALAPPDATA"));
    if (!folder) return std::nullopt;
    return *folder / "Meerslag";
}

#else

namespace {

int descriptor_of(StandardStream stream) {
    switch (stream) {
        case StandardStream::Input: return STDIN_FILENO;
        case StandardStream::Output: return STDOUT_FILENO;
        case StandardStream::Error: return STDERR_FILENO;
    }
    std::abort();
}

}  // namespace

bool is_terminal(StandardStream stream) { return isatty(descriptor_of(stream)) == 1; }

std::optional<int> terminal_width(StandardStream stream) {
    winsize size{};
    if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return std::nullopt;
    }
    return size.ws_col;
}

void prepare_standard_streams() { signal(SIGPIPE, SIG_IGN); }

void watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0;  // not SA_RESTART: a blocked read returns
    sigaction(SIGINT, &action, nullptr);
}

bool needs_reuse_address() { return true; }

std::optional<std::filesystem::path> executable_path() {
    std::error_code error;
    auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return std::nullopt;
    return path;
}

std::optional<std::filesystem::path> user_data_folder(
    std::optional<std::string> (*variable)(const char* name)) {
    if (const auto data = absolute_folder(variable("XDG_DATA_HOME"))) return *data / "meerslag";
    if (const auto home = absolute_folder(variable("HOME"))) {
        return *home / ".local" / "share" / "meerslag";
    }
    return std::nullopt;
}

#endif

}  // namespace meerslag

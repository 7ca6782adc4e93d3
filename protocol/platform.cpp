// What depends on the operating system: Windows first, then POSIX.
#include "protocol/platform.hpp"

#include <algorithm>
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

#include <random>
#else
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
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

std::string system_message(int error) { return std::system_category().message(error); }

/// A device or a pipe, which a new file must not replace.
bool is_no_disk_file(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Where a file is written before it takes its name.
std::filesystem::path path_beside(std::filesystem::path path) { return path += ".new"; }

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

bool has_typing_ended() { return false; }

bool needs_reuse_address() { return false; }

std::optional<std::uint64_t> total_memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (GlobalMemoryStatusEx(&status) == 0) return std::nullopt;
    return status.ullTotalPhys;
}

std::uint64_t random_seed() {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
}

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

namespace {

std::string last_message() { return system_message(static_cast<int>(GetLastError())); }

/// A handle that is closed at the end.
class OwnedHandle {
public:
    explicit OwnedHandle(HANDLE handle) : handle_(handle) {}
    ~OwnedHandle() {
        if (is_open()) CloseHandle(handle_);
    }
    OwnedHandle(const OwnedHandle&) = delete;
    OwnedHandle& operator=(const OwnedHandle&) = delete;

    [[nodiscard]] bool is_open() const {
        return handle_ != INVALID_HANDLE_VALUE && handle_ != nullptr;
    }
    [[nodiscard]] HANDLE get() const { return handle_; }

private:
    HANDLE handle_;
};

/// Writes and syncs; the file stays when that fails.
bool write_and_sync(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    const OwnedHandle file{CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                                       FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (!file.is_open()) return false;
    while (!bytes.empty()) {
        const auto part = static_cast<DWORD>(std::min(bytes.size(), std::size_t{1} << 30));
        DWORD written = 0;
        if (WriteFile(file.get(), bytes.data(), part, &written, nullptr) == 0) return false;
        bytes = bytes.subspan(written);
    }
    return FlushFileBuffers(file.get()) != 0;
}

}  // namespace

Expected<MappedFile, std::string> map_file(const std::filesystem::path& path) {
    const OwnedHandle file{CreateFileW(path.c_str(), GENERIC_READ,
                                       FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                       FILE_ATTRIBUTE_NORMAL, nullptr)};
    LARGE_INTEGER size{};
    if (!file.is_open() || GetFileSizeEx(file.get(), &size) == 0) {
        return unexpected{last_message()};
    }
    if (size.QuadPart == 0) return MappedFile{};  // an empty file cannot be mapped
    const OwnedHandle mapping{
        CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr)};
    if (!mapping.is_open()) return unexpected{last_message()};
    const void* const data = MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0);
    if (data == nullptr) return unexpected{last_message()};
    return MappedFile{
        {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size.QuadPart)},
        {data, [](const void* view) { UnmapViewOfFile(view); }}};
}

Expected<void, std::string> write_file_durably(const std::filesystem::path& path,
                                               std::span<const std::uint8_t> bytes) {
    if (is_no_disk_file(path)) return unexpected{std::string{"this is no file of a disk"}};
    const std::filesystem::path beside = path_beside(path);
    if (write_and_sync(beside, bytes) &&
        MoveFileExW(beside.c_str(), path.c_str(),
                    MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) {
        return {};
    }
    std::string message = last_message();
    DeleteFileW(beside.c_str());
    return unexpected{std::move(message)};
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

void prepare_standard_streams() {
    signal(SIGPIPE, SIG_IGN);
    // In the place of a closed stream one that cannot be used either
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) != -1) continue;
        static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

void watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0;  // not SA_RESTART: a blocked read returns
    sigaction(SIGINT, &action, nullptr);
}

bool has_typing_ended() {
    if (!is_terminal(StandardStream::Input)) return false;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0) return false;
    int waiting = 0;
    return ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
}

bool needs_reuse_address() { return true; }

std::optional<std::uint64_t> total_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_size <= 0) return std::nullopt;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
}

std::uint64_t random_seed() {
    // std::random_device would do, but asks for a C library as new as the compiler's own, and so
    // would keep a standalone program from running on older systems.
    std::uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        seed =
            static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    return seed;
}

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

namespace {

/// A file descriptor that is closed at the end.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (is_open()) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

/// Writes and syncs; false with errno, and the file stays, when that fails.
bool write_and_sync(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    const Descriptor file{open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (!file.is_open()) return false;
    while (!bytes.empty()) {
        const ssize_t written = write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return fsync(file.number()) == 0;
}

/// The new name of a file lasts only when its folder is synced too.
bool sync_folder(const std::filesystem::path& folder) {
    const Descriptor opened{open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC)};
    return opened.is_open() && fsync(opened.number()) == 0;
}

}  // namespace

Expected<MappedFile, std::string> map_file(const std::filesystem::path& path) {
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status {};
    if (!file.is_open() || fstat(file.number(), &status) != 0) {
        return unexpected{system_message(errno)};
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return MappedFile{};  // an empty file cannot be mapped
    void* const data = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
    if (data == MAP_FAILED) return unexpected{system_message(errno)};
    return MappedFile{{static_cast<const std::uint8_t*>(data), size},
                      {data, [size](void* view) { munmap(view, size); }}};
}

Expected<void, std::string> write_file_durably(const std::filesystem::path& path,
                                               std::span<const std::uint8_t> bytes) {
    if (is_no_disk_file(path)) return unexpected{std::string{"this is no file of a disk"}};
    const std::filesystem::path beside = path_beside(path);
    if (write_and_sync(beside, bytes) && rename(beside.c_str(), path.c_str()) == 0 &&
        sync_folder(path.parent_path())) {
        return {};
    }
    std::string message = system_message(errno);
    unlink(beside.c_str());
    return unexpected{std::move(message)};
}

#endif

}  // namespace meerslag

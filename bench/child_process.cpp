// ChildProcess: starting, feeding and ending programs, on POSIX systems and on Windows.
#include "bench/child_process.hpp"

#include <fmt/format.h>
#include <thread>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#endif

namespace meerslag {

Expected<std::vector<std::string>, TextError> split_command(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ' || c == '\t') {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        if (c != '"' && c != '\'') {
            words.back() += c;
            continue;
        }
        const std::size_t end = text.find(c, i + 1);
        if (end == std::string_view::npos) {
            return unexpected(TextError{"this quote is not closed", static_cast<int>(i) + 1});
        }
        words.back() += text.substr(i + 1, end - i - 1);
        i = end;
    }
    if (words.empty()) return unexpected(TextError{"an empty command"});
    return words;
}

#ifdef _WIN32

namespace {

/// A handle that is closed when it goes.
class Handle {
public:
    explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
    ~Handle() { close(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] HANDLE get() const { return handle_; }
    [[nodiscard]] HANDLE* address() { return &handle_; }
    void close() {
        if (handle_ != nullptr) CloseHandle(handle_);
        handle_ = nullptr;
    }

private:
    HANDLE handle_;
};

std::wstring widen(std::string_view text) {
    const int size = static_cast<int>(text.size());
    const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(length), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), length);
    return wide;
}

/// Quoted as CommandLineToArgvW reads it.
std::wstring command_line(const std::vector<std::string>& arguments) {
    std::wstring line;
    for (const std::string& argument : arguments) {
        if (!line.empty()) line += L' ';
        line += L'"';
        std::size_t backslashes = 0;
        for (const wchar_t c : widen(argument)) {
            if (c == L'"') line.append(backslashes + 1, L'\\');
            backslashes = c == L'\\' ? backslashes + 1 : 0;
            line += c;
        }
        line.append(backslashes, L'\\');
        line += L'"';
    }
    return line;
}

std::string last_error_text() { return fmt::format("system error {}", GetLastError()); }

std::size_t read_from(const Handle& handle, std::span<char> buffer) {
    DWORD count = 0;
    if (!ReadFile(handle.get(), buffer.data(), static_cast<DWORD>(buffer.size()), &count,
                  nullptr)) {
        return 0;
    }
    return count;
}

}  // namespace

struct ChildProcess::System {
    Handle job;
    Handle process;
    Handle input;
    Handle output;
    Handle errors;
};

Expected<std::unique_ptr<ChildProcess>, TextError> ChildProcess::start(
    const ChildCommand& command) {
    auto system = std::make_unique<System>();
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    Handle child_input;
    Handle child_output;
    Handle child_errors;
    if (!CreatePipe(child_input.address(), system->input.address(), &inherited, 0) ||
        !CreatePipe(system->output.address(), child_output.address(), &inherited, 0) ||
        !CreatePipe(system->errors.address(), child_errors.address(), &inherited, 0)) {
        return unexpected(TextError{"no pipe: " + last_error_text()});
    }
    for (const Handle* ours : {&system->input, &system->output, &system->errors}) {
        SetHandleInformation(ours->get(), HANDLE_FLAG_INHERIT, 0);
    }

    // The child gets these three handles and no other, whatever other threads start meanwhile.
    HANDLE given[] = {child_input.get(), child_output.get(), child_errors.get()};
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    std::vector<char> storage(size);
    const auto attributes = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(storage.data());
    if (!InitializeProcThreadAttributeList(attributes, 1, 0, &size) ||
        !UpdateProcThreadAttribute(attributes, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, given,
                                   sizeof(given), nullptr, nullptr)) {
        return unexpected(TextError{"no process: " + last_error_text()});
    }
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof(startup);
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = child_input.get();
    startup.StartupInfo.hStdOutput = child_output.get();
    startup.StartupInfo.hStdError = child_errors.get();
    startup.lpAttributeList = attributes;

    std::wstring line = command_line(command.arguments);
    const std::wstring folder = command.folder.wstring();
    PROCESS_INFORMATION started{};
    const BOOL done = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE,
                                     CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW |
                                         CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT,
                                     nullptr, folder.empty() ? nullptr : folder.c_str(),
                                     &startup.StartupInfo, &started);
    DeleteProcThreadAttributeList(attributes);
    if (!done) {
        return unexpected(
            TextError{fmt::format("cannot start {}: {}", command.arguments[0], last_error_text())});
    }
    *system->process.address() = started.hProcess;
    const Handle thread{started.hThread};

    // A job ends with its last handle, and all its processes with it.
    *system->job.address() = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(system->job.get(), JobObjectExtendedLimitInformation, &limits,
                            sizeof(limits));
    AssignProcessToJobObject(system->job.get(), started.hProcess);
    if (command.processor) {
        SetProcessAffinityMask(started.hProcess, DWORD_PTR{1} << *command.processor);
    }
    ResumeThread(thread.get());
    return std::unique_ptr<ChildProcess>{new ChildProcess{std::move(system)}};
}

bool ChildProcess::write(std::string_view text) {
    while (!text.empty()) {
        DWORD count = 0;
        if (!WriteFile(system_->input.get(), text.data(), static_cast<DWORD>(text.size()), &count,
                       nullptr)) {
            return false;
        }
        text.remove_prefix(count);
    }
    return true;
}

void ChildProcess::kill() { TerminateJobObject(system_->job.get(), 1); }

bool ChildProcess::wait_for(std::chrono::milliseconds time) {
    return WaitForSingleObject(system_->process.get(), static_cast<DWORD>(time.count())) ==
           WAIT_OBJECT_0;
}

std::string ChildProcess::describe_end() const {
    DWORD code = 0;
    GetExitCodeProcess(system_->process.get(), &code);
    if (code == STILL_ACTIVE) return "still running";
    return code > 0xFFFF ? fmt::format("exit code {:#x}", code) : fmt::format("exit code {}", code);
}

#else

namespace {

/// A file descriptor that is closed when it goes.
class Descriptor {
public:
    Descriptor() = default;
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return descriptor_; }
    void set(int descriptor) {
        close();
        descriptor_ = descriptor;
    }
    void close() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }

private:
    int descriptor_ = -1;
};

std::string error_text(int error) { return std::strerror(error); }

/// A pipe of which no program started by another thread gets a copy.
bool make_pipe(Descriptor& read_end, Descriptor& write_end) {
    std::array<int, 2> ends{};
#ifdef __linux__
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
#else
    if (pipe(ends.data()) != 0) return false;
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
    read_end.set(ends[0]);
    write_end.set(ends[1]);
    return true;
}

std::size_t read_from(const Descriptor& descriptor, std::span<char> buffer) {
    for (;;) {
        const ssize_t count = ::read(descriptor.get(), buffer.data(), buffer.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) return 0;
    }
}

/// Turns a process just forked into the program. Returns when that fails, with errno set. Between
/// fork and exec nothing may be called that takes a lock, since another thread may have held it.
void become(char* const* arguments, const char* folder, const std::array<int, 3>& streams,
            pid_t parent) {
    setpgid(0, 0);
#ifdef __linux__
    // One that reads nothing would not notice that we are gone
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // so soon
#else
    (void)parent;   // other systems have no such call
#endif
    // What we ignore is not the child's habit
    for (const int number : {SIGPIPE, SIGINT}) ::signal(number, SIG_DFL);
    for (int i = 0; i < 3; ++i) {
        if (dup2(streams[static_cast<std::size_t>(i)], i) < 0) return;
    }
    if (folder != nullptr && chdir(folder) != 0) return;
    execvp(arguments[0], arguments);
}

void pin(pid_t process, int processor) {
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(processor), &set);
    sched_setaffinity(process, sizeof(set), &set);
#else
    (void)process;  // other systems have no such call
    (void)processor;
#endif
}

}  // namespace

struct ChildProcess::System {
    pid_t process = -1;
    bool ended = false;  // and its number belongs to somebody else
    int status = 0;
    Descriptor input;
    Descriptor output;
    Descriptor errors;
};

Expected<std::unique_ptr<ChildProcess>, TextError> ChildProcess::start(
    const ChildCommand& command) {
    auto system = std::make_unique<System>();
    Descriptor child_input;
    Descriptor child_output;
    Descriptor child_errors;
    if (!make_pipe(child_input, system->input) || !make_pipe(system->output, child_output) ||
        !make_pipe(system->errors, child_errors)) {
        return unexpected(TextError{"no pipe: " + error_text(errno)});
    }

    Descriptor told;  // why it could not be started; closed when it is
    Descriptor child_tells;
    if (!make_pipe(told, child_tells))
        return unexpected(TextError{"no pipe: " + error_text(errno)});
    std::vector<char*> arguments;
    for (const std::string& argument : command.arguments) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    const char* const folder = command.folder.empty() ? nullptr : command.folder.c_str();
    const pid_t parent = getpid();
    system->process = fork();
    if (system->process == 0) {
        become(arguments.data(), folder,
               {child_input.get(), child_output.get(), child_errors.get()}, parent);
        const int error = errno;
        (void)!::write(child_tells.get(), &error, sizeof(error));
        _exit(127);
    }
    if (system->process < 0) {
        system->ended = true;
        return unexpected(TextError{"no process: " + error_text(errno)});
    }
    child_tells.close();
    int error = 0;
    if (read_from(told, {reinterpret_cast<char*>(&error), sizeof(error)}) == sizeof(error)) {
        waitpid(system->process, nullptr, 0);
        system->ended = true;
        return unexpected(
            TextError{fmt::format("cannot start {}: {}", command.arguments[0], error_text(error))});
    }
    if (command.processor) pin(system->process, *command.processor);
    return std::unique_ptr<ChildProcess>{new ChildProcess{std::move(system)}};
}

bool ChildProcess::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(system_->input.get(), text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

void ChildProcess::kill() {
    if (!system_->ended) ::kill(-system_->process, SIGKILL);
}

bool ChildProcess::wait_for(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!system_->ended) {
        siginfo_t info{};
        waitid(P_PID, static_cast<id_t>(system_->process), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid != 0) {
            // What it has left running goes before its number is given to somebody else.
            kill();
            waitpid(system_->process, &system_->status, 0);
            system_->ended = true;
            break;
        }
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    return true;
}

std::string ChildProcess::describe_end() const {
    if (!system_->ended) return "still running";
    if (WIFSIGNALED(system_->status)) {
        const int signal = WTERMSIG(system_->status);
        return fmt::format("signal {} ({})", signal, strsignal(signal));
    }
    return fmt::format("exit code {}", WEXITSTATUS(system_->status));
}

#endif

void ChildProcess::close_input() { system_->input.close(); }

std::size_t ChildProcess::read_output(std::span<char> buffer) {
    return read_from(system_->output, buffer);
}

std::size_t ChildProcess::read_errors(std::span<char> buffer) {
    return read_from(system_->errors, buffer);
}

ChildProcess::ChildProcess(std::unique_ptr<System> system) : system_(std::move(system)) {}

ChildProcess::~ChildProcess() {
    kill();
    wait_for(std::chrono::seconds{10});
}

}  // namespace meerslag

// ChildProcess: another program, its standard streams and its end. The only file of this layer with
// system calls.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace meerslag {

/// What to start.
struct ChildCommand {
    std::vector<std::string> arguments;  ///< the program first, looked for in PATH
    std::filesystem::path folder;        ///< to start it in; empty: the present one
    std::optional<int> processor;        ///< the only one it may run on, counted from 0
};

/// The words of a command line: cut at blanks, but not inside '...' or "...".
/// Errors: a quote that is not closed; no word at all.
[[nodiscard]] Expected<std::vector<std::string>, TextError> split_command(std::string_view text);

/// A running program with pipes on its three standard streams. It is the head of a group of its
/// own, so a Ctrl-C at the terminal does not reach it, and killing it ends its children too. On
/// Linux and Windows it ends with this program, however that ends.
class ChildProcess {
public:
    /// Errors:   the program cannot be started, with the system's reason.
    /// Requires: the thread that calls it lives as long as the program shall: Linux ends it with
    ///           that thread.
    [[nodiscard]] static Expected<std::unique_ptr<ChildProcess>, TextError> start(
        const ChildCommand& command);

    /// Kills what still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Returns: whether all of it was taken. Requires: SIGPIPE is ignored.
    bool write(std::string_view text);
    void close_input();

    /// Each blocks until there is something. Returns: how many bytes; 0 at the end.
    /// Thread: one reader each.
    [[nodiscard]] std::size_t read_output(std::span<char> buffer);
    [[nodiscard]] std::size_t read_errors(std::span<char> buffer);

    /// Ends the program and its children at once. Readers get the end of the streams.
    void kill();
    /// Returns: whether the program has ended by itself or by kill().
    bool wait_for(std::chrono::milliseconds time);
    /// For people: "exit code 3", "signal 11 (Segmentation fault)"; "still running".
    [[nodiscard]] std::string describe_end() const;

private:
    struct System;
    explicit ChildProcess(std::unique_ptr<System> system);
    std::unique_ptr<System> system_;
};

}  // namespace meerslag

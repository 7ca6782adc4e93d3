// What depends on the operating system. Its .cpp and engine/large_memory.cpp are the only files
// with system calls.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/error.hpp"

namespace meerslag {

enum class StandardStream { Input, Output, Error };

/// Is the stream a terminal, that is: does a person sit there?
[[nodiscard]] bool is_terminal(StandardStream stream);

/// Whether the person at standard input has ended it (Ctrl-D) with nothing typed before that is
/// still to be read. Does not block; never on Windows, where the end is a line like others, nor
/// where the input is no terminal.
[[nodiscard]] bool has_typing_ended();

/// Columns of the terminal that the stream is shown on; nullopt when it is none.
[[nodiscard]] std::optional<int> terminal_width(StandardStream stream);

/// To be called once, first thing in main: text passes as it is (no CR added or removed on
/// Windows, and its console takes UTF-8), writing to a reader who has gone is an error to return,
/// no signal that ends the program, and no file opened later takes the place of a closed stream.
void prepare_standard_streams();

/// From now on an interrupt (Ctrl-C) does not end the program but the reading from standard input,
/// as if it were at its end, and take_interrupt() tells of it.
void watch_interrupts();

/// Whether there was an interrupt since the last call. Thread: any.
[[nodiscard]] bool take_interrupt();

/// Whether a server must ask (SO_REUSEADDR) to get its port again right after the last connection.
/// Windows gives it without, and would let two programs share the port if asked.
[[nodiscard]] bool needs_reuse_address();

/// How much memory the machine has. Unit: bytes; nullopt when the system does not tell.
[[nodiscard]] std::optional<std::uint64_t> total_memory();

/// A number that differs from call to call and from process to process, to seed a generator with.
[[nodiscard]] std::uint64_t random_seed();

/// Where the running program lies, links resolved; nullopt when the system does not tell.
[[nodiscard]] std::optional<std::filesystem::path> executable_path();

/// The value of an environment variable; nullopt when it is not set.
[[nodiscard]] std::optional<std::string> environment_variable(const char* name);

/// The user's folder for data of this program, which need not exist yet:
/// $XDG_DATA_HOME/meerslag, else ~/.local/share/meerslag; on Windows %LOCALAPPDATA%\Meerslag.
///
/// Returns: nullopt when the user has no home.
/// Source:  XDG Base Directory Specification 0.8: paths in these variables must be absolute.
[[nodiscard]] std::optional<std::filesystem::path> user_data_folder(
    std::optional<std::string> (*variable)(const char* name) = &environment_variable);

/// The bytes of a file, mapped into memory as long as the owner lives.
struct MappedFile {
    std::span<const std::uint8_t> bytes;
    std::shared_ptr<const void> owner;
};

/// Errors: in the system's words.
[[nodiscard]] Expected<MappedFile, std::string> map_file(const std::filesystem::path& path);

/// Writes a file so that after a crash, whenever it comes, there is the whole new file or whatever
/// was there before: into a file beside it, synced, then renamed.
/// Errors: in the system's words; the file beside is removed then.
[[nodiscard]] Expected<void, std::string> write_file_durably(const std::filesystem::path& path,
                                                             std::span<const std::uint8_t> bytes);

}  // namespace meerslag

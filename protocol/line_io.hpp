// Lines of text in and out: a reader of lines far longer than any game, a writer that never mixes
// lines.
#pragma once

#include <cstdio>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace meerslag {

/// The longest line that is read whole: far more than the moves of any game. Unit: bytes.
inline constexpr std::size_t kLongestLine = std::size_t{4} << 20;

/// Reads lines from a stream, one after the other. It has no thread of its own: the
/// thread that calls next() sees each line, and the end of the input, the moment it arrives; work
/// that must not hold up the reading (a search) belongs on another thread.
class LineReader {
public:
    /// `input` must outlive the reader.
    explicit LineReader(std::istream& input) : input_(input) {}

    /// The next line without its LF or CRLF; a last line without an end counts too. Of a line that
    /// is too long the first kLongestLine + 1 bytes, which tell it. Blocks.
    /// Returns: nullopt at the end of the input.
    [[nodiscard]] std::optional<std::string> next();

private:
    std::istream& input_;
};

/// Writes whole lines: each is exactly one write to the system, flushed, and never interleaved with
/// another thread's. Clients that wait on the pipe and then read through a buffer lose lines that
/// arrive together.
///
/// Thread: write() and is_broken() are safe from everywhere.
class LineWriter {
public:
    /// Takes bytes and passes all of them on at once. Returns: false when nobody reads any more.
    using Sink = std::function<bool(std::string_view)>;

    explicit LineWriter(Sink sink) : sink_(std::move(sink)) {}
    /// To a file, which is set to be unbuffered; it must outlive the writer and must not have been
    /// written to yet.
    explicit LineWriter(std::FILE* file);

    /// Adds the LF. A line that nobody can read any more is dropped.
    void write(std::string_view line);

    /// Whether a write has failed: the other side is gone.
    [[nodiscard]] bool is_broken() const;

private:
    Sink sink_;
    mutable std::mutex mutex_;
    std::string buffer_;
    bool broken_ = false;
};

}  // namespace meerslag

// Lines of text in and out: the reading thread and the locked writer.
#include "protocol/line_io.hpp"

namespace meerslag {

std::optional<std::string> LineReader::next() {
    if (!input_.good()) return std::nullopt;
    using Traits = std::istream::traits_type;
    std::string line;
    for (;;) {
        const Traits::int_type next = input_.rdbuf()->sbumpc();
        if (Traits::eq_int_type(next, Traits::eof())) {
            input_.setstate(std::ios::eofbit);
            if (line.empty()) return std::nullopt;
            break;
        }
        const char c = Traits::to_char_type(next);
        if (c == '\n') break;
        if (line.size() <= kLongestLine) line += c;
    }
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

LineWriter::LineWriter(std::FILE* file)
    : sink_([file](std::string_view bytes) {
          return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
                 std::fflush(file) == 0;
      }) {
    // With a buffer a line longer than it would be split over two writes.
    std::setvbuf(file, nullptr, _IONBF, 0);
}

void LineWriter::write(std::string_view line) {
    const std::scoped_lock lock{mutex_};
    if (broken_) return;
    buffer_.assign(line);
    buffer_ += '\n';
    broken_ = !sink_(buffer_);
}

bool LineWriter::is_broken() const {
    const std::scoped_lock lock{mutex_};
    return broken_;
}

}  // namespace meerslag

// EngineProcess: lines cut from what the program writes, with the time of each.
#include "bench/engine_process.hpp"

#include <fmt/format.h>
#include <array>
#include <utility>

namespace meerslag {
namespace {

/// More than any engine writes in answer to one line. Unit: bytes.
constexpr std::size_t kFloodLimit = std::size_t{4} << 20;
/// Kept for reports. Units: lines, bytes of a line.
constexpr std::size_t kLastLines = 12;
constexpr std::size_t kLastLineLength = 300;
/// For leaving after a farewell, before it is killed.
constexpr std::chrono::milliseconds kFarewellTime{2000};

}  // namespace

Expected<std::unique_ptr<EngineProcess>, EngineFault> EngineProcess::start(
    const ChildCommand& command) {
    auto child = ChildProcess::start(command);
    if (!child) return unexpected(EngineFault{FaultKind::NoStart, child.error().reason});
    return std::unique_ptr<EngineProcess>{new EngineProcess{std::move(*child)}};
}

EngineProcess::EngineProcess(std::unique_ptr<ChildProcess> child)
    : child_(std::move(child)),
      output_reader_([this] { read(Stream::Output); }),
      error_reader_([this] { read(Stream::Errors); }) {}

EngineProcess::~EngineProcess() {
    child_->kill();
    output_reader_.join();
    error_reader_.join();
}

Expected<SteadyTime, EngineFault> EngineProcess::send(std::string_view line) {
    const SteadyTime time = std::chrono::steady_clock::now();
    if (!child_->write(fmt::format("{}\n", line))) return unexpected(crash());
    return time;
}

Expected<EngineLine, EngineFault> EngineProcess::next_line(SteadyTime deadline,
                                                           const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    const auto has_news = [this] {
        return !lines_.empty() || output_ended_ || bytes_since_discard_ > kFloodLimit;
    };
    const bool news = arrived_.wait_until(lock, stop, deadline, has_news);
    if (stop.stop_requested()) return unexpected(EngineFault{FaultKind::Interrupted, ""});
    if (!news) return unexpected(EngineFault{FaultKind::Hang, "no answer"});
    if (bytes_since_discard_ > kFloodLimit) {
        return unexpected(EngineFault{
            FaultKind::Flood, fmt::format("more than {} MiB for one move", kFloodLimit >> 20)});
    }
    if (!lines_.empty()) {
        EngineLine line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }
    lock.unlock();
    return unexpected(crash());
}

std::optional<EngineFault> EngineProcess::ended() {
    if (!child_->wait_for(std::chrono::milliseconds{0})) return std::nullopt;
    return crash();
}

void EngineProcess::discard_lines() {
    const std::scoped_lock lock{mutex_};
    lines_.clear();
    // Once over the limit nothing more is read, so it stays over.
    if (bytes_since_discard_ <= kFloodLimit) bytes_since_discard_ = 0;
}

void EngineProcess::end(std::string_view farewell) {
    if (!farewell.empty()) child_->write(fmt::format("{}\n", farewell));
    child_->close_input();
    if (!child_->wait_for(kFarewellTime)) child_->kill();
}

std::vector<std::string> EngineProcess::last_lines() const {
    const std::scoped_lock lock{mutex_};
    return {last_lines_.begin(), last_lines_.end()};
}

EngineFault EngineProcess::crash() {
    // It has closed a stream, but may not have got as far as its end.
    constexpr std::chrono::milliseconds kEndingTime{500};
    if (!child_->wait_for(kEndingTime)) {
        return {FaultKind::Crash, "it closed its output but still ran"};
    }
    // Its last words may still be on their way.
    std::unique_lock lock{mutex_};
    arrived_.wait_for(lock, kEndingTime, [this] { return output_ended_ && errors_ended_; });
    return {FaultKind::Crash, child_->describe_end()};
}

void EngineProcess::read(Stream stream) {
    std::array<char, 16384> buffer{};
    std::string line;
    for (;;) {
        const std::size_t count =
            stream == Stream::Output ? child_->read_output(buffer) : child_->read_errors(buffer);
        if (count == 0) break;
        const SteadyTime time = std::chrono::steady_clock::now();
        const std::scoped_lock lock{mutex_};
        for (const char c : std::string_view{buffer.data(), count}) {
            if (c == '\n') {
                take(stream, std::exchange(line, {}), time);
            } else {
                line += c;
            }
        }
        bytes_since_discard_ += count;
        arrived_.notify_all();
        if (bytes_since_discard_ > kFloodLimit) return;
    }
    const std::scoped_lock lock{mutex_};
    if (!line.empty()) take(stream, std::move(line), std::chrono::steady_clock::now());
    (stream == Stream::Output ? output_ended_ : errors_ended_) = true;
    arrived_.notify_all();
}

void EngineProcess::take(Stream stream, std::string line, SteadyTime time) {
    if (line.ends_with('\r')) line.pop_back();
    last_lines_.push_back(line.substr(0, kLastLineLength));
    if (last_lines_.size() > kLastLines) last_lines_.pop_front();
    if (stream == Stream::Output) lines_.push_back({std::move(line), time});
}

}  // namespace meerslag

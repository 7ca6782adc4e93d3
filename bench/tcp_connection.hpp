// TcpConnection: a stream to a program on this machine, read by a thread of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace meerslag {

/// Bytes and when they arrived.
struct TcpChunk {
    std::string bytes;
    std::chrono::steady_clock::time_point time;
};

enum class TcpSilence : std::uint8_t {
    Timeout,
    Closed,
    Interrupted,
    Flood,  ///< more has arrived than was read in time; nothing more will be
};

class TcpConnection {
public:
    /// Errors: nobody listens there.
    [[nodiscard]] static Expected<std::unique_ptr<TcpConnection>, TextError> connect(
        std::uint16_t port);
    ~TcpConnection();
    TcpConnection(const TcpConnection&) = delete;
    TcpConnection& operator=(const TcpConnection&) = delete;

    /// Returns: whether all of it was taken.
    bool write(std::string_view bytes);

    /// What has arrived. Waits until `deadline`.
    [[nodiscard]] Expected<TcpChunk, TcpSilence> next(
        std::chrono::steady_clock::time_point deadline, const std::stop_token& stop);

private:
    class Impl;
    explicit TcpConnection(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A port of this machine that nobody uses now, chosen at random; nullopt when none is found.
[[nodiscard]] std::optional<std::uint16_t> free_tcp_port();

}  // namespace meerslag

// DxpLink: the connection of a DxpPlayer over TCP. Its .cpp is the only file with sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "protocol/dxp_player.hpp"

namespace meerslag {

inline constexpr std::uint16_t kDxpPort = 27531;

struct DxpLinkOptions {
    /// Host name or address of either kind to connect to. None: listen.
    std::optional<std::string> connect_to;
    /// The address to listen on, such as `0.0.0.0` or `::` for everybody. None: this machine only.
    std::optional<std::string> bind_to;
    std::uint16_t port = kDxpPort;  ///< 0, to listen: any that is free
    enum class Connections : bool { Many, One };
    Connections connections = Connections::Many;  ///< how many to serve, one after the other
    /// Whether Ctrl-C and the request to terminate interrupt the player; a second one ends run().
    enum class Signals : bool { Ignore, Handle };
    Signals signals = Signals::Ignore;
};

/// One peer at a time: while there is one, others who connect are turned away.
class DxpLink {
public:
    explicit DxpLink(DxpLinkOptions options);
    ~DxpLink();
    DxpLink(const DxpLink&) = delete;
    DxpLink& operator=(const DxpLink&) = delete;

    /// Opens the port, or connects. Errors: in words for a person.
    [[nodiscard]] Expected<void, std::string> open();
    /// Where it listens, such as `127.0.0.1:27531`, or whom it is connected to. Requires: open.
    [[nodiscard]] std::vector<std::string> addresses() const;
    /// The port in use. Requires: open.
    [[nodiscard]] std::uint16_t port() const;

    /// Serves `player`. Returns: when it is finished or interrupted; connected to a host, when the
    /// connection is gone.
    void run(DxpPlayer& player);

    /// As Ctrl-C does. Thread: any.
    void interrupt();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meerslag

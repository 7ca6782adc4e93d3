// DxpLink: sockets, listening and connecting.
#include "protocol/dxp_link.hpp"

#include <fmt/format.h>

#include <array>
#include <asio/connect.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>
#include <csignal>
#include <deque>
#include <memory>
#include <utility>

#include "protocol/platform.hpp"

namespace meerslag {
namespace {

using asio::ip::tcp;

/// A peer that does not read what we send is gone when so much waits for it.
constexpr std::size_t kMostUnsentBytes = std::size_t{16} * 1024;
/// How long a second peer may wait for the first one to go. A session that is over ends in a
/// second.
constexpr std::chrono::milliseconds kAdmissionPatience{1'500};

std::string shown(const tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return fmt::format(fmt::runtime(endpoint.address().is_v6() ? "[{}]:{}" : "{}:{}"), address,
                       endpoint.port());
}

}  // namespace

class DxpLink::Impl final : public DxpWire {
public:
    explicit Impl(DxpLinkOptions options) : options_(std::move(options)) {}

    Expected<void, std::string> open() {
        return options_.connect_to ? connect(*options_.connect_to) : listen();
    }

    [[nodiscard]] std::vector<std::string> addresses() const {
        std::vector<std::string> texts;
        asio::error_code error;
        if (options_.connect_to) texts.push_back(shown(socket_.remote_endpoint(error)));
        for (const tcp::acceptor& acceptor : acceptors_) {
            texts.push_back(shown(acceptor.local_endpoint(error)));
        }
        return texts;
    }

    [[nodiscard]] std::uint16_t port() const {
        asio::error_code error;
        return acceptors_.empty() ? socket_.remote_endpoint(error).port()
                                  : acceptors_.front().local_endpoint(error).port();
    }

    void run(DxpPlayer& player) {
        player_ = &player;
        if (options_.signals == DxpLinkOptions::Signals::Handle) {
            signals_.add(SIGINT);
            signals_.add(SIGTERM);
            await_signal();
        }
        for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
        if (options_.connect_to) begin_connection();
        context_.run();
        disconnect();  // after a second interruption it is still there
        player_ = nullptr;
    }

    void interrupt() {
        asio::post(context_, [this] { on_interrupt(); });
    }

    // DxpWire

    void send(std::string bytes) override {
        if (!is_connected_) return;
        unsent_bytes_ += bytes.size();
        unsent_.push_back(std::move(bytes));
        if (!is_writing_) write();
        if (unsent_bytes_ > kMostUnsentBytes) close();
    }

    void close() override {
        // Not at once: the player is in the middle of something
        asio::post(context_, [this, connection = connection_] {
            if (connection == connection_) disconnect();
        });
    }

    void wake_at(std::optional<DxpInstant> instant) override {
        if (!instant) {
            timer_.cancel();
            return;
        }
        timer_.expires_at(*instant);
        timer_.async_wait([this](const asio::error_code& error) {
            if (!error && is_connected_) player_->woken();
        });
    }

    void post(std::function<void()> work) override { asio::post(context_, std::move(work)); }

private:
    Expected<void, std::string> connect(const std::string& host) {
        asio::error_code error;
        tcp::resolver resolver{context_};
        const auto endpoints = resolver.resolve(host, std::to_string(options_.port), error);
        if (!error) asio::connect(socket_, endpoints, error);
        if (error) {
            return unexpected{
                fmt::format("cannot connect to {}:{}: {}", host, options_.port, error.message())};
        }
        return {};
    }

    Expected<void, std::string> listen() {
        asio::error_code error;
        if (options_.bind_to) {
            const asio::ip::address address = asio::ip::make_address(*options_.bind_to, error);
            if (error) return unexpected{fmt::format("no address: {}", *options_.bind_to)};
            return listen_on({address, options_.port}, error);
        }
        // Programs differ in which of the two `localhost` is for them. A machine may lack one, but
        // a port that somebody else has must not be ours in the other.
        Expected<void, std::string> failure;
        for (const asio::ip::address& address :
             {asio::ip::address{asio::ip::address_v4::loopback()},
              asio::ip::address{asio::ip::address_v6::loopback()}}) {
            const bool is_any_port = options_.port == 0;
            const std::uint16_t wanted =
                is_any_port && !acceptors_.empty() ? port() : options_.port;
            if (auto listening = listen_on({address, wanted}, error); !listening) {
                if (error == asio::error::address_in_use && !is_any_port) return listening;
                failure = listening;
            }
        }
        return acceptors_.empty() ? failure : Expected<void, std::string>{};
    }

    Expected<void, std::string> listen_on(const tcp::endpoint& endpoint, asio::error_code& error) {
        tcp::acceptor acceptor{context_};
        acceptor.open(endpoint.protocol(), error);
        if (!error && needs_reuse_address()) {
            acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
        }
        // `::` is for IPv4 too
        const bool is_any_v6 =
            endpoint.address().is_v6() && endpoint.address().to_v6().is_unspecified();
        if (!error && is_any_v6) acceptor.set_option(asio::ip::v6_only{false}, error);
        if (!error) acceptor.bind(endpoint, error);
        if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
        if (error) {
            return unexpected{
                fmt::format("cannot listen on {}: {}", shown(endpoint), error.message())};
        }
        acceptors_.push_back(std::move(acceptor));
        return {};
    }

    void accept(tcp::acceptor& acceptor) {
        acceptor.async_accept([this, &acceptor](const asio::error_code& error, tcp::socket socket) {
            if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
            if (!error) admit(std::move(socket));
            accept(acceptor);
        });
    }

    /// One peer at a time. The next one may wait a moment, since it often is the one before, whose
    /// old connection is about to end.
    void admit(tcp::socket socket) {
        if (!is_connected_) {
            socket_ = std::move(socket);
            begin_connection();
        } else if (!next_) {
            next_.emplace(std::move(socket));
            next_timer_.expires_after(kAdmissionPatience);
            next_timer_.async_wait([this](const asio::error_code& error) {
                if (!error) next_.reset();
            });
        }
    }

    void begin_connection() {
        asio::error_code ignored;
        socket_.set_option(tcp::no_delay{true}, ignored);
        socket_.set_option(tcp::socket::keep_alive{true}, ignored);
        is_connected_ = true;
        ++connection_;
        player_->connected(*this);
        read();
    }

    void read() {
        socket_.async_read_some(
            asio::buffer(input_),
            [this, connection = connection_](const asio::error_code& error, std::size_t size) {
                if (connection != connection_) return;
                if (error) return disconnect();
                player_->received({input_.data(), size});
                read();
            });
    }

    void write() {
        const auto bytes = std::make_shared<const std::string>(std::move(unsent_.front()));
        unsent_.pop_front();
        is_writing_ = true;
        asio::async_write(socket_, asio::buffer(*bytes),
                          [this, bytes, connection = connection_](const asio::error_code& error,
                                                                  std::size_t size) {
                              if (connection != connection_) return;
                              // What the peer still said is worth reading: read() sees the end
                              if (error) return;
                              is_writing_ = false;
                              unsent_bytes_ -= size;
                              if (!unsent_.empty()) write();
                          });
    }

    void disconnect() {
        if (!is_connected_) return;
        is_connected_ = false;
        ++connection_;
        asio::error_code ignored;
        socket_.shutdown(tcp::socket::shutdown_both, ignored);
        socket_.close(ignored);
        unsent_.clear();
        unsent_bytes_ = 0;
        is_writing_ = false;
        player_->disconnected();
        timer_.cancel();
        const bool only_one = options_.connections == DxpLinkOptions::Connections::One;
        if (options_.connect_to || only_one || player_->is_finished()) return stop();
        if (!next_) return;
        next_timer_.cancel();
        socket_ = std::move(*next_);
        next_.reset();
        begin_connection();
    }

    void await_signal() {
        signals_.async_wait([this](const asio::error_code& error, int) {
            if (error) return;
            on_interrupt();
            await_signal();
        });
    }

    void on_interrupt() {
        if (std::exchange(interrupted_, true) || !is_connected_) {
            stop();
            context_.stop();
            return;
        }
        player_->interrupt();
    }

    /// Leaves run() when what is under way is done.
    void stop() {
        asio::error_code ignored;
        for (tcp::acceptor& acceptor : acceptors_) acceptor.close(ignored);
        signals_.cancel(ignored);
        timer_.cancel();
        next_timer_.cancel();
        next_.reset();
    }

    const DxpLinkOptions options_;
    asio::io_context context_{1};
    asio::steady_timer timer_{context_};
    asio::signal_set signals_{context_};
    std::deque<tcp::acceptor> acceptors_;  // their addresses stay
    tcp::socket socket_{context_};
    std::optional<tcp::socket> next_;  // waits for its turn
    asio::steady_timer next_timer_{context_};
    DxpPlayer* player_ = nullptr;  // in run()
    bool is_connected_ = false;
    bool interrupted_ = false;
    int connection_ = 0;  // counts them: what an old one still brings is passed over
    std::array<char, 1024> input_;
    std::deque<std::string> unsent_;
    std::size_t unsent_bytes_ = 0;  // what is being written included
    bool is_writing_ = false;
};

DxpLink::DxpLink(DxpLinkOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
DxpLink::~DxpLink() = default;

Expected<void, std::string> DxpLink::open() { return impl_->open(); }
std::vector<std::string> DxpLink::addresses() const { return impl_->addresses(); }
std::uint16_t DxpLink::port() const { return impl_->port(); }
void DxpLink::run(DxpPlayer& player) { impl_->run(player); }
void DxpLink::interrupt() { impl_->interrupt(); }

}  // namespace meerslag

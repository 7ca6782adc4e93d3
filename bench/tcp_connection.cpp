// TcpConnection: the reading thread, and ports to give out.
#include "bench/tcp_connection.hpp"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "core/random.hpp"
#include "protocol/platform.hpp"

namespace meerslag {
namespace {

using asio::ip::tcp;

/// A peer that sends more while nobody reads is not read on.
constexpr std::size_t kMostUnreadChunks = 4096;

/// Where ports are given out: below those that systems use for outgoing connections (from 32768 on
/// Linux, from 49152 elsewhere). One of those can be taken at any moment, and a connect to it
/// before anybody listens may even meet itself.
constexpr std::uint16_t kFirstPort = 20000;
constexpr std::uint16_t kLastPort = 32000;
constexpr int kFreePortTries = 100;

}  // namespace

class TcpConnection::Impl {
public:
    Impl() = default;
    ~Impl() {
        asio::error_code ignored;
        socket_.shutdown(tcp::socket::shutdown_both, ignored);
        if (reader_.joinable()) reader_.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    asio::error_code connect(std::uint16_t port) {
        asio::error_code error;
        socket_.connect({asio::ip::address_v4::loopback(), port}, error);
        if (error) return error;
        asio::error_code ignored;
        socket_.set_option(tcp::no_delay{true}, ignored);
        reader_ = std::thread{[this] { read(); }};
        return {};
    }

    bool write(std::string_view bytes) {
        asio::error_code error;
        asio::write(socket_, asio::buffer(bytes.data(), bytes.size()), error);
        return !error;
    }

    Expected<TcpChunk, TcpSilence> next(std::chrono::steady_clock::time_point deadline,
                                        const std::stop_token& stop) {
        std::unique_lock lock{mutex_};
        const bool news = arrived_.wait_until(lock, stop, deadline,
                                              [this] { return !chunks_.empty() || closed_; });
        if (stop.stop_requested()) return unexpected(TcpSilence::Interrupted);
        if (chunks_.size() > kMostUnreadChunks) return unexpected(TcpSilence::Flood);
        if (!news) return unexpected(TcpSilence::Timeout);
        if (chunks_.empty()) return unexpected(TcpSilence::Closed);
        TcpChunk chunk = std::move(chunks_.front());
        chunks_.pop_front();
        return chunk;
    }

private:
    void read() {
        std::array<char, 1024> buffer{};
        for (;;) {
            asio::error_code error;
            const std::size_t count = socket_.read_some(asio::buffer(buffer), error);
            const auto time = std::chrono::steady_clock::now();
            const std::scoped_lock lock{mutex_};
            if (count > 0) chunks_.push_back({std::string{buffer.data(), count}, time});
            closed_ = static_cast<bool>(error) || chunks_.size() > kMostUnreadChunks;
            arrived_.notify_all();
            if (closed_) return;
        }
    }

    asio::io_context context_;  // blocking calls run nothing in it
    tcp::socket socket_{context_};
    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::deque<TcpChunk> chunks_;  // filled by the reading thread, emptied by the owner
    bool closed_ = false;          // written by the reading thread
    std::thread reader_;
};

Expected<std::unique_ptr<TcpConnection>, TextError> TcpConnection::connect(std::uint16_t port) {
    auto impl = std::make_unique<Impl>();
    if (const auto error = impl->connect(port)) return unexpected(TextError{error.message()});
    return std::unique_ptr<TcpConnection>{new TcpConnection{std::move(impl)}};
}

TcpConnection::TcpConnection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TcpConnection::~TcpConnection() = default;

bool TcpConnection::write(std::string_view bytes) { return impl_->write(bytes); }

Expected<TcpChunk, TcpSilence> TcpConnection::next(std::chrono::steady_clock::time_point deadline,
                                                   const std::stop_token& stop) {
    return impl_->next(deadline, stop);
}

std::optional<std::uint16_t> free_tcp_port() {
    SplitMix64 random{random_seed()};
    asio::io_context context;
    for (int attempt = 0; attempt < kFreePortTries; ++attempt) {
        const auto port =
            static_cast<std::uint16_t>(kFirstPort + random.below(kLastPort - kFirstPort + 1));
        tcp::acceptor acceptor{context};
        asio::error_code error;
        acceptor.open(tcp::v4(), error);
        if (!error) acceptor.bind({asio::ip::address_v4::loopback(), port}, error);
        if (!error) return port;
    }
    return std::nullopt;
}

}  // namespace meerslag

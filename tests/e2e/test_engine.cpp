// A tiny engine for tests of the match runner: it plays the first legal move over Hub version 2,
// Hub version 1 (`hub1`) or DXP (`dxp PORT`), until it misbehaves in the way its first argument
// names.
#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/position_string.hpp"
#include "protocol/dxp_session.hpp"
#include "protocol/hub1_message.hpp"
#include "protocol/hub_message.hpp"

namespace {

using namespace meerslag;

/// The move of its own, counted from 1, at which it misbehaves.
constexpr int kMoveOfMischief = 3;

[[noreturn]] void sleep_for_ever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours{1});
}

class TestEngine {
public:
    TestEngine(std::string_view mischief, HubVersion version)
        : mischief_(mischief), version_(version) {}

    int run() {
        if (mischief_ == "stumble" && !is_its_turn_to_start()) return 4;
        std::string line;
        while (std::getline(std::cin, line)) {
            if (line == "quit") return EXIT_SUCCESS;
            if (mischief_ == "deaf" && line == "hub") sleep_for_ever();
            if (version_ == HubVersion::Two) {
                if (const auto command = parse_hub_command(line)) {
                    std::visit([this](const auto& value) { on(value); }, *command);
                }
            } else {
                std::visit([this](const auto& value) { on(value); }, parse_hub1_command(line));
            }
        }
        return EXIT_SUCCESS;
    }

private:
    template <class T>
    void on(const T&) {}
    void on(const HubDeclare&) { say(HubWait{}); }
    void on(const HubInit&) {
        if (mischief_ == "complain") say(HubError{"cannot open weights.bin"});
        say(HubReady{});
    }
    void on(const HubPing&) { say(HubPong{}); }
    void on(const HubNewGame&) { moves_made_ = 0; }
    void on(const HubPos& pos) {
        if (pos.position) game_ = Game{*parse_hub_position(*pos.position)};
        for (const std::string& move : pos.moves) play(move);
    }
    void on(const HubMove& move) { play(move.move); }
    void on(const HubGo& go) {
        pondering_ = go.mode == HubGoMode::Ponder;
        if (!pondering_) answer();
    }
    void on(const HubPonderHit&) {
        if (pondering_) answer();
        pondering_ = false;
    }
    void on(const HubStop&) {
        if (pondering_) say(HubDone{format_hub(legal_moves(game_.position())[0]), std::nullopt});
        pondering_ = false;
    }

    void play(const std::string& text) { game_.play(*parse_move(text, game_.position())); }

    void answer() {
        if (++moves_made_ == kMoveOfMischief) misbehave();
        const Move move = legal_moves(game_.position())[0];
        const Position next = game_.position().play(move);
        HubDone done{format_hub(move), std::nullopt};
        if (has_move(next)) done.ponder = format_hub(legal_moves(next)[0]);
        HubInfo info;
        info.depth = 5;
        info.score = 0;
        info.nodes = 1000;
        info.pv = {format_hub(move)};
        say(info);
        say(done);
    }

    /// Every second time, in the folder where it runs.
    static bool is_its_turn_to_start() {
        const std::filesystem::path sign{"started"};
        if (std::filesystem::create_directory(sign)) return true;
        std::filesystem::remove(sign);
        return false;
    }

    void misbehave() {
        if (mischief_ == "crash" || mischief_ == "stumble") {
            std::cerr << "about to abort" << std::endl;
            std::abort();
        }
        if (mischief_ == "leave") std::exit(3);
        if (mischief_ == "hang") sleep_for_ever();
        if (mischief_ == "illegal") say(HubDone{"1-50", std::nullopt});
        if (mischief_ == "nothing") say(HubDone{});
        if (mischief_ == "late") std::this_thread::sleep_for(std::chrono::milliseconds{800});
        if (mischief_ == "flood") {
            const std::string text(200, 'x');
            for (;;) std::cout << text << '\n';
        }
        if (mischief_ == "endless-line") {
            const std::string text(1 << 16, 'x');
            for (;;) std::cout << text;
        }
    }

    void say(const HubReply& reply) {
        if (version_ == HubVersion::Two) {
            std::cout << format_hub_line(reply) << std::endl;
        } else {
            for (const std::string& line : format_hub1_lines(reply)) std::cout << line << std::endl;
        }
    }

    std::string_view mischief_;
    HubVersion version_;
    Game game_;
    int moves_made_ = 0;
    bool pondering_ = false;
};

/// A follower of DXP that listens and, as some do, exits on "no more games". Every message of the
/// peer is answered by one of its own at most, so the session never makes it wait.
class DxpTestEngine {
public:
    DxpTestEngine(std::string_view mischief, std::uint16_t port)
        : mischief_(mischief),
          endpoint_(asio::ip::address_v4::loopback(), port),
          socket_(context_) {}

    int run() {
        std::string console;
        std::getline(std::cin, console);
        if (console != "hello") return EXIT_FAILURE;
        if (mischief_ == "once" && !std::filesystem::create_directory("started")) return 9;
        asio::ip::tcp::acceptor acceptor{context_, endpoint_};
        for (;;) {
            acceptor.accept(socket_);
            session_.emplace(DxpSettings{}, std::chrono::steady_clock::now());
            serve();
            socket_.close();
        }
    }

private:
    void serve() {
        std::array<char, 1024> buffer{};
        for (;;) {
            asio::error_code error;
            const std::size_t count = socket_.read_some(asio::buffer(buffer), error);
            if (error) return;
            carry_out(session_->received({buffer.data(), count}, std::chrono::steady_clock::now()));
            if (session_->state() == DxpState::Leaving) std::exit(EXIT_SUCCESS);
            while (const auto wake = session_->deadline()) {
                if (*wake > std::chrono::steady_clock::now() + std::chrono::seconds{1}) break;
                std::this_thread::sleep_until(*wake);
                carry_out(session_->woken(std::chrono::steady_clock::now()));
            }
        }
    }

    void carry_out(const DxpSession::Actions& actions) {
        for (const DxpAction& action : actions) {
            if (const auto* sending = std::get_if<dxp_action::Send>(&action)) {
                // Some end each game with a stop, and play on when they are asked to
                const bool ends = mischief_ == "farewells" && sending->message == "E00";
                send(ends ? "E01" : sending->message);
            } else if (const auto* search = std::get_if<dxp_action::Search>(&action)) {
                const std::size_t moves_made = search->game.moves().size() / 2;
                if (moves_made + 1 == kMoveOfMischief) misbehave();
                const Move move = legal_moves(search->game.position())[0];
                carry_out(session_->moved(search->id, move, std::chrono::steady_clock::now()));
            }
        }
    }

    void misbehave() {
        if (mischief_ == "leave") std::exit(3);
        if (mischief_ == "hang") sleep_for_ever();
        if (mischief_ == "illegal") send("M0001015000");
        while (mischief_ == "flood") send("C" + std::string(100, 'x'));
        if (mischief_ == "resign") send("E11");  // and no more games
    }

    void send(const std::string& message) { asio::write(socket_, asio::buffer(message + '\0')); }

    std::string_view mischief_;
    asio::io_context context_;
    asio::ip::tcp::endpoint endpoint_;
    asio::ip::tcp::socket socket_;
    std::optional<DxpSession> session_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mischief = argc > 1 ? argv[1] : "";
    const std::string_view protocol = argc > 2 ? argv[2] : "hub";
    if (protocol == "dxp" && argc > 3) {
        return DxpTestEngine{mischief, static_cast<std::uint16_t>(std::atoi(argv[3]))}.run();
    }
    return TestEngine{mischief, protocol == "hub1" ? HubVersion::One : HubVersion::Two}.run();
}

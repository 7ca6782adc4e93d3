// A tiny engine for tests of the match runner: it plays the first legal move over Hub version 2, or
// 1 (`hub1`), until it misbehaves in the way its first argument names.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/position_string.hpp"
#include "protocol/hub1_message.hpp"
#include "protocol/hub_message.hpp"

namespace {

using namespace meerslag;

/// The move of its own, counted from 1, at which it misbehaves.
constexpr int kMoveOfMischief = 3;

class TestEngine {
public:
    TestEngine(std::string_view mischief, HubVersion version)
        : mischief_(mischief), version_(version) {}

    int run() {
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
    void on(const HubInit&) { say(HubReady{}); }
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
        say(HubInfo{5, 5.0, 0, 1000, std::chrono::milliseconds{1}, 1.0, {format_hub(move)}});
        say(done);
    }

    void misbehave() {
        if (mischief_ == "crash") {
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

    [[noreturn]] static void sleep_for_ever() {
        for (;;) std::this_thread::sleep_for(std::chrono::hours{1});
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

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mischief = argc > 1 ? argv[1] : "";
    const std::string_view version = argc > 2 ? argv[2] : "hub";
    return TestEngine{mischief, version == "hub1" ? HubVersion::One : HubVersion::Two}.run();
}

// Whole programs' worth of DXP in one process: engine, session and sockets at both ends.
#include "protocol/dxp_link.hpp"

#include <memory>
#include <thread>

#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

namespace {

EngineOptions small_engine() {
    EngineOptions options;
    options.table_bytes = std::uint64_t{1} << 20;
    return options;
}

/// One of the two programs.
class Program {
public:
    Program(DxpRole role, DxpLinkOptions link_options, std::optional<DxpMatchPlan> plan)
        : link_(std::move(link_options)) {
        DxpSettings settings;
        settings.name = role == DxpRole::Initiator ? "Initiator" : "Follower";
        settings.role = role;
        if (plan) {
            settings.games = plan->games;
            match_.emplace(std::move(*plan));
        }
        DxpObserver observer;
        observer.game_over = [this](const DxpGameRecord& game) { games.push_back(game); };
        player_ = std::make_unique<DxpPlayer>(settings, small_engine(), match_ ? &*match_ : nullptr,
                                              std::move(observer));
    }
    ~Program() {
        link_.interrupt();
        link_.interrupt();
        if (thread_.joinable()) thread_.join();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void open() {
        const auto opened = link_.open();
        if (!opened) FAIL(opened.error());
    }
    void start() {
        thread_ = std::thread{[this] { link_.run(*player_); }};
    }
    void join() { thread_.join(); }
    void interrupt() { link_.interrupt(); }
    [[nodiscard]] std::uint16_t port() const { return link_.port(); }
    [[nodiscard]] std::size_t address_count() const { return link_.addresses().size(); }
    [[nodiscard]] const DxpMatch& match() const { return *match_; }

    std::vector<DxpGameRecord> games;  // to be read when it is joined

private:
    std::optional<DxpMatch> match_;
    std::unique_ptr<DxpPlayer> player_;
    DxpLink link_;
    std::thread thread_;
};

DxpLinkOptions listen(DxpLinkOptions::Connections connections) {
    DxpLinkOptions options;
    options.port = 0;
    options.connections = connections;
    return options;
}

DxpLinkOptions connect(std::uint16_t port, const std::string& host = "127.0.0.1") {
    DxpLinkOptions options;
    options.connect_to = host;
    options.port = port;
    return options;
}

DxpMatchPlan quick_match(int games) {
    DxpMatchPlan plan;
    plan.games = games;
    plan.time = 400ms;
    plan.moves = 4;
    return plan;
}

/// Longer than any test.
DxpMatchPlan endless_game() {
    DxpMatchPlan plan;
    plan.time = 10h;
    plan.moves = 0;
    return plan;
}

void check_same_games(const Program& a, const Program& b) {
    REQUIRE(a.games.size() == b.games.size());
    for (std::size_t i = 0; i < a.games.size(); ++i) {
        CHECK(a.games[i].game.moves() == b.games[i].game.moves());
        CHECK(a.games[i].result == b.games[i].result);
        CHECK(a.games[i].ending == b.games[i].ending);
        CHECK(a.games[i].names == b.games[i].names);
    }
}

}  // namespace

TEST_CASE("engines play over TCP in all four pairs of roles", "[protocol][dxp][link][threads]") {
    for (const DxpRole server_role : {DxpRole::Follower, DxpRole::Initiator}) {
        const bool initiates = server_role == DxpRole::Initiator;
        const DxpRole client_role = initiates ? DxpRole::Follower : DxpRole::Initiator;
        for (const char* host : {"127.0.0.1", "::1"}) {
            const auto plan = std::optional{quick_match(2)};  // both colours
            Program server{server_role, listen(DxpLinkOptions::Connections::One),
                           initiates ? plan : std::nullopt};
            server.open();
            if (server.address_count() < 2 && host == std::string{"::1"}) continue;
            server.start();
            Program client{client_role, connect(server.port(), host),
                           initiates ? std::nullopt : plan};
            client.open();
            client.start();
            client.join();
            server.join();
            REQUIRE(server.games.size() == 2);
            check_same_games(server, client);
            CHECK((initiates ? server : client).match().is_complete());
        }
    }
}

TEST_CASE("a server goes on after a peer that vanishes in the middle of a game",
          "[protocol][dxp][link][threads]") {
    Program server{DxpRole::Follower, listen(DxpLinkOptions::Connections::Many), std::nullopt};
    server.open();
    server.start();
    {
        Program client{DxpRole::Initiator, connect(server.port()), endless_game()};
        client.open();
        client.start();
        std::this_thread::sleep_for(300ms);
    }
    Program client{DxpRole::Initiator, connect(server.port()), quick_match(1)};
    client.open();
    client.start();
    client.join();
    server.interrupt();
    server.join();
    REQUIRE(server.games.size() == 2);
    CHECK((server.games[0].ending == DxpEnding::StoppedByPeer ||
           server.games[0].ending == DxpEnding::PeerGone));
    CHECK(server.games[1].game.moves() == client.games.at(0).game.moves());
}

TEST_CASE("a second peer is turned away while there is one", "[protocol][dxp][link][threads]") {
    Program server{DxpRole::Follower, listen(DxpLinkOptions::Connections::One), std::nullopt};
    server.open();
    server.start();
    Program first{DxpRole::Initiator, connect(server.port()), endless_game()};
    first.open();
    first.start();
    std::this_thread::sleep_for(100ms);
    Program second{DxpRole::Initiator, connect(server.port()), quick_match(1)};
    second.open();
    second.start();
    second.join();
    CHECK(second.games.empty());
    CHECK_FALSE(second.match().is_complete());
    first.interrupt();
    first.join();
    server.join();
    CHECK(server.games.size() == 1);
}

TEST_CASE("an interruption saves the running game", "[protocol][dxp][link][threads]") {
    Program server{DxpRole::Follower, listen(DxpLinkOptions::Connections::Many), std::nullopt};
    server.open();
    server.start();
    Program client{DxpRole::Initiator, connect(server.port()), endless_game()};
    client.open();
    client.start();
    std::this_thread::sleep_for(300ms);
    server.interrupt();
    server.join();
    client.join();
    REQUIRE(server.games.size() == 1);
    CHECK(server.games[0].ending == DxpEnding::StoppedByUs);
    REQUIRE(client.games.size() == 1);
    CHECK(client.games[0].ending == DxpEnding::StoppedByPeer);
}

TEST_CASE("nobody to connect to and no port to listen on are errors", "[protocol][dxp][link]") {
    DxpLink listening{listen(DxpLinkOptions::Connections::One)};
    REQUIRE(listening.open());
    DxpLinkOptions same;
    same.bind_to = "127.0.0.1";
    same.port = listening.port();
    CHECK_FALSE(DxpLink{same}.open());
    same.bind_to.reset();
    CHECK_FALSE(DxpLink{same}.open());
    DxpLinkOptions nonsense;
    nonsense.bind_to = "no address";
    CHECK_FALSE(DxpLink{nonsense}.open());
    std::uint16_t free_port = 0;
    {
        DxpLink gone{listen(DxpLinkOptions::Connections::One)};
        REQUIRE(gone.open());
        free_port = gone.port();
    }
    const auto opened = DxpLink{connect(free_port)}.open();
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find("127.0.0.1") != std::string::npos);
}

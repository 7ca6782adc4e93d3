// Streams that were valid until something happened to them: no crash, no hang, no endless answer.
#include <algorithm>

#include "protocol/dxp_session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dxp_pair.hpp"

using namespace meerslag;
using namespace meerslag::test;
using namespace std::chrono_literals;

namespace {

/// What a peer in `role` sends in a session with games, take-backs and talk.
std::string valid_stream(DxpRole role, std::uint64_t seed) {
    DxpPair pair{seed};
    DxpSide& side = role == DxpRole::Follower ? pair.follower : pair.initiator;
    for (const Color follower : kColors) {
        DxpGameRequest request;
        request.follower = follower;
        request.time = 5min;
        request.moves = 12;
        pair.initiator.take(pair.initiator.session.propose(request, pair.now), pair.now);
        pair.run(700ms);
        if (side.session.game() != nullptr) {
            side.take(side.session.say("good luck", pair.now), pair.now);
            side.take(side.session.ask_back(2, pair.now), pair.now);
        }
        pair.run();
    }
    pair.initiator.take(pair.initiator.session.leave(pair.now), pair.now);
    std::string stream;
    for (const std::string& message : side.sent) stream += message + '\0';
    return stream;
}

/// One small damage: a byte changed, lost or too many, a part lost, doubled or moved.
void mutate(std::string& stream, SplitMix64& random) {
    const auto below = [&](std::size_t bound) {
        return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(bound)));
    };
    if (stream.empty()) return;
    const std::size_t at = below(stream.size());
    const std::size_t size = std::min(stream.size() - at, 1 + below(40));
    const auto byte = [&] {
        constexpr std::string_view kLikely{"\0RAMECBK0123WZ wzeB", 19};
        return below(2) == 0 ? static_cast<char>(below(256)) : kLikely[below(kLikely.size())];
    };
    switch (below(6)) {
        case 0: stream[at] = byte(); break;
        case 1: stream.insert(at, 1, byte()); break;
        case 2: stream.erase(at, 1); break;
        case 3: stream.erase(at, size); break;
        case 4: stream.insert(below(stream.size()), stream.substr(at, size)); break;
        case 5: stream.insert(at, std::string(below(300), byte())); break;
        default: break;
    }
}

/// Feeds the stream in pieces, with time for searches and timers in between.
void run(DxpSide& side, std::string_view stream, DxpInstant& now, SplitMix64& random) {
    while (!stream.empty() && !side.is_closed) {
        const std::size_t size = std::min<std::size_t>(stream.size(), 1 + random.below(60));
        now += std::chrono::milliseconds{random.below(80)};
        side.heard_at.push_back(now);
        side.take(side.session.received(stream.substr(0, size), now), now);
        stream.remove_prefix(size);
        const DxpInstant end = now + std::chrono::milliseconds{random.below(200)};
        for (int steps = 0; side.deadline() && *side.deadline() <= end; ++steps) {
            REQUIRE(steps < 100);
            now = std::max(now, *side.deadline());
            side.think(now);
            side.take(side.session.woken(now), now);
        }
        if (side.session.wants_proposal()) {
            DxpGameRequest request;
            request.time = 5min;
            request.moves = 12;
            request.follower = side.sent.size() % 2 == 0 ? Color::White : Color::Black;
            side.take(side.session.propose(request, now), now);
        }
    }
}

}  // namespace

TEST_CASE("ten thousand damaged streams do no harm", "[protocol][dxp]") {
    for (const DxpRole peer : {DxpRole::Initiator, DxpRole::Follower}) {
        const bool follows = peer == DxpRole::Initiator;
        for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
            CAPTURE(follows, seed);
            SplitMix64 random{seed};
            // Twenty conversations are damaged in many ways
            std::string stream = valid_stream(peer, seed % 20);
            const std::uint32_t damages = 1 + random.below(8);
            for (std::uint32_t i = 0; i < damages; ++i) mutate(stream, random);
            DxpInstant now{};
            DxpSettings settings;
            settings.role = follows ? DxpRole::Follower : DxpRole::Initiator;
            settings.games = 100;
            DxpSide side{settings, random_chooser(seed), now};
            run(side, stream, now, random);
            // Every answer has a cause, is well-formed and leaves time between
            REQUIRE(keeps_pause(side));
            REQUIRE(side.sent.size() <= 2 * stream.size() + 10);
            for (const std::string& message : side.sent) REQUIRE(parse_dxp_message(message));
            for (const DxpGameRecord& game : side.games) {
                REQUIRE(game.times.size() == game.game.moves().size());
            }
            // And the peer can go at any moment
            side.take(side.session.disconnected(now), now);
            REQUIRE(side.session.state() == DxpState::Closed);
            REQUIRE_FALSE(side.session.deadline());
            REQUIRE_FALSE(side.search);
        }
    }
}

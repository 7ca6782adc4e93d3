// Two DxpSessions that talk to each other: carrying bytes and time.
#include "tests/support/dxp_pair.hpp"

#include <algorithm>
#include <memory>

#include "core/movegen.hpp"

namespace meerslag::test {

using namespace std::chrono_literals;

DxpMoveChooser random_chooser(std::uint64_t seed) {
    return [random = SplitMix64{seed}](const Game& game) mutable {
        const MoveList moves = legal_moves(game.position());
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    };
}

DxpSide::DxpSide(DxpSettings settings, DxpMoveChooser chooser, DxpInstant now)
    : session(std::move(settings), now), chooser_(std::move(chooser)) {}

void DxpSide::take(std::vector<DxpAction> actions, DxpInstant now) {
    for (DxpAction& action : actions) {
        if (auto* send = std::get_if<dxp_action::Send>(&action)) {
            sent.push_back(send->message);
            sent_at.push_back(now);
            unsent += send->message + '\0';
        } else if (auto* next = std::get_if<dxp_action::Search>(&action)) {
            search = std::move(*next);
            limits.push_back(search->limits);
            search_ends_ = now + think_time;
        } else if (std::get_if<dxp_action::StopSearch>(&action) != nullptr) {
            search.reset();
            ponder.reset();
            ++stopped_searches;
        } else if (auto* pondering = std::get_if<dxp_action::Ponder>(&action)) {
            ponder = std::move(*pondering);
        } else if (std::get_if<dxp_action::PonderHit>(&action) != nullptr) {
            ++ponder_hits;
            search = dxp_action::Search{ponder->id, std::move(ponder->game), ponder->limits};
            ponder.reset();
            limits.push_back(search->limits);
            search_ends_ = now + think_time;
        } else if (std::get_if<dxp_action::Close>(&action) != nullptr) {
            is_closed = true;
        } else if (auto* over = std::get_if<dxp_action::GameOver>(&action)) {
            games.push_back(std::move(over->record));
        } else if (auto* refused = std::get_if<dxp_action::Refused>(&action)) {
            refusals.push_back(refused->code);
        } else if (auto* note = std::get_if<dxp_action::Note>(&action)) {
            notes.push_back(std::move(note->text));
        }
    }
}

void DxpSide::think(DxpInstant now) {
    if (!thinks || !search || now < search_ends_) return;
    const dxp_action::Search done = std::move(*search);
    search.reset();
    const Move move = chooser_(done.game);
    std::optional<Move> reply;
    if (expects) {
        Game game = done.game;
        game.play(move);
        if (has_move(game.position())) reply = chooser_(game);
    }
    take(session.moved(done.id, move, now, reply), now);
}

std::optional<DxpInstant> DxpSide::deadline() const {
    std::optional<DxpInstant> first = session.deadline();
    if (thinks && search) first = first ? std::min(*first, search_ends_) : search_ends_;
    return first;
}

bool keeps_pause(const DxpSide& side) {
    for (std::size_t i = 1; i < side.sent_at.size(); ++i) {
        const DxpInstant before = side.sent_at[i - 1];
        const DxpInstant after = side.sent_at[i];
        if (after - before >= 100ms) continue;
        const auto heard =
            std::find_if(side.heard_at.begin(), side.heard_at.end(),
                         [&](DxpInstant instant) { return before <= instant && instant <= after; });
        if (heard == side.heard_at.end()) return false;
    }
    return true;
}

DxpPair::DxpPair(std::uint64_t seed, DxpPondering pondering)
    : follower({.name = "Follower", .role = DxpRole::Follower, .pondering = pondering},
               random_chooser(2 * seed), now),
      initiator(
          {.name = "Initiator", .role = DxpRole::Initiator, .games = 100, .pondering = pondering},
          random_chooser(2 * seed + 1), now),
      random_(seed) {
    follower.expects = initiator.expects = pondering == DxpPondering::On;
}

void DxpPair::run(std::chrono::milliseconds time) {
    const DxpInstant end = now + time;
    while (now < end) {
        // What is on the wire comes first; it takes a millisecond
        if (!follower.unsent.empty() || !initiator.unsent.empty()) {
            now += 1ms;
            carry(follower, initiator);
            carry(initiator, follower);
            continue;
        }
        // Then the next thing that is planned
        const auto a = follower.deadline();
        const auto b = initiator.deadline();
        if (!a && !b) return;
        const DxpInstant next = !b || (a && *a < *b) ? *a : *b;
        if (next > end) return;
        now = std::max(now, next);
        for (DxpSide* side : {&follower, &initiator}) {
            side->think(now);
            side->take(side->session.woken(now), now);
        }
        if (initiator.session.wants_proposal()) return;
    }
}

void DxpPair::play(const DxpGameRequest& request) {
    initiator.take(initiator.session.propose(request, now), now);
    run();
}

void DxpPair::carry(DxpSide& from, DxpSide& to) {
    if (from.unsent.empty()) return;
    const std::size_t size = 1 + random_.below(static_cast<std::uint32_t>(from.unsent.size()));
    const std::string piece = from.unsent.substr(0, size);
    from.unsent.erase(0, size);
    to.heard_at.push_back(now);
    to.take(to.session.received(piece, now), now);
}

}  // namespace meerslag::test

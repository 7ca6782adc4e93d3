// A DXP stream: the first byte chooses the role and how the stream is cut, the rest is the stream.
// The session's searches answer with the first legal move.
#include <algorithm>

#include "core/movegen.hpp"
#include "protocol/dxp_session.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

/// Longer than the pause between two messages.
constexpr std::chrono::milliseconds kStep{150};

class Peer {
public:
    explicit Peer(DxpRole role) : session_(settings(role), now_) {
        if (session_.wants_proposal()) carry_out(session_.propose(DxpGameRequest{}, now_));
    }

    void receive(std::string_view bytes) {
        received_ += bytes.size();
        now_ += kStep;
        carry_out(session_.received(bytes, now_));
        now_ += kStep;
        carry_out(session_.woken(now_));
        if (session_.wants_proposal()) carry_out(session_.propose(DxpGameRequest{}, now_));
    }

    void disconnect() {
        carry_out(session_.disconnected(now_));
        require(session_.state() == DxpState::Closed);
        require(!session_.deadline());
    }

private:
    static DxpSettings settings(DxpRole role) {
        DxpSettings result;
        result.role = role;
        return result;
    }

    void carry_out(const DxpSession::Actions& actions) {
        for (const DxpAction& action : actions) {
            if (const auto* const send = std::get_if<dxp_action::Send>(&action)) {
                require(parse_dxp_message(send->message).has_value());
                require(++sent_ <= 2 * received_ + 10);  // every answer has a cause
            }
            if (const auto* const over = std::get_if<dxp_action::GameOver>(&action)) {
                require(over->record.times.size() == over->record.game.moves().size());
            }
            const auto* const search = std::get_if<dxp_action::Search>(&action);
            if (search == nullptr) continue;
            now_ += kStep;
            const MoveList moves = legal_moves(search->game.position());
            require(!moves.empty());
            carry_out(session_.moved(search->id, moves[0], now_));
        }
    }

    DxpInstant now_{};
    DxpSession session_;
    std::size_t received_ = 0;  // bytes
    std::size_t sent_ = 0;      // messages
};

/// A message that was read is written in a form that reads as the same message.
void check_message(std::string_view text) {
    const auto message = parse_dxp_message(text);
    if (!message) return;
    const std::string written = format_dxp_message(*message);
    const auto again = parse_dxp_message(written);
    require(again.has_value());
    require(format_dxp_message(*again) == written);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Peer peer{data[0] % 2 == 0 ? DxpRole::Follower : DxpRole::Initiator};
    const std::size_t piece = data[0] / 2 + std::size_t{1};
    const std::string_view stream = text_of(data + 1, size - 1);
    DxpFrameReader frames;
    for (const std::string& message : frames.feed(stream)) check_message(message);
    for (std::string_view rest = stream; !rest.empty();) {
        peer.receive(rest.substr(0, piece));
        rest.remove_prefix(std::min(piece, rest.size()));
    }
    peer.disconnect();
    return 0;
}

// The worked conversations of the protocol's description, with DxpSession in one of the chairs.
#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "core/movegen.hpp"
#include "protocol/dxp_session.hpp"
#include "tests/support/catch.hpp"

using namespace meerslag;
using namespace std::chrono_literals;

namespace {

struct Line {
    DxpRole sender;
    std::string text;
};

std::vector<Line> read_transcript(const std::string& name) {
    const std::string path = fmt::format("{}/dxp/{}.txt", MEERSLAG_TEST_DATA, name);
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"cannot read " + path};
    std::vector<Line> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const bool initiator = line.substr(0, 3) == "I> ";
        lines.push_back({initiator ? DxpRole::Initiator : DxpRole::Follower, line.substr(3)});
    }
    return lines;
}

/// The name that `role` gives itself.
std::string name_of(const std::vector<Line>& lines, DxpRole role) {
    for (const Line& line : lines) {
        if (line.sender != role) continue;
        const auto message = parse_dxp_message(line.text);
        if (!message) continue;
        if (const auto* request = std::get_if<DxpGameRequest>(&*message)) return request->name;
        if (const auto* answer = std::get_if<DxpGameAnswer>(&*message)) return answer->name;
    }
    return "";
}

/// A session whose clock, moves and wishes follow a transcript.
class ScriptedSession {
public:
    ScriptedSession(DxpRole role, std::string name)
        : session_({.name = std::move(name), .role = role}, now_) {}

    void hear(std::string_view text) {
        now_ += 5ms;
        take(session_.received(std::string{text} + '\0', now_));
    }

    /// The next message of ours, which the session may owe already; else the user or the engine
    /// makes it say so. Empty: it says nothing.
    std::string say(std::string_view expected) {
        if (sent_.empty()) wait();
        if (sent_.empty()) act(expected);
        if (sent_.empty()) wait();
        return sent_.empty() ? "" : pop();
    }

    /// Whether nothing more is sent of itself.
    bool is_silent() {
        wait();
        return sent_.empty();
    }

    [[nodiscard]] const std::vector<DxpGameRecord>& games() const { return games_; }
    [[nodiscard]] const std::vector<DxpInstant>& send_times() const { return send_times_; }
    [[nodiscard]] bool is_searching() const { return search_.has_value(); }
    [[nodiscard]] DxpState state() const { return session_.state(); }

private:
    void wait() {
        const DxpInstant until = now_ + 500ms;
        while (session_.deadline() && *session_.deadline() <= until) {
            now_ = std::max(now_, *session_.deadline());
            take(session_.woken(now_));
        }
    }

    void act(std::string_view text) {
        const auto message = parse_dxp_message(text);
        if (!message) return;
        if (const auto* move = std::get_if<DxpMove>(&*message)) {
            if (!search_) return;
            const auto legal = move->resolve(search_->game.position());
            if (!legal) return;
            now_ += move->time;
            take(session_.moved(search_->id, *legal, now_));
        } else if (const auto* request = std::get_if<DxpGameRequest>(&*message)) {
            if (session_.wants_proposal()) take(session_.propose(*request, now_));
        } else if (const auto* chat = std::get_if<DxpChat>(&*message)) {
            take(session_.say(chat->text, now_));
        } else if (const auto* back = std::get_if<DxpBackRequest>(&*message)) {
            const int ply = back->ply(session_.game()->start().side_to_move());
            take(session_.ask_back(ply, now_));
        } else if (const auto* end = std::get_if<DxpGameEnd>(&*message)) {
            if (end->stop == DxpGameEnd::Stop::NoMoreGames) {
                take(session_.leave(now_));
            } else if (session_.state() == DxpState::OurTurn) {
                take(session_.resign(now_));
            }
        }
    }

    void take(std::vector<DxpAction> actions) {
        for (DxpAction& action : actions) {
            if (auto* send = std::get_if<dxp_action::Send>(&action)) {
                sent_.push_back(send->message);
                send_times_.push_back(now_);
            } else if (auto* search = std::get_if<dxp_action::Search>(&action)) {
                search_ = std::move(*search);
            } else if (std::get_if<dxp_action::StopSearch>(&action) != nullptr) {
                search_.reset();
            } else if (auto* over = std::get_if<dxp_action::GameOver>(&action)) {
                games_.push_back(std::move(over->record));
            }
        }
    }

    std::string pop() {
        std::string message = sent_.front();
        sent_.erase(sent_.begin());
        return message;
    }

    DxpInstant now_{};
    DxpSession session_;
    std::vector<std::string> sent_;
    std::vector<DxpInstant> send_times_;
    std::optional<dxp_action::Search> search_;
    std::vector<DxpGameRecord> games_;
};

/// The order in which another program lists captured squares, its rounding of times and fields
/// without meaning are its own; we write one form.
std::string in_our_form(const std::string& text) {
    const auto message = parse_dxp_message(text);
    return message ? format_dxp_message(*message) : text;
}

/// Runs the session in one chair; `last` cuts the transcript where no correct program would say
/// what follows. Returns: the games it has seen.
std::vector<DxpGameRecord> run(const std::string& name, DxpRole role, std::size_t last = 1000) {
    std::vector<Line> lines = read_transcript(name);
    lines.resize(std::min(last, lines.size()), Line{DxpRole::Follower, ""});
    ScriptedSession session{role, name_of(lines, role)};
    for (const Line& line : lines) {
        INFO(name << ": " << line.text);
        if (line.sender == role) {
            REQUIRE(session.say(line.text) == in_our_form(line.text));
        } else {
            REQUIRE(session.is_silent());
            session.hear(line.text);
        }
    }
    CHECK(session.is_silent());
    return session.games();
}

}  // namespace

TEST_CASE("D1: a game to its move limit, then one with colours swapped", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d1_start_position", role);
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending == DxpEnding::MoveLimit);
        CHECK(games[0].result == GameResult::Ongoing);
        CHECK(games[0].game.moves().size() == 8);
        CHECK(games[0].names.white == "Scan 3.1");
        CHECK(games[0].names.black == "Meerslag 1.0");
    }
}

TEST_CASE("D2: an opening played with both colours", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d2_own_opening", role);
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending == DxpEnding::GivenUp);
        CHECK(games[0].result == GameResult::BlackWins);
        CHECK(games[0].game.moves().size() == 4);
    }
}

TEST_CASE("D3: the side without pieces reports its loss", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d3_win_on_the_board", role);
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending == DxpEnding::Rules);
        CHECK(games[0].result == GameResult::WhiteWins);
    }
}

TEST_CASE("D4: a start position without a move is accepted and lost", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d4_no_move", role);
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending == DxpEnding::Rules);
        CHECK(games[0].result == GameResult::WhiteWins);
        CHECK(games[0].game.moves().empty());
    }
}

TEST_CASE("D5: ambiguous and circular captures", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d5_captures", role);
        REQUIRE(games.size() == 2);
        CHECK(games[0].ending == DxpEnding::GivenUp);
        CHECK(games[1].ending == DxpEnding::Rules);
        CHECK(games[1].game.moves().at(0).captured().count() == 4);
    }
}

TEST_CASE("D6: take-backs in a game that began with Black", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        CHECK(run("d6_take_back", role).empty());
    }
}

TEST_CASE("D7: the peer stops while we think", "[protocol][dxp]") {
    for (const DxpRole role : {DxpRole::Follower, DxpRole::Initiator}) {
        const auto games = run("d7_stop_while_thinking", role);
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending ==
              (role == DxpRole::Follower ? DxpEnding::StoppedByPeer : DxpEnding::StoppedByUs));
        CHECK(games[0].game.moves().size() == 4);
    }
}

TEST_CASE("D8: refusals, nonsense and an illegal move", "[protocol][dxp]") {
    // In the other chair sits a program with faults.
    const auto games = run("d8_refusals_and_errors", DxpRole::Follower);
    REQUIRE(games.size() == 1);
    CHECK(games[0].ending == DxpEnding::IllegalMove);
    CHECK(games[0].result == GameResult::Ongoing);
    CHECK(games[0].game.moves().size() == 2);
}

TEST_CASE("D9: a draw by the rules, a refusal, the end", "[protocol][dxp]") {
    // A follower of ours has no reason for the refusal, so its part ends before.
    for (const auto& games : {run("d9_draw_refusal_end", DxpRole::Initiator),
                              run("d9_draw_refusal_end", DxpRole::Follower, 13)}) {
        REQUIRE(games.size() == 1);
        CHECK(games[0].ending == DxpEnding::Rules);
        CHECK(games[0].result == GameResult::Draw);
    }
}

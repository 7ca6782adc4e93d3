// The client's end of a Hub conversation: sessions, programs and transcripts.
#include "tests/support/hub_peer.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "core/fen.hpp"
#include "core/notation.hpp"
#include "core/position_string.hpp"
#include "protocol/hub_message.hpp"
#include "protocol/scanner.hpp"
#include "protocol/version.hpp"
#include "tests/support/slow_rules.hpp"

namespace meerslag::test {

namespace {

constexpr std::chrono::seconds kPatience{30};

/// `28x19x23`, read without the code under test.
SlowMove slow_move(const std::string& text) {
    static const std::regex kNumber{"[0-9]+"};
    std::vector<int> numbers;
    for (std::sregex_iterator i{text.begin(), text.end(), kNumber}; i != std::sregex_iterator{};
         ++i)
        numbers.push_back(std::stoi(i->str()));
    if (numbers.size() < 2) return {};
    std::sort(numbers.begin() + 2, numbers.end());
    return {numbers[0], numbers[1], {numbers.begin() + 2, numbers.end()}};
}

bool is_legal(const SlowPosition& position, const SlowMove& move) {
    const std::vector<SlowMove> legal = slow_legal_moves(position);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
}

bool is_legal_line(SlowPosition position, const std::vector<std::string>& moves) {
    for (const std::string& text : moves) {
        const SlowMove move = slow_move(text);
        if (!is_legal(position, move)) return false;
        position = slow_play(position, move);
    }
    return true;
}

/// Plays a transcript against a peer and keeps what it needs to judge the answers.
class TranscriptPlayer {
public:
    explicit TranscriptPlayer(HubPeer& peer) : peer_(peer) {}

    void send(const std::string& line) {
        const auto command = parse_hub_command(line);
        if (command && std::holds_alternative<HubPos>(*command))
            take_position(std::get<HubPos>(*command));
        if (command && std::holds_alternative<HubGo>(*command)) searched_.push_back(position_);
        peer_.send(line);
    }

    void expect(const std::string& expected) {
        const bool is_info = expected.starts_with("info ");
        // One `info` stands for any number of them in the same search.
        if (is_info && has_seen_info_) return;
        while (true) {
            const std::optional<std::string> line = peer_.next();
            if (!line) return complain(fmt::format("expected \"{}\", nothing came", expected));
            if (line->starts_with("info ")) {
                check_info(*line);
                has_seen_info_ = true;
                if (is_info) return;
                continue;
            }
            return check(expected, *line);
        }
    }

    [[nodiscard]] std::vector<std::string> complaints() && { return std::move(complaints_); }

private:
    void complain(std::string text) { complaints_.push_back(std::move(text)); }

    void take_position(const HubPos& pos) {
        if (pos.position) {
            const auto base = parse_hub_position(*pos.position);
            if (!base) return;
            position_ = to_slow(*base);
        } else {
            position_ = to_slow(Position::start());
        }
        for (const std::string& text : pos.moves) {
            const SlowMove move = slow_move(text);
            if (!is_legal(position_, move)) return;
            position_ = slow_play(position_, move);
        }
    }

    /// Version 1 writes its moves short, so only the shape is judged.
    void check_info1(const std::string& line) {
        static const std::regex kShape{
            "info [0-9]+ [0-9]+\\.[0-9] -?[0-9]+ [0-9]+ [0-9]+\\.[0-9]{2} [0-9]+\\.[0-9]"
            "( [0-9]+[-x][0-9]+)+"};
        if (!std::regex_match(line, kShape)) complain("not the shape of an info: " + line);
    }

    void check_info(const std::string& line) {
        if (line.find('=') == std::string::npos) return check_info1(line);
        // The order, the decimals and the quotes that clients rely on.
        static const std::regex kShape{
            "info depth=[0-9]+ mean-depth=[0-9]+\\.[0-9] score=-?[0-9]+\\.[0-9]{2} nodes=[0-9]+ "
            "time=[0-9]+\\.[0-9]{3} nps=[0-9]+\\.[0-9] pv=([-x0-9]+|\"[-x0-9]+( [-x0-9]+)+\")"
            " seldepth=[0-9]+ hashfull=[0-9]+"};
        if (!std::regex_match(line, kShape)) return complain("not the shape of an info: " + line);
        if (searched_.empty()) return complain("nobody asked: " + line);
        if (!is_legal_line(searched_.front(), std::get<HubInfo>(parse_hub_reply(line)).pv))
            complain("not legal to the end: " + line);
    }

    void check(const std::string& expected, const std::string& line) {
        static const std::regex kDone1{"move [0-9]+[-x][-x0-9]+( [0-9]+[-x][-x0-9]+)?"};
        if (expected.starts_with("done")) {
            check_done(expected, line);
        } else if (expected.starts_with("move ")) {
            if (!std::regex_match(line, kDone1)) complain("not the shape of a move: " + line);
            has_seen_info_ = false;
        } else if (line != expected) {
            complain(fmt::format("expected \"{}\", got \"{}\"", expected, line));
        }
    }

    void check_done(const std::string& expected, const std::string& line) {
        static const std::regex kShape{"done( move=[-x0-9]+( ponder=[-x0-9]+)?)?"};
        const bool has_move = line.starts_with("done move=");
        if (!std::regex_match(line, kShape) || has_move != expected.starts_with("done move="))
            return complain(fmt::format("expected \"{}\", got \"{}\"", expected, line));
        if (searched_.empty()) return complain("nobody asked: " + line);
        const auto done = std::get<HubDone>(parse_hub_reply(line));
        std::vector<std::string> moves;
        if (done.move) moves.push_back(*done.move);
        if (done.ponder) moves.push_back(*done.ponder);
        if (!is_legal_line(searched_.front(), moves)) complain("not legal: " + line);
        searched_.pop_front();
        has_seen_info_ = false;
    }

    HubPeer& peer_;
    SlowPosition position_ = to_slow(Position::start());
    std::deque<SlowPosition> searched_;  // by each `go` that has had no answer yet
    bool has_seen_info_ = false;
    std::vector<std::string> complaints_;
};

}  // namespace

std::optional<std::string> SessionPeer::next() {
    std::unique_lock lock{mutex_};
    if (!arrived_.wait_for(lock, kPatience, [this] { return !lines_.empty(); }))
        return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
}

std::vector<std::string> SessionPeer::pending() {
    const std::scoped_lock lock{mutex_};
    std::vector<std::string> lines{lines_.begin(), lines_.end()};
    lines_.clear();
    return lines;
}

void SessionPeer::take(std::string_view line) {
    {
        const std::scoped_lock lock{mutex_};
        lines_.emplace_back(line);
    }
    arrived_.notify_one();
}

std::vector<std::string> read_until(HubPeer& peer, std::string_view word) {
    std::vector<std::string> lines;
    while (const auto line = peer.next()) {
        lines.push_back(*line);
        if (line->starts_with(word)) break;
    }
    return lines;
}

std::vector<std::string> read_up_to_pong(HubPeer& peer) {
    peer.send("ping");
    std::vector<std::string> lines = read_until(peer, "pong");
    if (lines.empty() || lines.back() != "pong") return {"no pong"};
    lines.pop_back();
    return lines;
}

std::vector<std::string> play_lines(HubPeer& peer, const std::vector<std::string>& lines) {
    static const std::regex kVersion{"\\{version\\}"};
    TranscriptPlayer player{peer};
    for (const std::string& line : lines) {
        if (line.starts_with("G> ")) {
            player.send(line.substr(3));
        } else if (line.starts_with("E> ")) {
            player.expect(std::regex_replace(line.substr(3), kVersion, full_version()));
        } else if (!line.empty() && !line.starts_with("#")) {
            throw std::runtime_error{fmt::format("neither G> nor E>: {}", line)};
        }
    }
    return std::move(player).complaints();
}

std::vector<std::string> play_transcript(HubPeer& peer, std::string_view file_name) {
    std::ifstream file{fmt::format("{}/hub/{}", MEERSLAG_TEST_DATA, file_name)};
    if (!file) throw std::runtime_error{fmt::format("cannot read {}", file_name)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return play_lines(peer, lines);
}

}  // namespace meerslag::test

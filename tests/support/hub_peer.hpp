// The client's end of a Hub conversation, for tests.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/hub_session.hpp"

namespace meerslag::test {

/// Something that speaks Hub: a session in this process, or a program.
class HubPeer {
public:
    virtual ~HubPeer() = default;
    virtual void send(std::string_view line) = 0;
    /// The next line, or nullopt when none comes for half a minute.
    [[nodiscard]] virtual std::optional<std::string> next() = 0;
};

/// A HubSession of this process.
class SessionPeer : public HubPeer {
public:
    explicit SessionPeer(HubVersion version = HubVersion::Two)
        : session_{[this](std::string_view line) { take(line); }, version} {}
    void send(std::string_view line) override { state_ = session_.receive(line); }
    [[nodiscard]] std::optional<std::string> next() override;

    /// What has been written and not been read.
    [[nodiscard]] std::vector<std::string> pending();
    [[nodiscard]] HubSession& session() { return session_; }
    /// After the last line sent.
    [[nodiscard]] HubSession::State state() const { return state_; }

private:
    void take(std::string_view line);

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::string> lines_;  // written by the session's threads under mutex_
    HubSession::State state_ = HubSession::State::Open;
    HubSession session_;  // the last: its search ends before the queue does
};

/// Lines up to and with the first that begins with `word`; all that came if it does not come.
[[nodiscard]] std::vector<std::string> read_until(HubPeer& peer, std::string_view word);

/// Sends a ping and gives what comes up to the pong, without it.
[[nodiscard]] std::vector<std::string> read_up_to_pong(HubPeer& peer);

/// Plays a transcript: lines `G> ` are sent, lines `E> ` are what is to come back. Of `info` and
/// `done` only the shape counts, and that every move is legal, by the slow rules.
///
/// Returns: what differed, a line each; empty: nothing.
/// Errors:  throws when a line is neither, nor empty, nor begins with `#`.
[[nodiscard]] std::vector<std::string> play_lines(HubPeer& peer,
                                                  const std::vector<std::string>& lines);

/// The same for a file of tests/data/hub.
/// Errors: throws when the file cannot be read.
[[nodiscard]] std::vector<std::string> play_transcript(HubPeer& peer, std::string_view file_name);

}  // namespace meerslag::test

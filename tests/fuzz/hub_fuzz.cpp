// Hub lines of both versions and both sides. Searches are kept to a handful of nodes.
#include <string>

#include "protocol/hub_client.hpp"
#include "protocol/hub_session.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace meerslag;
using namespace meerslag::fuzz;

namespace {

/// Lines that would take time, memory or files rather than find faults.
bool is_costly(std::string_view line) {
    for (const std::string_view word : {"tt-size", "threads", "multi-pv", "file", "path"}) {
        if (line.find(word) != std::string_view::npos) return true;
    }
    return false;
}

/// What was read of a line is written so that it reads as the same.
void check_values(std::string_view line) {
    if (const auto command = parse_hub_command(line)) {
        const std::string written = format_hub_line(*command);
        const auto again = parse_hub_command(written);
        require(again && again->index() == command->index());
        require(format_hub_line(*again) == written);
    }
    for (const HubVersion version : {HubVersion::One, HubVersion::Two}) {
        static_cast<void>(read_hub_reply(version, line));
    }
    const HubReply reply = parse_hub_reply(line);
    if (std::holds_alternative<HubOther>(reply)) return;  // kept as it is, a CR at its end lost
    const std::string written = format_hub_line(reply);
    require(format_hub_line(parse_hub_reply(written)) == written);
}

/// A session with the smallest table that never thinks for long.
class Client {
public:
    Client() { say("set-param name=tt-size value=16"); }

    HubSession::State say(std::string_view line) {
        const HubSession::State state = session_.receive(line);
        // A search ends at once, whatever its limits
        session_.receive("stop");
        return state;
    }

private:
    HubSession session_{[](std::string_view line) {
        require(line.find('\n') == std::string_view::npos);
        require(line.find('\0') == std::string_view::npos);
    }};
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = text_of(data, size);
    Client client;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        check_values(line);
        if (is_costly(line)) continue;
        if (client.say(line) == HubSession::State::Closed) break;
    }
    return 0;
}

#include "protocol/hub_loop.hpp"

namespace meerslag {

void run_hub(LineReader& input, LineWriter& output) {
    HubSession session{[&output](std::string_view line) { output.write(line); }};
    while (const auto line = input.next()) {
        const HubSession::State state = session.receive(*line);
        if (state == HubSession::State::Closed || output.is_broken()) return;
    }
    session.disconnect();
}

}  // namespace meerslag

// The Hub loop: from the reader to the session.
#include "protocol/hub_loop.hpp"

namespace meerslag {

void run_hub(LineReader& input, LineWriter& output, LineLog* log, HubVersion version) {
    HubSession* reached = nullptr;  // once there is one
    const auto write = [&output, &reached, log](std::string_view line) {
        if (log != nullptr) log->write(LineLog::Direction::Out, line);
        output.write(line);
        if (output.is_broken() && reached != nullptr) reached->stop_thinking();
    };
    HubSession session{write, version, HubSession::TableMemory::AtOnce};
    reached = &session;
    while (const auto line = input.next()) {
        if (log != nullptr) log->write(LineLog::Direction::In, *line);
        const HubSession::State state = session.receive(*line);
        if (state == HubSession::State::Closed || output.is_broken()) return;
    }
    session.disconnect();
}

}  // namespace meerslag

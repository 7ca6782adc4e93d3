#include "protocol/hub_loop.hpp"

namespace meerslag {

void run_hub(LineReader& input, LineWriter& output, LineLog* log, HubVersion version) {
    const auto write = [&output, log](std::string_view line) {
        if (log != nullptr) log->write(LineLog::Direction::Out, line);
        output.write(line);
    };
    HubSession session{write, version};
    while (const auto line = input.next()) {
        if (log != nullptr) log->write(LineLog::Direction::In, *line);
        const HubSession::State state = session.receive(*line);
        if (state == HubSession::State::Closed || output.is_broken()) return;
    }
    session.disconnect();
}

}  // namespace meerslag

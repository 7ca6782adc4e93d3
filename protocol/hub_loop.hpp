// The Hub loop: carries lines between a client and a session.
#pragma once

#include "protocol/hub_session.hpp"
#include "protocol/line_io.hpp"
#include "protocol/line_log.hpp"

namespace meerslag {

/// Serves one client until it says `quit`, closes its end, or reads no more. `log` may be null.
void run_hub(LineReader& input, LineWriter& output, LineLog* log, HubVersion version);

}  // namespace meerslag

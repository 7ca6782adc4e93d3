// Games played over DXP as PDN: tags and result.
#include "protocol/dxp_pdn.hpp"

#include <fmt/format.h>

namespace meerslag {
namespace {

std::string time_control(const DxpGameRequest& request) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(request.time).count();
    if (seconds == 0) return "-";
    return request.moves > 0 ? fmt::format("{}/{}", request.moves, seconds)
                             : fmt::format("{}", seconds);
}

}  // namespace

PdnGame to_pdn_game(const DxpGameRecord& record, const DxpPdnLabels& labels) {
    PdnGame pdn = to_pdn_game(record.game);
    pdn.result = to_pdn_result(record.result);
    pdn.result_text = to_string(pdn.result);
    pdn.set_tag("Event", "DXP game");
    pdn.set_tag("Date", labels.date);
    pdn.set_tag("Round", fmt::format("{}", labels.round));
    pdn.set_tag("White", record.names.white);
    pdn.set_tag("Black", record.names.black);
    pdn.set_tag("TimeControl", time_control(record.request));
    pdn.set_tag("Termination", to_string(record.ending));
    for (std::size_t ply = 0; ply < pdn.main.moves.size(); ++ply) {
        pdn.main.moves[ply].clocks.elapsed_move =
            std::chrono::round<std::chrono::seconds>(record.times[ply]);
    }
    return pdn;
}

}  // namespace meerslag

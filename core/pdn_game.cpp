// PdnGame: results, marks, tags.
#include "core/pdn_game.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/fen.hpp"

namespace meerslag {

namespace {

struct ResultName {
    std::string_view text;
    PdnResult result;
};

constexpr std::array kResultNames{
    ResultName{"2-0", PdnResult::WhiteWins},  ResultName{"1-0", PdnResult::WhiteWins},
    ResultName{"1-1", PdnResult::Draw},       ResultName{"1/2-1/2", PdnResult::Draw},
    ResultName{"1/2 - 1/2", PdnResult::Draw}, ResultName{"\xC2\xBD-\xC2\xBD", PdnResult::Draw},
    ResultName{"\xBD-\xBD", PdnResult::Draw},  // in Latin-1
    ResultName{"0.5-0.5", PdnResult::Draw},   ResultName{"0,5-0,5", PdnResult::Draw},
    ResultName{"0-2", PdnResult::BlackWins},  ResultName{"0-1", PdnResult::BlackWins},
    ResultName{"0-0", PdnResult::BothLose},   ResultName{"*", PdnResult::Unknown},
    ResultName{"?", PdnResult::Unknown},      ResultName{"", PdnResult::Unknown}};

constexpr std::array<std::string_view, 7> kMarks{"", "!", "?", "!!", "??", "!?", "?!"};

}  // namespace

std::string_view to_string(PdnStrength strength) {
    return kMarks[static_cast<std::size_t>(strength)];
}

std::optional<PdnStrength> strength_from(std::string_view marks) {
    const auto found = std::find(kMarks.begin(), kMarks.end(), marks);
    if (found == kMarks.end()) return std::nullopt;
    return static_cast<PdnStrength>(found - kMarks.begin());
}

PdnResult pdn_result_from(std::string_view text) {
    const auto found = std::find_if(kResultNames.begin(), kResultNames.end(),
                                    [text](const ResultName& name) { return name.text == text; });
    return found == kResultNames.end() ? PdnResult::Other : found->result;
}

std::string_view to_string(PdnResult result) {
    switch (result) {
        case PdnResult::WhiteWins: return "2-0";
        case PdnResult::Draw: return "1-1";
        case PdnResult::BlackWins: return "0-2";
        case PdnResult::BothLose: return "0-0";
        case PdnResult::Unknown:
        case PdnResult::Other: return "*";
    }
    std::abort();
}

PdnResult to_pdn_result(GameResult result) {
    switch (result) {
        case GameResult::Ongoing: return PdnResult::Unknown;
        case GameResult::WhiteWins: return PdnResult::WhiteWins;
        case GameResult::BlackWins: return PdnResult::BlackWins;
        case GameResult::Draw: return PdnResult::Draw;
    }
    std::abort();
}

std::optional<std::string_view> PdnGame::tag(std::string_view name) const {
    const auto found = std::find_if(tags.begin(), tags.end(),
                                    [name](const PdnTag& each) { return each.name == name; });
    if (found == tags.end()) return std::nullopt;
    return found->value;
}

void PdnGame::set_tag(std::string_view name, std::string_view value) {
    const auto found = std::find_if(tags.begin(), tags.end(),
                                    [name](const PdnTag& each) { return each.name == name; });
    if (found == tags.end()) {
        tags.push_back({std::string{name}, std::string{value}});
    } else {
        found->value = value;
    }
}

PdnGame to_pdn_game(const Game& game) {
    PdnGame pdn;
    pdn.start = game.start();
    pdn.result = to_pdn_result(game.status().result);
    pdn.result_text = to_string(pdn.result);
    for (const Move& move : game.moves()) pdn.main.moves.emplace_back(move);
    return pdn;
}

}  // namespace meerslag

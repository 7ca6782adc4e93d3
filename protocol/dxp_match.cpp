// DxpMatch: the next game, and the score.
#include "protocol/dxp_match.hpp"

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace meerslag {
namespace {

bool is_broken(DxpEnding ending) {
    switch (ending) {
        case DxpEnding::Rules:
        case DxpEnding::GivenUp:
        case DxpEnding::Agreed:
        case DxpEnding::Claimed:
        case DxpEnding::MoveLimit:
        case DxpEnding::Unknown: return false;
        case DxpEnding::IllegalMove:
        case DxpEnding::StoppedByUs:
        case DxpEnding::StoppedByPeer:
        case DxpEnding::PeerGone:
        case DxpEnding::PeerSilent: return true;
    }
    std::abort();
}

}  // namespace

DxpMatch::DxpMatch(DxpMatchPlan plan) : plan_(std::move(plan)) {
    assert(!plan_.openings.empty() && plan_.time.count() > 0);
}

std::optional<DxpGameRequest> DxpMatch::next() const {
    if (given_up_ || proposed_ >= plan_.games) return std::nullopt;
    const auto pair = static_cast<std::size_t>(proposed_ / 2);
    const Position& opening = plan_.openings[pair % plan_.openings.size()];
    DxpGameRequest request;
    request.follower = proposed_ % 2 == 0 ? Color::White : Color::Black;
    request.time = plan_.time;
    request.moves = plan_.moves;
    if (opening != Position::start()) request.position = opening;
    return request;
}

void DxpMatch::record(const DxpGameRecord& game) {
    ++proposed_;
    refused_in_a_row_ = 0;
    if (is_broken(game.ending)) ++broken_;
    Tally& tally = tally_[game.ours];
    switch (game.result) {
        case GameResult::Ongoing: ++tally.unknown; break;
        case GameResult::Draw: ++tally.draws; break;
        case GameResult::WhiteWins:
        case GameResult::BlackWins:
            ++(game.result == win_for(game.ours) ? tally.wins : tally.losses);
            break;
    }
}

void DxpMatch::record_refusal(DxpGameAnswer::Code code) {
    ++proposed_;
    ++refused_;
    ++refused_in_a_row_;
    // Another proposal may be accepted after NotThisGame only
    if (code != DxpGameAnswer::Code::NotThisGame || refused_in_a_row_ >= 2) given_up_ = true;
}

bool DxpMatch::is_complete() const {
    return proposed_ >= plan_.games && refused_ == 0 && broken_ == 0;
}

std::string DxpMatch::table() const {
    const auto row = [](std::string_view name, const Tally& t) {
        const int known = t.wins + t.draws + t.losses;
        const double points = 2.0 * t.wins + t.draws;
        const std::string score = known == 0 ? "-" : fmt::format("{:.1f} %", 50.0 * points / known);
        return fmt::format("{:<10} {:>5} {:>5} {:>5} {:>5} {:>7} {:>9}\n", name, known + t.unknown,
                           t.wins, t.draws, t.losses, t.unknown, score);
    };
    Tally all = tally_.white;
    all.wins += tally_.black.wins;
    all.draws += tally_.black.draws;
    all.losses += tally_.black.losses;
    all.unknown += tally_.black.unknown;
    std::string text = fmt::format("{:<10} {:>5} {:>5} {:>5} {:>5} {:>7} {:>9}\n", "", "games",
                                   "won", "drawn", "lost", "unknown", "score");
    text += row("as White", tally_.white) + row("as Black", tally_.black) + row("all", all);
    if (refused_ > 0) text += fmt::format("refused by the peer: {}\n", refused_);
    if (broken_ > 0) text += fmt::format("broken off: {}\n", broken_);
    return text;
}

}  // namespace meerslag

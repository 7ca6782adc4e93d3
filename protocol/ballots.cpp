// The two-move ballots: the list.
#include "protocol/ballots.hpp"

#include <algorithm>

#include "core/movegen.hpp"

namespace meerslag {
namespace {

Square square(int number) { return Square::from_number(number); }

bool loses_a_man(const Move& white, const Move& black) {
    const bool to_27 =
        white == Move{square(31), square(27)} || white == Move{square(32), square(27)};
    return to_27 && black == Move{square(16), square(21)};
}

}  // namespace

std::vector<Position> ballot_positions() {
    std::vector<Position> ballots;
    const Position start = Position::start();
    MoveList first = legal_moves(start);
    std::sort(first.begin(), first.end());
    for (const Move& white : first) {
        const Position middle = start.play(white);
        MoveList replies = legal_moves(middle);
        std::sort(replies.begin(), replies.end());
        for (const Move& black : replies) {
            if (!loses_a_man(white, black)) ballots.push_back(middle.play(black));
        }
    }
    return ballots;
}

}  // namespace meerslag

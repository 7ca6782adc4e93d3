// PdnLineBuilder.
#include "core/pdn_line_builder.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/legality.hpp"
#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace meerslag {

namespace {

/// More than any real game leaves open at a time.
constexpr std::size_t kMaxBranches = 64;

}  // namespace

PdnLineBuilder PdnLineBuilder::variation() const {
    assert(!line_.moves.empty());
    PdnLineBuilder result;
    for (const Branch& branch : branches_) {
        const bool is_known =
            std::any_of(result.branches_.begin(), result.branches_.end(),
                        [&](const Branch& other) { return other.position == branch.before; });
        if (!is_known) result.branches_.push_back({branch.before, branch.before, {}});
    }
    return result;
}

std::vector<PdnLineBuilder::Branch> PdnLineBuilder::branches_after(const MoveText& text) const {
    std::vector<Branch> next;
    for (const Branch& branch : branches_) {
        const MoveList found = matching_moves(text, branch.position, legal_moves(branch.position));
        for (const Move& move : found) {
            if (next.size() == kMaxBranches) return next;
            next.push_back({branch.position, branch.position.play(move), branch.moves});
            next.back().moves.push_back(move);
        }
    }
    return next;
}

std::optional<std::string> PdnLineBuilder::play(const MoveText& text) {
    if (is_open()) {
        std::vector<Branch> next = branches_after(text);
        if (next.empty()) return explain_illegal(branches_.front().position, text);
        branches_ = std::move(next);
        line_.moves.emplace_back(branches_.front().moves.back());
        if (!is_open()) keep_first_branch();
    } else {
        Branch& branch = branches_.front();
        const MoveList found = matching_moves(text, branch.position, legal_moves(branch.position));
        if (found.empty()) return explain_illegal(branch.position, text);
        if (found.size() == 1) {
            branch.before = branch.position;
            branch.position = branch.position.play(found[0]);
        } else {
            was_open_ = true;
            first_open_ = line_.moves.size();
            open_position_ = branch.position;
            open_text_ = text;
            branches_ = branches_after(text);
        }
        line_.moves.emplace_back(found[0]);
    }
    line_.moves.back().setup = std::exchange(setup_, std::nullopt);
    return std::nullopt;
}

void PdnLineBuilder::keep_first_branch() {
    branches_.resize(1, branches_.front());
    std::vector<Move>& moves = branches_.front().moves;
    for (std::size_t i = 0; i < moves.size(); ++i) line_.moves[first_open_ + i].move = moves[i];
    moves.clear();
    open_position_.reset();
}

std::optional<PdnLineBuilder::Guess> PdnLineBuilder::settle() {
    if (!is_open()) return std::nullopt;
    std::optional<Guess> guess;
    if (open_position_) {
        MoveList candidates;
        for (const Branch& branch : branches_) {
            const Move& move = branch.moves.front();
            if (!candidates.contains(move)) candidates.push_back(move);
        }
        if (candidates.size() > 1) {
            guess = Guess{explain_ambiguous(*open_position_, open_text_, candidates),
                          static_cast<int>(first_open_) + 1};
        }
    }
    keep_first_branch();
    return guess;
}

void PdnLineBuilder::set_up(const Position& position) {
    assert(!is_open());
    setup_ = position;
    branches_.front().position = position;
}

PdnLine PdnLineBuilder::take() {
    assert(!is_open());
    line_.final_setup = setup_;
    return std::move(line_);
}

}  // namespace meerslag

// Outcomes of a slice in short: the choice of codes, and reading them.
//
// A byte below 81 is four outcomes, to base 3, the first one lowest. The other bytes are runs: of
// 58 lengths, dense for short ones, for each of the three outcomes.
#include "engine/bitbase_codec.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace meerslag::codec {
namespace {

constexpr std::size_t kLiteral = 4;  // outcomes in one byte
constexpr std::size_t kLiteralCodes = 81;
constexpr std::size_t kRunLengths = 58;
constexpr std::size_t kOutcomes = 3;

/// 5, 6, 7 ... 33, then each about a tenth longer than the one before, up to a whole block.
constexpr auto kLengths = [] {
    std::array<std::uint16_t, kRunLengths> lengths{};
    std::uint32_t length = kLiteral;
    for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
        length += std::max<std::uint32_t>(1, i < 29 ? 1 : length / 10);
        lengths[i] = static_cast<std::uint16_t>(length);
    }
    lengths.back() = kBlockPositions;
    return lengths;
}();
static_assert(kLengths[28] == 33 && kLengths[56] < kBlockPositions);

/// What a byte stands for.
struct Token {
    std::uint16_t length = 0;
    std::array<Outcome, kLiteral> outcomes{};  ///< of a run: the same in all places
};

constexpr auto kTokens = [] {
    std::array<Token, 256> tokens{};  // 255 stands for nothing: length 0
    for (std::size_t byte = 0; byte < kLiteralCodes; ++byte) {
        tokens[byte].length = kLiteral;
        std::size_t rest = byte;
        for (Outcome& outcome : tokens[byte].outcomes) {
            outcome = static_cast<Outcome>(rest % 3);
            rest /= 3;
        }
    }
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome) {
        for (std::size_t i = 0; i < kRunLengths; ++i) {
            Token& token = tokens[kLiteralCodes + outcome * kRunLengths + i];
            token.length = kLengths[i];
            token.outcomes.fill(static_cast<Outcome>(outcome));
        }
    }
    return tokens;
}();

/// The longest run length of the table that is at most `run`, as its place; kRunLengths: none.
constexpr auto kLengthPlace = [] {
    std::array<std::uint8_t, kBlockPositions + 1> places{};
    std::uint8_t place = 0;
    for (std::size_t run = 0; run < places.size(); ++run) {
        while (place < kRunLengths && kLengths[place] <= run) ++place;
        places[run] = place == 0 ? kRunLengths : static_cast<std::uint8_t>(place - 1);
    }
    return places;
}();

}  // namespace

void append_block(std::span<const Symbol> block, std::vector<std::uint8_t>& code) {
    assert(block.size() <= kBlockPositions);
    const std::size_t size = block.size();
    // Backward: the fewest bytes from each place on. What lies behind the end may be anything.
    std::array<std::uint16_t, kBlockPositions + 1> cost{};
    std::array<std::uint8_t, kBlockPositions> choice{};  // kOutcomes: a literal
    std::array<std::array<std::uint16_t, kOutcomes>, kBlockPositions + 1> run;
    run[size].fill(kBlockPositions);
    for (std::size_t i = size; i-- > 0;) {
        cost[i] = static_cast<std::uint16_t>(1 + cost[std::min(i + kLiteral, size)]);
        choice[i] = kOutcomes;
        for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome) {
            const bool fits =
                block[i] == Symbol::Any || static_cast<std::size_t>(block[i]) == outcome;
            run[i][outcome] = static_cast<std::uint16_t>(
                fits ? std::min<std::size_t>(run[i + 1][outcome] + 1U, kBlockPositions) : 0);
            const std::size_t place = kLengthPlace[run[i][outcome]];
            if (place == kRunLengths) continue;
            const auto bytes =
                static_cast<std::uint16_t>(1 + cost[std::min(i + kLengths[place], size)]);
            if (bytes < cost[i]) {
                cost[i] = bytes;
                choice[i] = static_cast<std::uint8_t>(outcome);
            }
        }
    }
    Symbol last = Symbol::Draw;  // what Any becomes within a literal
    for (std::size_t i = 0; i < size;) {
        if (choice[i] == kOutcomes) {
            std::size_t byte = 0;
            std::size_t weight = 1;
            for (std::size_t k = i; k < i + kLiteral; ++k, weight *= 3) {
                if (k < size && block[k] != Symbol::Any) last = block[k];
                byte += weight * static_cast<std::size_t>(last);
            }
            code.push_back(static_cast<std::uint8_t>(byte));
            i += kLiteral;
        } else {
            const std::size_t place = kLengthPlace[run[i][choice[i]]];
            code.push_back(
                static_cast<std::uint8_t>(kLiteralCodes + choice[i] * kRunLengths + place));
            i += kLengths[place];
        }
    }
}

Outcome outcome_in_block(std::span<const std::uint8_t> code, std::uint32_t place) {
    for (const std::uint8_t byte : code) {
        const Token& token = kTokens[byte];
        if (place < token.length) return token.outcomes[place % kLiteral];
        place -= token.length;
    }
    return Outcome::Draw;
}

void decode_block(std::span<const std::uint8_t> code, std::span<Outcome> outcomes) {
    std::fill(outcomes.begin(), outcomes.end(), Outcome::Draw);
    std::size_t place = 0;
    for (const std::uint8_t byte : code) {
        if (place >= outcomes.size()) return;
        const Token& token = kTokens[byte];
        for (std::size_t k = 0; k < token.length && place < outcomes.size(); ++k, ++place) {
            outcomes[place] = token.outcomes[k % kLiteral];
        }
    }
}

}  // namespace meerslag::codec

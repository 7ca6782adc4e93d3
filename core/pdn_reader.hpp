// PDN in: a file as a stream of games.
#pragma once

#include <optional>

#include "core/pdn_game.hpp"
#include "core/pdn_lexer.hpp"

namespace meerslag {

/// Reads PDN 3.0 and the older dialects, game by game. Every move is checked; a faulty game keeps
/// the moves before the fault, and reading goes on with the next game.
///
/// A short capture that fits several moves keeps all their positions until later moves decide.
///
/// Cost: memory for one game at a time, whatever the size of the file.
class PdnReader {
public:
    explicit PdnReader(PdnSource source) : lexer_(std::move(source)) {}

    /// The next game; nothing at the end of the file.
    [[nodiscard]] std::optional<PdnGame> next();

private:
    PdnLexer lexer_;
    const PdnToken* token_ = nullptr;  // the first of the next game, once read
    int games_ = 0;
};

}  // namespace meerslag

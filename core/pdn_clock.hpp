// The clock commands in PDN comments.
#pragma once

#include <string>

#include "core/pdn_game.hpp"

namespace meerslag {

/// Takes the clock commands out of a comment and enters them in `clocks`. What is no clock command,
/// or no proper one, stays. Returns: the rest of the comment.
[[nodiscard]] std::string take_clocks(std::string_view comment, PdnClocks& clocks);

/// The clocks as commands, with blanks between; empty if there are none.
[[nodiscard]] std::string format_clocks(const PdnClocks& clocks);

}  // namespace meerslag

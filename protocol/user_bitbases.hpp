// The bitbases to play with: the program's own, and larger ones that the user has built.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/bitbase.hpp"

namespace meerslag {

/// Files with more pieces are not looked for; no parameter can ask for more either.
inline constexpr int kMostBitbasePieces = 7;

struct UserBitbases {
    std::shared_ptr<const Bitbases> bitbases;  ///< never null: at the least the program's own
    std::vector<std::string> problems = {};    ///< what cannot be used of the folder, in words

    /// The problems in a line, the first of them in full; empty if there are none.
    [[nodiscard]] std::string problem() const;
};

/// The embedded bitbases, and those of more pieces in a folder. With an empty name it is the
/// default one, which need not be there.
[[nodiscard]] UserBitbases open_user_bitbases(const std::string& folder);

}  // namespace meerslag

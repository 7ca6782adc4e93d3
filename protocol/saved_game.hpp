// Games of `meerslag play` in PDN files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/adjournment.hpp"
#include "core/error.hpp"
#include "core/game_status.hpp"

namespace meerslag {

/// A game and who plays it, as `meerslag play` saves and loads it.
struct SavedGame {
    AdjournedGame adjourned;
    GameStatus status = {};         ///< the players' end too; only for saving
    std::optional<Color> engine;    ///< which side the engine has; unknown in foreign files
    std::string date = {};          ///< YYYY.MM.DD; empty if unknown
    std::string result_text = "*";  ///< as the file has it; only after loading
};

/// Writes the file anew, unless something else would be lost than one game saved before.
///
/// Returns: why that was not possible; nothing if all went well.
[[nodiscard]] std::optional<std::string> save_game(const std::filesystem::path& path,
                                                   const SavedGame& saved);

/// Reads game `number` of a file, counted from 1.
///
/// Errors: in words for a person.
[[nodiscard]] Expected<SavedGame, std::string> load_game(const std::filesystem::path& path,
                                                         int number);

}  // namespace meerslag

// --bb-size and --bitbase-path, for the commands that let the engine think.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "engine/engine.hpp"
#include "protocol/user_bitbases.hpp"

namespace meerslag {

struct BitbaseArguments {
    int pieces = kMostBitbasePieces;
    std::string path;  ///< empty: the default folder
};

/// `arguments` must outlive `command`.
void add_bitbase_options(CLI::App& command, BitbaseArguments& arguments);

/// Opens the bitbases for an engine. Returns: what cannot be used of the folder, in words.
[[nodiscard]] std::string open_bitbases(const BitbaseArguments& arguments, EngineOptions& options);

}  // namespace meerslag

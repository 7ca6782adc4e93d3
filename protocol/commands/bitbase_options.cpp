// --bb-size and --bitbase-path: the options themselves.
#include "protocol/commands/bitbase_options.hpp"

namespace meerslag {

void add_bitbase_options(CLI::App& command, BitbaseArguments& arguments) {
    command
        .add_option("--bb-size", arguments.pieces,
                    "The most pieces to ask bitbases about, as far as there are any; 0: never")
        ->check(CLI::Range(0, kMostBitbasePieces))
        ->capture_default_str();
    command.add_option("--bitbase-path", arguments.path,
                       "Folder of bitbases with more pieces than the program's; else where\n"
                       "meerslag bitbase build puts them");
}

std::string open_bitbases(const BitbaseArguments& arguments, EngineOptions& options) {
    UserBitbases opened = open_user_bitbases(arguments.path);
    options.bitbases = std::move(opened.bitbases);
    options.bitbase_pieces = arguments.pieces;
    return opened.problem();
}

}  // namespace meerslag

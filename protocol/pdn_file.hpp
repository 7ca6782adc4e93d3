// PDN files: opened, read game by game, with progress.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/pdn_game.hpp"
#include "core/pdn_lexer.hpp"
#include "protocol/progress.hpp"

namespace meerslag {

/// The name that stands for stdin.
inline constexpr const char* kStandardInputName = "-";

/// An open file as a source of PDN.
class PdnFile {
public:
    /// Errors: in words for a person, naming the file.
    [[nodiscard]] static Expected<PdnFile, std::string> open(const std::string& name);

    /// The file's bytes from where it stands. The file must outlive the source.
    /// `on_bytes` is told how many were read each time.
    [[nodiscard]] PdnSource source(std::function<void(std::size_t)> on_bytes);

    /// Whether reading broke off before the end of the file.
    [[nodiscard]] bool has_failed() const { return has_failed_; }

    /// What the bytes read so far are, as far as it matters when no game is found in them.
    enum class Content : std::uint8_t { Blank, Text, Utf16 };
    [[nodiscard]] Content content() const { return content_; }

private:
    explicit PdnFile(std::ifstream stream) : stream_(std::move(stream)) {}
    [[nodiscard]] std::istream& input();
    void look_at(std::string_view bytes);

    std::ifstream stream_;  // closed: stdin is meant
    bool has_failed_ = false;
    Content content_ = Content::Blank;
};

/// Calls `visit(file_name, game)` for every game of the files, one after the other, while
/// `progress` counts bytes.
///
/// Returns: what went wrong with files, in words for a person; the others are read all the same.
[[nodiscard]] std::vector<std::string> for_each_pdn_game(
    const std::vector<std::string>& file_names, Progress& progress,
    const std::function<void(const std::string&, const PdnGame&)>& visit);

/// Reads game `number` of a file, counted from 1. An error in it concerns a variation, if any.
///
/// Errors: in words for a person; what is wrong in the game with its place.
[[nodiscard]] Expected<PdnGame, std::string> read_pdn_game(const std::string& file_name,
                                                           int number);

/// "games.pdn:15:48: game 1, ply 107: error: the reason", as compilers write it.
[[nodiscard]] std::string describe_fault(const std::string& file_name, const PdnFault& fault);

/// The sizes of the files in all; 0 if one is not known.
[[nodiscard]] std::uint64_t total_size(const std::vector<std::string>& file_names);

}  // namespace meerslag

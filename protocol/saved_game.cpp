// Writing a game to a PDN file and reading it back.
#include "protocol/saved_game.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

#include "core/pdn_reader.hpp"
#include "core/pdn_writer.hpp"
#include "protocol/pdn_file.hpp"
#include "protocol/platform.hpp"
#include "protocol/version.hpp"

namespace meerslag {
namespace {

constexpr PerColor<std::string_view> kNameTag{"White", "Black"};
constexpr std::string_view kPersonName = "Player";

PdnGame to_pdn_game(const SavedGame& saved) {
    PdnGame pdn = to_pdn_game(saved.adjourned);
    if (saved.status.is_over()) {
        pdn.result = to_pdn_result(saved.status.result);
        pdn.set_tag("Termination", to_string(saved.status.reason));
    } else if (saved.adjourned.sealed_move) {
        pdn.set_tag("Termination", "adjourned");
    }
    if (!saved.date.empty()) pdn.set_tag("Date", saved.date);
    if (saved.engine) {
        pdn.set_tag(kNameTag[*saved.engine], fmt::format("{} {}", kProgramName, program_version()));
        pdn.set_tag(kNameTag[opposite(*saved.engine)], kPersonName);
    }
    return pdn;
}

/// The side whose name is the program's, if there is one alone.
std::optional<Color> engine_of(const PdnGame& pdn) {
    std::optional<Color> engine;
    for (const Color color : kColors) {
        if (!pdn.tag(kNameTag[color]).value_or("").starts_with(kProgramName)) continue;
        if (engine) return std::nullopt;
        engine = color;
    }
    return engine;
}

/// Whether the file has something else in it than one game that `save_game` wrote.
bool holds_other_things(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;  // or not yet there
    if (std::filesystem::file_size(path, error) == 0 || error) return false;
    auto file = PdnFile::open(std::filesystem::absolute(path).string());
    if (!file) return false;  // nor can it be written, presumably
    PdnReader reader{file->source([](std::size_t) {})};
    const auto first = reader.next();
    if (!first || reader.next()) return true;
    const auto engine = engine_of(*first);
    return !engine || first->tag(kNameTag[opposite(*engine)]) != kPersonName;
}

}  // namespace

std::optional<std::string> save_game(const std::filesystem::path& path, const SavedGame& saved) {
    if (holds_other_things(path)) {
        return fmt::format("{} holds other games or text, which would be lost", path.string());
    }
    // The file is replaced as a whole, so that a full disk leaves the game saved before
    std::error_code error;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
    if (error || (std::filesystem::exists(target, error) &&
                  !std::filesystem::is_regular_file(target, error))) {
        return fmt::format("{} cannot be written", path.string());
    }
    const std::string text = format_pdn_game(to_pdn_game(saved));
    const auto written = write_file_durably(
        target, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (!written) return fmt::format("{} cannot be written: {}", path.string(), written.error());
    return std::nullopt;
}

Expected<SavedGame, std::string> load_game(const std::filesystem::path& path, int number) {
    auto file = PdnFile::open(path.string());
    if (!file) return unexpected{file.error()};
    PdnReader reader{file->source([](std::size_t) {})};
    for (int i = 1;; ++i) {
        const auto pdn = reader.next();
        if (!pdn) {
            return unexpected{
                fmt::format("{} has {} game{}", path.string(), i - 1, i == 2 ? "" : "s")};
        }
        if (i < number) continue;
        auto adjourned = adjourned_game_from(*pdn);
        if (!adjourned) return unexpected{adjourned.error()};
        return SavedGame{.adjourned = *std::move(adjourned),
                         .engine = engine_of(*pdn),
                         .result_text = pdn->result_text};
    }
}

}  // namespace meerslag

// BitbaseFolder: names and files.
#include "protocol/bitbase_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "protocol/platform.hpp"

namespace meerslag {

std::optional<std::filesystem::path> default_bitbase_folder() {
    const auto folder = user_data_folder();
    if (!folder) return std::nullopt;
    return *folder / "bitbases";
}

Expected<void, std::string> BitbaseFolder::create() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return unexpected{fmt::format("{}: {}", folder_.string(), error.message())};
    return {};
}

std::filesystem::path BitbaseFolder::path_of(const std::string& slice_name) const {
    return folder_ / (slice_name + ".meerslag");
}

Expected<std::optional<BitbaseImage>, std::string> BitbaseFolder::load(
    const std::string& slice_name) {
    const std::filesystem::path path = path_of(slice_name);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::optional<BitbaseImage>{};
    auto file = map_file(path);
    if (!file) return unexpected{file.error()};
    return std::optional{BitbaseImage{file->bytes, std::move(file->owner)}};
}

Expected<void, std::string> BitbaseFolder::save(const std::string& slice_name,
                                                std::span<const std::uint8_t> bytes) {
    const std::filesystem::path path = path_of(slice_name);
    auto written = write_file_durably(path, bytes);
    if (!written) return unexpected{fmt::format("{}: {}", path.string(), written.error())};
    return {};
}

}  // namespace meerslag

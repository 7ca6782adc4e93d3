// BitbaseFolder: slice files in a folder of the user's.
#pragma once

#include <filesystem>
#include <string>

#include "engine/bitbase_store.hpp"

namespace meerslag {

/// Each slice is a file `<slice>.meerslag`, mapped into memory when it is read.
class BitbaseFolder : public BitbaseStore {
public:
    explicit BitbaseFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Makes the folder if it is not there. Errors: in words.
    [[nodiscard]] Expected<void, std::string> create() const;

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
    [[nodiscard]] std::filesystem::path path_of(const std::string& slice_name) const;

    [[nodiscard]] Expected<std::optional<BitbaseImage>, std::string> load(
        const std::string& slice_name) override;
    [[nodiscard]] Expected<void, std::string> save(const std::string& slice_name,
                                                   std::span<const std::uint8_t> bytes) override;

private:
    std::filesystem::path folder_;
};

/// Where bitbases are built and looked for if nothing else is said: `bitbases` in the user's data
/// folder; nullopt when the user has no home.
[[nodiscard]] std::optional<std::filesystem::path> default_bitbase_folder();

}  // namespace meerslag

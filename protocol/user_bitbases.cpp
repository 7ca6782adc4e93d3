// The bitbases to play with: opening those of the user.
#include "protocol/user_bitbases.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "protocol/bitbase_folder.hpp"

namespace meerslag {
namespace {

bool is_folder(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

}  // namespace

std::string UserBitbases::problem() const {
    if (problems.empty()) return "";
    if (problems.size() == 1) return problems.front();
    return fmt::format("{}; and {} more problems with bitbases", problems.front(),
                       problems.size() - 1);
}

UserBitbases open_user_bitbases(const std::string& folder) {
    UserBitbases result{embedded_bitbases()};
    const auto path = folder.empty() ? default_bitbase_folder() : std::filesystem::path{folder};
    if (!path || !is_folder(*path)) {
        if (!folder.empty()) result.problems.push_back(fmt::format("{}: no such folder", folder));
        return result;
    }
    Bitbases bitbases = *result.bitbases;
    BitbaseFolder files{*path};
    const auto on_problem = [&](const std::string& name, const std::string& reason) {
        result.problems.push_back(fmt::format("{}: {}", files.path_of(name).string(), reason));
    };
    add_slices(bitbases, files, {bitbases.max_pieces() + 1, kMostBitbasePieces},
               BitbaseSlice::Check::HeaderAndIndex, on_problem);
    const bool is_larger = bitbases.max_pieces() > result.bitbases->max_pieces();
    if (is_larger) result.bitbases = std::make_shared<const Bitbases>(std::move(bitbases));
    if (!is_larger && !folder.empty() && result.problems.empty()) {
        result.problems.push_back(
            fmt::format("{}: no bitbases with more pieces than the program's", folder));
    }
    return result;
}

}  // namespace meerslag

// PDN files.
#include "protocol/pdn_file.hpp"

#include <fmt/format.h>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "core/pdn_reader.hpp"

namespace meerslag {
namespace {

std::string utf16_fault(const std::string& name) {
    return fmt::format("{} is UTF-16: save it as UTF-8", name);
}

}  // namespace

Expected<PdnFile, std::string> PdnFile::open(const std::string& name) {
    if (name == kStandardInputName) return PdnFile{std::ifstream{}};
    std::error_code error;
    if (std::filesystem::is_directory(name, error)) {
        return unexpected(fmt::format("{} is a folder", name));
    }
    std::ifstream stream{name, std::ios::binary};
    if (!stream.is_open()) return unexpected(fmt::format("cannot open {}", name));
    return PdnFile{std::move(stream)};
}

std::istream& PdnFile::input() {
    return stream_.is_open() ? static_cast<std::istream&>(stream_) : std::cin;
}

PdnSource PdnFile::source(std::function<void(std::size_t)> on_bytes) {
    return [this, report = std::move(on_bytes)](std::span<char> room) {
        std::istream& in = input();
        in.read(room.data(), static_cast<std::streamsize>(room.size()));
        const auto count = static_cast<std::size_t>(in.gcount());
        // Of stdin the stream does not tell
        has_failed_ = has_failed_ || in.bad() || (&in == &std::cin && std::ferror(stdin) != 0);
        look_at({room.data(), count});
        report(count);
        return count;
    };
}

void PdnFile::look_at(std::string_view bytes) {
    if (content_ != Content::Blank || bytes.empty()) return;
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) {
        content_ = Content::Utf16;
    } else if (bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf\x1a") != std::string_view::npos) {
        content_ = Content::Text;
    }
}

std::vector<std::string> for_each_pdn_game(
    const std::vector<std::string>& file_names, Progress& progress,
    const std::function<void(const std::string&, const PdnGame&)>& visit) {
    std::vector<std::string> faults;
    for (const std::string& name : file_names) {
        auto file = PdnFile::open(name);
        if (!file) {
            faults.push_back(file.error());
            continue;
        }
        std::size_t unreported = 0;
        bool has_games = false;
        PdnReader reader{file->source([&unreported](std::size_t count) { unreported += count; })};
        while (const auto game = reader.next()) {
            has_games = true;
            visit(name, *game);
            progress.advance(std::exchange(unreported, 0));
        }
        progress.advance(unreported);
        if (file->has_failed()) {
            faults.push_back(fmt::format("reading {} broke off", name));
        } else if (file->content() == PdnFile::Content::Utf16) {
            faults.push_back(utf16_fault(name));
        } else if (!has_games && file->content() == PdnFile::Content::Text) {
            faults.push_back(fmt::format("there is no game in {}", name));
        }
    }
    return faults;
}

Expected<PdnGame, std::string> read_pdn_game(const std::string& file_name, int number) {
    auto file = PdnFile::open(file_name);
    if (!file) return unexpected(file.error());
    PdnReader reader{file->source([](std::size_t) {})};
    for (int count = 1;; ++count) {
        auto game = reader.next();
        if (file->has_failed()) return unexpected(fmt::format("reading {} broke off", file_name));
        if (!game && file->content() == PdnFile::Content::Utf16) {
            return unexpected(utf16_fault(file_name));
        }
        if (!game) {
            return unexpected(
                fmt::format("{} has {} game{}", file_name, count - 1, count == 2 ? "" : "s"));
        }
        if (count < number) continue;
        if (game->reading == PdnReading::Whole) return *std::move(game);
        for (const PdnFault& fault : game->faults) {
            if (fault.severity == PdnFault::Severity::Warning) continue;
            return unexpected(describe_fault(file_name, fault));
        }
        return *std::move(game);
    }
}

std::string describe_fault(const std::string& file_name, const PdnFault& fault) {
    const bool is_error = fault.severity == PdnFault::Severity::Error;
    return fmt::format("{}:{}:{}: game {}, ply {}: {}: {}", file_name, fault.line, fault.column,
                       fault.game, fault.ply, is_error ? "error" : "warning", fault.reason);
}

std::uint64_t total_size(const std::vector<std::string>& file_names) {
    std::uint64_t total = 0;
    for (const std::string& name : file_names) {
        std::error_code error;
        const auto size = std::filesystem::file_size(name, error);
        if (error) return 0;
        total += size;
    }
    return total;
}

}  // namespace meerslag

// How much memory a table may take: the share of the machine's.
#include "protocol/table_size.hpp"

#include <fmt/format.h>

#include <limits>

#include "protocol/platform.hpp"
#include "protocol/scanner.hpp"

namespace meerslag {

std::uint64_t usable_memory() {
    const auto memory = total_memory();
    return memory ? *memory / 4 * 3 : std::numeric_limits<std::uint64_t>::max();
}

std::string table_size_complaint(const std::string& mib) {
    const auto wanted = parse_integer(mib);
    const std::uint64_t most = usable_memory() >> 20;
    if (!wanted || *wanted <= 0 || static_cast<std::uint64_t>(*wanted) <= most) return "";
    return fmt::format("{} MiB are more than three quarters of this machine's memory, {} MiB",
                       *wanted, most);
}

}  // namespace meerslag

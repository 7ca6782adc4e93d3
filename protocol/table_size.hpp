// How large a table may be that the user asks for.
#pragma once

#include <cstdint>
#include <string>

namespace meerslag {

/// The largest table that leaves the machine room for the rest: three quarters of its memory. More
/// would be granted by many systems, and the program ended once it is full.
/// Unit: bytes.
[[nodiscard]] std::uint64_t most_table_bytes();

/// For the command line's check of an option in MiB. Returns: why that is too much; empty if not.
[[nodiscard]] std::string table_size_complaint(const std::string& mib);

}  // namespace meerslag

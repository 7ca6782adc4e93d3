// How much memory a table may take that the user asks for, or a build of bitbases.
#pragma once

#include <cstdint>
#include <string>

namespace meerslag {

/// What leaves the machine room for the rest: three quarters of its memory. More would be granted
/// by many systems, and the program ended once it is full. Unit: bytes; without limit when the
/// system does not tell.
[[nodiscard]] std::uint64_t usable_memory();

/// For the command line's check of an option in MiB. Returns: why that is too much; empty if not.
[[nodiscard]] std::string table_size_complaint(const std::string& mib);

}  // namespace meerslag

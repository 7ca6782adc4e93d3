#include "protocol/version.hpp"

namespace meerslag {

std::string_view program_version() { return MEERSLAG_VERSION; }

}  // namespace meerslag

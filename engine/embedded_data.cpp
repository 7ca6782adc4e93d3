// Data that the program carries within itself: where embedded_data.S puts it.
#include "engine/embedded_data.hpp"

extern "C" {
extern const std::uint8_t meerslag_bitbases_begin[];
extern const std::uint8_t meerslag_bitbases_end[];
extern const std::uint8_t meerslag_weights_begin[];
extern const std::uint8_t meerslag_weights_end[];
extern const char meerslag_tactics_begin[];
extern const char meerslag_tactics_end[];
}

namespace meerslag {

std::span<const std::uint8_t> embedded_bitbase_bundle() {
    return {meerslag_bitbases_begin, meerslag_bitbases_end};
}

std::span<const std::uint8_t> embedded_weights_file() {
    return {meerslag_weights_begin, meerslag_weights_end};
}

std::string_view embedded_tactics() { return {meerslag_tactics_begin, meerslag_tactics_end}; }

}  // namespace meerslag

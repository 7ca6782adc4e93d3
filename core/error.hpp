// Errors as values: what can go wrong while text becomes an object.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace meerslag {

/// A value, or the reason why there is none.
template <class T, class E>
using Expected = tl::expected<T, E>;

using tl::unexpected;

/// Why a text could not be read, in words for a person, and where it went wrong.
struct TextError {
    std::string reason;
    int column = 1;  ///< of the first character concerned, counted from 1

    friend bool operator==(const TextError&, const TextError&) = default;
};

}  // namespace meerslag

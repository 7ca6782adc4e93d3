// The range of an option that is a real number.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace meerslag {

/// As CLI::Range, which lets `nan` pass, since it is neither too small nor too large.
class RealRange : public CLI::Range {
public:
    RealRange(double low, double high) : CLI::Range(low, high) {
        func_ = [low, high, is_outside = func_](std::string& text) {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && std::isnan(value)) {
                return fmt::format("Value {} not in range {} to {}", text, low, high);
            }
            return is_outside(text);
        };
    }
};

}  // namespace meerslag

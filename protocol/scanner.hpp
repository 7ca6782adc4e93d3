// The words of a Hub line, and numbers from outside.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace meerslag {

/// `name`, `name=value` or `name="any text"`.
struct HubArgument {
    enum class Form : std::uint8_t {
        Flag,     ///< without `=`; the value is empty
        Value,    ///< with `=`; the value may be empty
        Unclosed  ///< the closing quote is missing; the value reaches to the end of the line
    };
    std::string_view name;
    std::string_view value;
    Form form = Form::Flag;

    friend bool operator==(const HubArgument&, const HubArgument&) = default;
};

/// A line cut into words, all of them views of it.
struct HubWords {
    std::string_view command;  ///< empty for an empty line
    std::vector<HubArgument> arguments;

    /// The last argument of that name, since a repeated one replaces the earlier; null if none.
    [[nodiscard]] const HubArgument* find(std::string_view name) const;
};

/// Cuts a line of Hub version 2. Control characters count as blanks; what can be no argument is
/// passed over.
///
/// Returns: nullopt when the line does not begin with a word.
[[nodiscard]] std::optional<HubWords> scan_hub_line(std::string_view line);

/// The words between blanks, for lists of moves and for Hub version 1.
[[nodiscard]] std::vector<std::string_view> split_at_blanks(std::string_view text);

/// A decimal number: sign, digits, fraction, exponent; point or comma, whatever the locale, since
/// clients write in theirs.
///
/// Returns: nullopt for anything else, also for infinity and NaN.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

/// A whole number, also written as `22.0` or `1e6`.
///
/// Returns: nullopt for anything else, also for what does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// A whole number from 0 to the largest of 64 bits, in digits alone.
///
/// Returns: nullopt for anything else, also for what does not fit.
[[nodiscard]] std::optional<std::uint64_t> parse_natural(std::string_view text);

}  // namespace meerslag

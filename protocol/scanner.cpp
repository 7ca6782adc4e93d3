// The words of a Hub line: quotes, blanks and numbers.
#include "protocol/scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace meerslag {

namespace {

bool is_blank(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code <= 0x20 || code == 0x7F;
}

bool is_name_character(char c) { return !is_blank(c) && c != '=' && c != '"'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes pieces off the front of a text.
class Cursor {
public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }

    bool skip(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    template <class Predicate>
    std::string_view take_while(Predicate predicate) {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), predicate);
        return take(static_cast<std::size_t>(end - rest_.begin()));
    }
    /// Up to a quote, which is taken too, or to the end.
    std::string_view take_quoted(HubArgument::Form& form) {
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) {
            form = HubArgument::Form::Unclosed;
            return take(rest_.size());
        }
        const std::string_view text = take(end);
        skip('"');
        return text;
    }
    void skip_blanks() { take_while(is_blank); }

private:
    std::string_view take(std::size_t count) {
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    std::string_view rest_;
};

/// Sign, digits with an optional fraction, optional exponent; written into `plain` as from_chars
/// reads it.
bool normalise_number(std::string_view text, std::string& plain) {
    Cursor cursor{text};
    if (cursor.skip('-')) {
        plain += '-';
    } else {
        cursor.skip('+');
    }
    const std::string_view whole = cursor.take_while(is_digit);
    std::string_view fraction;
    if (cursor.skip('.') || cursor.skip(',')) fraction = cursor.take_while(is_digit);
    if (whole.empty() && fraction.empty()) return false;
    plain += '0';
    plain += whole;
    plain += '.';
    plain += fraction;
    plain += '0';
    if (cursor.skip('e') || cursor.skip('E')) {
        plain += 'e';
        if (cursor.skip('-')) {
            plain += '-';
        } else {
            cursor.skip('+');
        }
        const std::string_view exponent = cursor.take_while(is_digit);
        if (exponent.empty()) return false;
        plain += exponent;
    }
    return cursor.at_end();
}

/// All of the text as a number without fraction or exponent.
template <class Number>
std::optional<Number> parse_exactly(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

}  // namespace

const HubArgument* HubWords::find(std::string_view name) const {
    const auto found = std::find_if(arguments.rbegin(), arguments.rend(),
                                    [name](const HubArgument& a) { return a.name == name; });
    return found == arguments.rend() ? nullptr : &*found;
}

std::optional<HubWords> scan_hub_line(std::string_view line) {
    Cursor cursor{line};
    HubWords words;
    cursor.skip_blanks();
    words.command = cursor.take_while(is_name_character);
    if (words.command.empty() && !cursor.at_end()) return std::nullopt;

    for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) {
        HubArgument argument;
        argument.name = cursor.take_while(is_name_character);
        if (argument.name.empty()) {  // a stray quote or equals sign
            if (!cursor.skip('=')) {
                cursor.skip('"');
                cursor.take_quoted(argument.form);
            }
            continue;
        }
        cursor.skip_blanks();
        if (cursor.skip('=')) {
            argument.form = HubArgument::Form::Value;
            cursor.skip_blanks();
            argument.value = cursor.skip('"') ? cursor.take_quoted(argument.form)
                                              : cursor.take_while(is_name_character);
        }
        words.arguments.push_back(argument);
    }
    return words;
}

std::vector<std::string_view> split_at_blanks(std::string_view text) {
    std::vector<std::string_view> words;
    Cursor cursor{text};
    for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) {
        words.push_back(cursor.take_while([](char c) { return !is_blank(c); }));
    }
    return words;
}

std::optional<double> parse_real(std::string_view text) {
    std::string plain;
    if (!normalise_number(text, plain)) return std::nullopt;
    double value = 0;
    const char* const end = plain.data() + plain.size();
    const auto [stop, error] = std::from_chars(plain.data(), end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (const auto exact = parse_exactly<std::int64_t>(text)) return exact;

    // Above 2^53 a double holds no exact whole numbers; nobody writes those with an exponent.
    constexpr double kExactLimit = 9007199254740992.0;
    const std::optional<double> real = parse_real(text);
    if (!real || std::trunc(*real) != *real || std::abs(*real) > kExactLimit) return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::optional<std::uint64_t> parse_natural(std::string_view text) {
    return parse_exactly<std::uint64_t>(text);
}

}  // namespace meerslag

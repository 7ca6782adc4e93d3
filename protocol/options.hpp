// Options: parameters of the engine with a name, a type, a range and a default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace meerslag {

struct BoolOption {
    bool value;
};

struct IntOption {
    int value;
    int min;
    int max;
};

struct EnumOption {
    std::string value;
    std::vector<std::string> values;
};

struct TextOption {
    std::string value;
};

struct Option {
    std::string name;
    std::variant<BoolOption, IntOption, EnumOption, TextOption> content;

    /// The value as it is written in a protocol.
    [[nodiscard]] std::string value_text() const;
};

/// A set of options in the order of their declaration, each made with its default. Text from
/// outside changes a value only if it makes sense.
class Options {
public:
    /// Requires: no other option has that name, and the default is in range.
    void add(Option option);

    enum class SetResult : std::uint8_t { Done, UnknownName, BadValue };
    /// Integers are clamped to their range; a text that is no value of the option's type keeps the
    /// old one.
    SetResult set(std::string_view name, std::string_view text);

    [[nodiscard]] const std::vector<Option>& all() const { return options_; }

    /// The value of an option. Requires: it was added, with that type.
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] int integer(std::string_view name) const;
    [[nodiscard]] const std::string& choice(std::string_view name) const;
    [[nodiscard]] const std::string& text(std::string_view name) const;

private:
    template <class Content>
    [[nodiscard]] const Content& content(std::string_view name) const;

    std::vector<Option> options_;
};

}  // namespace meerslag

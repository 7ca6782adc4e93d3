// Options: setting and showing values.
#include "protocol/options.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>

#include "protocol/scanner.hpp"

namespace meerslag {

namespace {

struct ValueText {
    std::string operator()(const BoolOption& option) const {
        return option.value ? "true" : "false";
    }
    std::string operator()(const IntOption& option) const {
        return fmt::format("{}", option.value);
    }
    std::string operator()(const EnumOption& option) const { return option.value; }
    std::string operator()(const TextOption& option) const { return option.value; }
};

/// Changes an option to what a text says. Returns: whether it says something.
struct SetFrom {
    std::string_view text;

    bool operator()(BoolOption& option) const {
        if (text != "true" && text != "false") return false;
        option.value = text == "true";
        return true;
    }
    bool operator()(IntOption& option) const {
        const std::optional<std::int64_t> value = parse_integer(text);
        if (!value) return false;
        option.value = static_cast<int>(std::clamp<std::int64_t>(*value, option.min, option.max));
        return true;
    }
    bool operator()(EnumOption& option) const {
        if (std::find(option.values.begin(), option.values.end(), text) == option.values.end())
            return false;
        option.value = text;
        return true;
    }
    bool operator()(TextOption& option) const {
        option.value = text;
        return true;
    }
};

template <class Range>
auto find_option(Range& options, std::string_view name) {
    return std::find_if(options.begin(), options.end(),
                        [name](const Option& option) { return option.name == name; });
}

}  // namespace

std::string Option::value_text() const { return std::visit(ValueText{}, content); }

void Options::add(Option option) {
    assert(find_option(options_, option.name) == options_.end());
    options_.push_back(std::move(option));
}

Options::SetResult Options::set(std::string_view name, std::string_view text) {
    const auto option = find_option(options_, name);
    if (option == options_.end()) return SetResult::UnknownName;
    return std::visit(SetFrom{text}, option->content) ? SetResult::Done : SetResult::BadValue;
}

template <class Content>
const Content& Options::content(std::string_view name) const {
    const auto option = find_option(options_, name);
    assert(option != options_.end());
    return std::get<Content>(option->content);
}

bool Options::flag(std::string_view name) const { return content<BoolOption>(name).value; }
int Options::integer(std::string_view name) const { return content<IntOption>(name).value; }
const std::string& Options::choice(std::string_view name) const {
    return content<EnumOption>(name).value;
}
const std::string& Options::text(std::string_view name) const {
    return content<TextOption>(name).value;
}

}  // namespace meerslag

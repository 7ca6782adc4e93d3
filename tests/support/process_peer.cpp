// The real program at the other end: starting it and reading what it says.
#include "tests/support/process_peer.hpp"

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "bench/child_process.hpp"

namespace meerslag::test {
namespace {

ChildCommand command_of(const char* program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program);
    ChildCommand command;
    command.arguments = std::move(arguments);
    return command;
}

ProgramRun run_program(const ChildCommand& command, std::string_view input) {
    auto child = ChildProcess::start(command);
    if (!child) throw std::runtime_error{child.error().reason};
    ProgramRun run;
    const auto read_all = [](std::string& text, const auto& read) {
        std::array<char, 4096> buffer{};
        while (const std::size_t count = read(buffer)) text.append(buffer.data(), count);
    };
    std::thread errors{
        [&] { read_all(run.errors, [&](auto& buffer) { return (*child)->read_errors(buffer); }); }};
    (*child)->write(input);
    (*child)->close_input();
    read_all(run.output, [&](auto& buffer) { return (*child)->read_output(buffer); });
    errors.join();
    if (!(*child)->wait_for(std::chrono::minutes{1}))
        throw std::runtime_error{"the program does not end"};
    run.end = (*child)->describe_end();
    return run;
}

}  // namespace

ChildCommand match_command(std::vector<std::string> arguments) {
    return command_of(MEERSLAG_TEST_MATCH_PROGRAM, std::move(arguments));
}

ChildCommand meerslag_command(std::vector<std::string> arguments) {
    return command_of(MEERSLAG_TEST_PROGRAM, std::move(arguments));
}

ProcessPeer::ProcessPeer(std::vector<std::string> arguments) {
    auto process = EngineProcess::start(meerslag_command(std::move(arguments)));
    if (!process) throw std::runtime_error{process.error().detail};
    process_ = std::move(*process);
}

void ProcessPeer::send(std::string_view line) {
    if (!process_->send(line)) throw std::runtime_error{"the program has ended"};
}

std::optional<std::string> ProcessPeer::next() {
    constexpr std::chrono::minutes kPatience{2};  // under sanitizers, on a busy machine
    const auto line = process_->next_line(std::chrono::steady_clock::now() + kPatience, {});
    return line ? std::optional{line->text} : std::nullopt;
}

ProgramRun run_meerslag(std::vector<std::string> arguments, std::string_view input) {
    return run_program(meerslag_command(std::move(arguments)), input);
}

ProgramRun run_in_shell(const std::string& line) {
    constexpr const char* kNames = "M='" MEERSLAG_TEST_PROGRAM "'; R='" MEERSLAG_TEST_MATCH_PROGRAM
                                   "'; D='" MEERSLAG_TEST_DATA "'; ";
    return run_program(command_of("sh", {"-c", kNames + line}), "");
}

ProgramRun run_meerslag_match(std::vector<std::string> arguments) {
    return run_program(match_command(std::move(arguments)), "");
}

}  // namespace meerslag::test

// The real program at the other end of a Hub conversation, for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/engine_process.hpp"
#include "tests/support/hub_peer.hpp"

namespace meerslag::test {

/// `meerslag` with these arguments, as it was built together with the tests.
[[nodiscard]] ChildCommand meerslag_command(std::vector<std::string> arguments);
/// The same of `meerslag-match`.
[[nodiscard]] ChildCommand match_command(std::vector<std::string> arguments);

class ProcessPeer : public HubPeer {
public:
    /// Errors: throws when the program does not start.
    explicit ProcessPeer(std::vector<std::string> arguments);

    void send(std::string_view line) override;
    [[nodiscard]] std::optional<std::string> next() override;

private:
    std::unique_ptr<EngineProcess> process_;
};

/// How a program went that was given all its input at once.
struct ProgramRun {
    std::string output;
    std::string errors;
    std::string end;  ///< "exit code 0"
};
/// Errors: throws when the program does not start or does not end within a minute.
[[nodiscard]] ProgramRun run_meerslag(std::vector<std::string> arguments, std::string_view input);
/// The same of a line of the shell, in which $M is the program, $R the match runner and $D the
/// folder of test data.
[[nodiscard]] ProgramRun run_in_shell(const std::string& line);
/// The same of `meerslag-match`, without input.
[[nodiscard]] ProgramRun run_meerslag_match(std::vector<std::string> arguments);

}  // namespace meerslag::test

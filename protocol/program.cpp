// The ways in which a program ends.
#include "protocol/program.hpp"

#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "protocol/commands/commands.hpp"
#include "protocol/platform.hpp"

namespace meerslag {
namespace {

/// What cannot be written must not look like success.
bool is_output_written() {
    std::cout.flush();
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

/// Not by fmt::print: standard error may be what cannot be written.
int complain(const char* name, const char* reason) {
    std::fprintf(stderr, "%s: %s\n", name, reason);
    return kExitFailure;
}

}  // namespace

int run_program(const char* name, int (*work)(int argc, char** argv), int argc, char** argv) {
    try {
        prepare_standard_streams();
        const int exit_code = work(argc, argv);
        if (is_output_written()) return exit_code;
        return complain(name, "writing the output failed");
    } catch (const std::bad_alloc&) {
        return complain(name, "there is not enough memory");
    } catch (const std::system_error& error) {  // what fmt::print throws
        return complain(name, error.what());
    }
}

}  // namespace meerslag

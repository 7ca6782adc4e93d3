// run_program: what every program of the project does around its own work.
#pragma once

namespace meerslag {

/// Runs `work` and tells on stderr, after the program's name, why it could not be done: memory that
/// is missing, or output that cannot be written.
///
/// Returns: the exit code, that of `work` when all went well.
[[nodiscard]] int run_program(const char* name, int (*work)(int argc, char** argv), int argc,
                              char** argv);

}  // namespace meerslag

// EngineFault: its words.
#include "bench/engine_fault.hpp"

#include <cstdlib>

namespace meerslag {

std::string_view to_string(FaultKind kind) {
    switch (kind) {
        case FaultKind::NoStart: return "no start";
        case FaultKind::Crash: return "crash";
        case FaultKind::Hang: return "hang";
        case FaultKind::Flood: return "flood of output";
        case FaultKind::IllegalMove: return "illegal move";
        case FaultKind::TimeLoss: return "time loss";
        case FaultKind::Refusal: return "refusal";
        case FaultKind::Interrupted: return "interrupted";
    }
    std::abort();
}

}  // namespace meerslag

// Small slices of the endgame solved in memory.
#include "tests/support/solved_slices.hpp"

namespace meerslag::test {

SolvedSlices solve_up_to(int pieces, SolveMode mode, int threads) {
    SolvedSlices slices;
    const SolvedValue solved = [&](const Board& board) {
        const EndValue value = slices.at(material_of(board).name()).value_of(board);
        return mode == SolveMode::Distance ? value : EndValue::of(value.outcome());
    };
    for (int count = 2; count <= pieces; ++count) {
        for (const Material& material : slices_with(count)) {
            if (slices.count(material.name()) != 0) continue;  // came as the turned one
            for (SolvedSlice& slice : solve_slice(material, solved, {mode, threads, {}})) {
                slices.emplace(slice.index.material().name(), std::move(slice));
            }
        }
    }
    return slices;
}

Bitbases bitbases_of(const SolvedSlices& slices, SolveMode mode) {
    Bitbases bitbases;
    for (const auto& [name, slice] : slices) {
        const auto bytes =
            std::make_shared<const std::vector<std::uint8_t>>(encode_slice(slice, mode, 2));
        bitbases.add(BitbaseSlice::open({*bytes, bytes}, BitbaseSlice::Check::Everything).value());
    }
    return bitbases;
}

}  // namespace meerslag::test

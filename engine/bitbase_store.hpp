// Where the files of bitbases are, seen from the engine.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/error.hpp"
#include "engine/bitbase.hpp"
#include "engine/bitbase_file.hpp"

namespace meerslag {

/// A place that keeps slice files by the name of the slice. The program has one that maps files of
/// a folder into memory; tests have one in memory.
class BitbaseStore {
public:
    virtual ~BitbaseStore() = default;

    /// Returns: nullopt when there is no such file.
    /// Errors:  in words, when there is one and it cannot be read.
    [[nodiscard]] virtual Expected<std::optional<BitbaseImage>, std::string> load(
        const std::string& slice_name) = 0;

    /// Keeps the bytes, whole or not at all: after a crash there is the old file or the new one.
    [[nodiscard]] virtual Expected<void, std::string> save(const std::string& slice_name,
                                                           std::span<const std::uint8_t> bytes) = 0;
};

/// Told of each file that is there but cannot be used, with the reason in words.
using BitbaseProblem =
    std::function<void(const std::string& slice_name, const std::string& reason)>;

/// The slice from the store, or nothing: when there is none, or one that is damaged or foreign.
[[nodiscard]] std::optional<BitbaseSlice> load_slice(BitbaseStore& store, const Material& material,
                                                     BitbaseSlice::Check check,
                                                     const BitbaseProblem& on_problem);

/// Numbers of pieces, both ends included.
struct PieceRange {
    int least = 2;
    int most = 2 * kMaxPiecesOfSide;
};

/// Adds every usable slice of the store with so many pieces.
void add_slices(Bitbases& bitbases, BitbaseStore& store, PieceRange pieces,
                BitbaseSlice::Check check, const BitbaseProblem& on_problem);

/// Adds the slices of a bundle: slice files one behind the other.
/// Errors: in words, if the bytes are no bundle; what was opened by then stays added.
[[nodiscard]] Expected<void, std::string> add_bundle(Bitbases& bitbases, const BitbaseImage& bundle,
                                                     BitbaseSlice::Check check);

/// The bitbases that the program carries, opened once.
[[nodiscard]] std::shared_ptr<const Bitbases> embedded_bitbases();

}  // namespace meerslag

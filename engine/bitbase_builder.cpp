// Building bitbases: which slices, in what order, from what.
#include "engine/bitbase_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "engine/bitbase_solver.hpp"

namespace meerslag {
namespace {

/// A slice and, if it is another one, its turned one.
std::vector<Material> pair_of(const Material& material) {
    if (material.turned() == material) return {material};
    return {material, material.turned()};
}

/// One of each pair of slices, in order. Requires: a slice and its turned one stand together.
std::vector<Material> pairs_of(const std::vector<Material>& slices) {
    std::vector<Material> pairs;
    for (const Material& material : slices) {
        if (pairs.empty() || pairs.back() != material.turned()) pairs.push_back(material);
    }
    return pairs;
}

/// Whether solving `material` and its turned one asks for `other` or its turned one.
bool needs(const Material& material, const Material& other) {
    return material.leads_to(other) || material.leads_to(other.turned());
}

std::uint64_t positions_of_pair(const Material& material) {
    return BitbaseIndex{material}.size() * pair_of(material).size();
}

/// To solve a pair: a byte a position, and the code of the file, less than a quarter of that even
/// at its worst.
std::uint64_t bytes_to_solve(const Material& material) {
    const std::uint64_t positions = positions_of_pair(material);
    return positions + positions / 4;
}

std::uint64_t mebibytes(std::uint64_t bytes) { return (bytes + (1 << 20) - 1) >> 20; }

class Builder {
public:
    Builder(const BuildOptions& options, BitbaseStore& store, const BuildEvents& events)
        : options_(options), store_(store), events_(events) {}

    Expected<Bitbases, std::string> run() {
        const auto pairs = pairs_of(slices_to_build(options_));
        for (const Material& material : pairs) {
            // Said before hours of work on others
            if (auto enough = check_memory(material); !enough && is_missing(material)) {
                return unexpected{enough.error()};
            }
        }
        for (const Material& material : pairs) {
            if (const auto made = provide(material); !made) return unexpected{made.error()};
        }
        return std::move(bitbases_);
    }

private:
    /// Whether the pair of slices may be solved.
    [[nodiscard]] Expected<void, std::string> check_memory(const Material& material) const {
        const std::uint64_t needed = bytes_to_solve(material);
        if (needed <= options_.memory_bytes) return {};
        return unexpected{fmt::format("slice {} needs {} MiB of memory, and {} are allowed",
                                      material.name(), mebibytes(needed),
                                      options_.memory_bytes >> 20)};
    }

    [[nodiscard]] bool is_missing(const Material& material) {
        for (const Material& one : pair_of(material)) {
            const auto image = store_.load(one.name());
            if (!image || !*image) return true;
        }
        return false;
    }

    /// Opens the pair of slices, solving it first if it is not there.
    Expected<void, std::string> provide(const Material& material) {
        std::vector<BitbaseSlice> kept;
        for (const Material& one : pair_of(material)) {
            auto slice =
                load_slice(store_, one, BitbaseSlice::Check::Everything, events_.on_problem);
            if (slice) kept.push_back(*std::move(slice));
        }
        if (kept.size() < pair_of(material).size()) {
            kept.clear();  // Windows replaces no file that is still mapped
            return make(material);
        }
        for (BitbaseSlice& slice : kept) bitbases_.add(std::move(slice));
        if (!report(positions_of_pair(material))) return unexpected{std::string{kStopped}};
        return {};
    }

    Expected<void, std::string> make(const Material& material) {
        if (auto enough = check_memory(material); !enough) return enough;
        if (events_.on_slice) events_.on_slice(material, positions_of_pair(material));
        try {
            const SolveMode mode = mode_of(material);
            std::vector<SolvedSlice> solved = solve(material, mode, Report::Yes);
            if (solved.empty()) return unexpected{std::string{kStopped}};
            for (SolvedSlice& slice : solved) {
                if (auto kept = keep(slice, mode); !kept) return kept;
                if (mode == SolveMode::Distance) remember(std::move(slice));
            }
        } catch (const std::bad_alloc&) {
            return unexpected{fmt::format("there is no memory for slice {}, which needs {} MiB",
                                          material.name(), mebibytes(bytes_to_solve(material)))};
        }
        return {};
    }

    Expected<void, std::string> keep(const SolvedSlice& slice, SolveMode mode) {
        const Material& material = slice.index.material();
        const std::vector<std::uint8_t> bytes = encode_slice(slice, mode, options_.threads);
        if (auto saved = store_.save(material.name(), bytes); !saved) return saved;
        auto opened =
            load_slice(store_, material, BitbaseSlice::Check::Everything, events_.on_problem);
        if (!opened) return unexpected{"slice " + material.name() + " cannot be read back"};
        bitbases_.add(*std::move(opened));
        return {};
    }

    static SolveMode mode_of(const Material& material) {
        return material.pieces() <= kMaxPiecesWithDistance ? SolveMode::Distance
                                                           : SolveMode::Outcome;
    }

    enum class Report : bool { No, Yes };

    std::vector<SolvedSlice> solve(const Material& material, SolveMode mode, Report reporting) {
        if (mode == SolveMode::Distance) solve_smaller(material);
        const std::uint64_t positions = positions_of_pair(material);
        std::atomic<std::uint64_t> reported{0};
        const auto on_progress = [&](double share) {
            const auto done = static_cast<std::uint64_t>(share * static_cast<double>(positions));
            std::uint64_t before = reported.load();
            while (before < done && !reported.compare_exchange_weak(before, done)) {
            }
            return before >= done || report(done - before);
        };
        SolveOptions solve_options{mode, options_.threads, {}};
        if (reporting == Report::Yes) solve_options.on_progress = on_progress;
        auto solved = solve_slice(
            material, [this, mode](const Board& board) { return solved_value(board, mode); },
            solve_options);
        if (!solved.empty() && reporting == Report::Yes) (void)report(positions - reported);
        return solved;
    }

    /// With distances a slice is solved from solved ones, in which captures have their values too.
    void solve_smaller(const Material& material) {
        for (int pieces = 2; pieces <= material.pieces(); ++pieces) {
            for (const Material& smaller : pairs_of(slices_with(pieces))) {
                if (smaller == material) return;
                if (solved_[number_of(smaller)] || !needs(material, smaller)) continue;
                for (SolvedSlice& slice : solve(smaller, SolveMode::Distance, Report::No)) {
                    remember(std::move(slice));
                }
            }
        }
    }

    void remember(SolvedSlice slice) {
        const std::size_t number = number_of(slice.index.material());
        solved_[number] = std::make_unique<SolvedSlice>(std::move(slice));
    }

    [[nodiscard]] EndValue solved_value(const Board& board, SolveMode mode) const {
        if (mode == SolveMode::Distance) return solved_slice(material_of(board)).value_of(board);
        const auto outcome = bitbases_.probe(Position::from_valid_board(board, Color::White));
        if (!outcome) std::abort();  // slices_with says that it is made by now
        return EndValue::of(*outcome);
    }

    static std::size_t number_of(const Material& material) {
        constexpr int kCounts = kMaxPiecesWithDistance + 1;
        return static_cast<std::size_t>(
            ((material.men.white * kCounts + material.kings.white) * kCounts + material.men.black) *
                kCounts +
            material.kings.black);
    }
    [[nodiscard]] const SolvedSlice& solved_slice(const Material& material) const {
        return *solved_[number_of(material)];
    }

    /// Whether to go on.
    [[nodiscard]] bool report(std::uint64_t positions) const {
        return !events_.on_progress || events_.on_progress(positions);
    }

    static constexpr const char* kStopped = "stopped";

    const BuildOptions& options_;
    BitbaseStore& store_;
    const BuildEvents& events_;
    Bitbases bitbases_;
    // Slices with distances that were solved in this build, by number_of; null: not solved.
    std::array<std::unique_ptr<SolvedSlice>, 625> solved_;
};

}  // namespace

std::vector<Material> slices_to_build(const BuildOptions& options) {
    std::vector<Material> slices;
    const int pieces = options.only ? options.only->pieces() : options.pieces;
    for (int count = 2; count <= pieces; ++count) {
        for (const Material& material : slices_with(count)) {
            if (!options.only || needs(*options.only, material)) slices.push_back(material);
        }
    }
    return slices;
}

std::uint64_t positions_to_build(const BuildOptions& options) {
    std::uint64_t positions = 0;
    for (const Material& material : slices_to_build(options)) {
        positions += BitbaseIndex{material}.size();
    }
    return positions;
}

Expected<Bitbases, std::string> build_bitbases(const BuildOptions& options, BitbaseStore& store,
                                               const BuildEvents& events) {
    return Builder{options, store, events}.run();
}

}  // namespace meerslag

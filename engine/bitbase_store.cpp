// Opening slices from where they are kept.
#include "engine/bitbase_store.hpp"

#include <fmt/format.h>

#include <cassert>

#include "engine/embedded_data.hpp"

namespace meerslag {

std::optional<BitbaseSlice> load_slice(BitbaseStore& store, const Material& material,
                                       BitbaseSlice::Check check,
                                       const BitbaseProblem& on_problem) {
    const auto problem = [&](const std::string& reason) -> std::optional<BitbaseSlice> {
        if (on_problem) on_problem(material.name(), reason);
        return std::nullopt;
    };
    auto image = store.load(material.name());
    if (!image) return problem(image.error());
    if (!*image) return std::nullopt;
    const std::uint64_t size = (*image)->bytes.size();
    auto slice = BitbaseSlice::open(**image, check);
    if (!slice) return problem(slice.error());
    if (slice->material() != material) return problem("it holds " + slice->material().name());
    if (slice->byte_size() != size) return problem("there is something behind its end");
    return *std::move(slice);
}

void add_slices(Bitbases& bitbases, BitbaseStore& store, PieceRange pieces,
                BitbaseSlice::Check check, const BitbaseProblem& on_problem) {
    for (int count = pieces.least; count <= pieces.most; ++count) {
        for (const Material& material : slices_with(count)) {
            auto slice = load_slice(store, material, check, on_problem);
            if (slice) bitbases.add(*std::move(slice));
        }
    }
}

Expected<void, std::string> add_bundle(Bitbases& bitbases, const BitbaseImage& bundle,
                                       BitbaseSlice::Check check) {
    BitbaseImage rest = bundle;
    while (!rest.bytes.empty()) {
        auto slice = BitbaseSlice::open(rest, check);
        if (!slice) {
            return unexpected{fmt::format("the slice at byte {}: {}",
                                          bundle.bytes.size() - rest.bytes.size(), slice.error())};
        }
        rest.bytes = rest.bytes.subspan(slice->byte_size());
        bitbases.add(*std::move(slice));
    }
    return {};
}

std::shared_ptr<const Bitbases> embedded_bitbases() {
    static const std::shared_ptr<const Bitbases> bitbases = [] {
        Bitbases opened;
        const auto added = add_bundle(opened, {embedded_bitbase_bundle(), nullptr},
                                      BitbaseSlice::Check::HeaderAndIndex);
        assert(added && "the program carries bitbases of its own version");
        static_cast<void>(added);
        return std::make_shared<const Bitbases>(std::move(opened));
    }();
    return bitbases;
}

}  // namespace meerslag

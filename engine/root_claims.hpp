// RootClaims: which moves of the searched position the Workers are looking at.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/zobrist.hpp"
#include "engine/depth.hpp"

namespace meerslag {

/// Two Workers at the same move do much of the same; so one that comes to a move which another
/// searches to the same depth leaves it for the end, when the table will know it.
///
/// Thread: written and read by every Worker. Two claims may fall to one place; the later one then
/// is all that is seen, which costs a little of the gain.
class RootClaims {
public:
    /// Which move, by the position it leads to, in which iteration.
    class Id {
    public:
        Id(Key key, Depth depth)
            : value_((static_cast<std::uint64_t>(key) & ~std::uint64_t{0xFF}) |
                     static_cast<std::uint64_t>(depth.value())) {}
        friend bool operator==(Id, Id) = default;

    private:
        friend RootClaims;
        std::uint64_t value_;
    };

    /// Holds as long as it lives.
    class Claim {
    public:
        Claim(RootClaims& claims, Id id) : place_(claims.place_of(id)) {
            place_.store(id.value_, std::memory_order_relaxed);
        }
        ~Claim() { place_.store(0, std::memory_order_relaxed); }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        std::atomic<std::uint64_t>& place_;
    };

    [[nodiscard]] bool has(Id id) const {
        return place_of(id).load(std::memory_order_relaxed) == id.value_;
    }

private:
    static constexpr std::size_t kPlaces = 256;

    // The upper bits of a key are as good as any
    [[nodiscard]] static std::size_t place(Id id) { return id.value_ >> 56; }
    [[nodiscard]] std::atomic<std::uint64_t>& place_of(Id id) { return places_[place(id)]; }
    [[nodiscard]] const std::atomic<std::uint64_t>& place_of(Id id) const {
        return places_[place(id)];
    }

    std::array<std::atomic<std::uint64_t>, kPlaces> places_{};
};

}  // namespace meerslag

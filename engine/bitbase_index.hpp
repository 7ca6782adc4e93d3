// Slices of the endgame and the numbers of their positions.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bitboard.hpp"
#include "core/piece.hpp"
#include "core/position.hpp"

namespace meerslag {

/// How many of each piece there are. With White to move it names a slice of the bitbases; positions
/// with Black to move are those of the turned slice, turned half round.
struct Material {
    PerColor<int> men{};
    PerColor<int> kings{};

    [[nodiscard]] constexpr int pieces(Color color) const { return men[color] + kings[color]; }
    [[nodiscard]] constexpr int pieces() const {
        return pieces(Color::White) + pieces(Color::Black);
    }
    [[nodiscard]] constexpr int men_of_both() const { return men.white + men.black; }
    /// The same with the colours swapped.
    [[nodiscard]] constexpr Material turned() const {
        return {{men.black, men.white}, {kings.black, kings.white}};
    }
    /// Whether play can lead from this material to `later`, which may be the same: pieces are
    /// captured, men are promoted.
    [[nodiscard]] constexpr bool leads_to(const Material& later) const {
        const auto side_leads = [this, &later](Color color) {
            return later.men[color] <= men[color] && later.pieces(color) <= pieces(color);
        };
        return side_leads(Color::White) && side_leads(Color::Black);
    }
    /// "1m2k-0m1k": White's men and kings, then Black's.
    [[nodiscard]] std::string name() const;

    friend constexpr bool operator==(const Material&, const Material&) = default;
};

[[nodiscard]] Material material_of(const Board& board);

/// The most pieces of one side that a slice can have.
inline constexpr int kMaxPiecesOfSide = 5;

/// Reads what Material::name() writes. Returns: nullopt for anything else, and where a side has no
/// piece or more than kMaxPiecesOfSide.
[[nodiscard]] std::optional<Material> parse_material(std::string_view name);

/// Numbers the boards of one slice from 0 to size() - 1 without gaps: every placement without a man
/// on its own promotion row has one.
///
/// White's men come first (in groups by how many stand on 46-50, where Black has none), then
/// Black's, White's kings, Black's kings. The last count fastest, so neighbours in number are
/// alike.
class BitbaseIndex {
public:
    /// Requires: at least one and at most kMaxPiecesOfSide pieces a side.
    explicit BitbaseIndex(const Material& material);

    [[nodiscard]] const Material& material() const { return material_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Requires: the board has this material.
    [[nodiscard]] std::uint64_t index_of(const Board& board) const;

    /// Requires: index < size().
    [[nodiscard]] Board board_of(std::uint64_t index) const;

private:
    /// The placements with a given number of white men on 46-50.
    struct Group {
        std::uint64_t first = 0;      ///< the index of the first one
        std::uint64_t low_men = 0;    ///< ways to place the other white men on 6-45
        std::uint64_t black_men = 0;  ///< ways to place Black's men beside those
    };

    Material material_;
    std::uint64_t white_kings_ = 0;  ///< ways to place them
    std::uint64_t black_kings_ = 0;
    std::array<Group, kMaxPiecesOfSide + 1> groups_{};  // [white men on 46-50]
    int group_count_ = 0;
    std::uint64_t size_ = 0;
};

/// All slices with `pieces` pieces, neither side empty or above kMaxPiecesOfSide, in an order in
/// which each comes after those that its moves lead to. A slice and its turned one stand together.
[[nodiscard]] std::vector<Material> slices_with(int pieces);

}  // namespace meerslag

// Slices of the endgame: numbering placements by binomial coefficients.
#include "engine/bitbase_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace meerslag {
namespace {

/// Shape: [pieces][squares].
constexpr auto kBinomial = [] {
    std::array<std::array<std::uint32_t, kSquareCount + 1>, kMaxPiecesOfSide + 1> table{};
    for (std::size_t n = 0; n <= kSquareCount; ++n) {
        table[0][n] = 1;
        for (std::size_t k = 1; k <= kMaxPiecesOfSide && k <= n; ++k) {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
        }
    }
    return table;
}();
static_assert(kBinomial[1][50] == 50 && kBinomial[2][50] == 1225 && kBinomial[5][50] == 2118760);

constexpr std::uint64_t binomial(int squares, int pieces) {
    return kBinomial[static_cast<std::size_t>(pieces)][static_cast<std::size_t>(squares)];
}

constexpr Bitboard kBottomRow = kPromotionRow.black;                // 46-50
constexpr Bitboard kTopRow = kPromotionRow.white;                   // 1-5
constexpr Bitboard kMiddle = kAllSquares - (kBottomRow | kTopRow);  // 6-45
constexpr Bitboard kBlackMenSquares = kAllSquares - kBottomRow;     // 1-45
constexpr int kRowSquares = 5;
constexpr int kMiddleSquares = 40;
constexpr int kManSquares = 45;

/// The number of the set `pieces` among all sets of that size on the squares `free`.
/// Requires: `pieces` lies within `free`.
std::uint64_t rank(Bitboard pieces, Bitboard free) {
    std::uint64_t result = 0;
    std::size_t k = 1;
    for (std::uint64_t rest = pieces.bits(); rest != 0; rest &= rest - 1, ++k) {
        const std::uint64_t below = ((rest & (~rest + 1)) - 1) & free.bits();
        result += kBinomial[k][static_cast<std::size_t>(std::popcount(below))];
    }
    return result;
}

/// The `n`th square (from 0) of `free`.
Square nth_square(Bitboard free, int n) {
    int index = n;  // right if every square up to there were free
    for (const Square taken : kAllSquares - free) {
        if (taken.index() > index) break;
        ++index;
    }
    return Square::from_index(index);
}

/// The set of `count` squares of `free` that has this rank.
Bitboard unrank(std::uint64_t rank, int count, Bitboard free) {
    Bitboard pieces;
    int n = free.count();
    for (int k = count; k >= 1; --k) {
        const auto& ways = kBinomial[static_cast<std::size_t>(k)];
        if (k == 1) {
            n = static_cast<int>(rank);
        } else {  // the greatest n with ways[n] <= rank
            n = static_cast<int>(std::upper_bound(ways.begin() + k, ways.begin() + n, rank) -
                                 ways.begin()) -
                1;
        }
        rank -= ways[static_cast<std::size_t>(n)];
        pieces.add(nth_square(free, n));
    }
    return pieces;
}

}  // namespace

std::string Material::name() const {
    return fmt::format("{}m{}k-{}m{}k", men.white, kings.white, men.black, kings.black);
}

Material material_of(const Board& board) {
    return {{board.men.white.count(), board.men.black.count()},
            {board.kings.white.count(), board.kings.black.count()}};
}

std::optional<Material> parse_material(std::string_view name) {
    Material material;
    std::array<int*, 4> places{&material.men.white, &material.kings.white, &material.men.black,
                               &material.kings.black};
    constexpr std::string_view kForm = "0m0k-0m0k";
    if (name.size() != kForm.size()) return std::nullopt;
    auto place = places.begin();
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (kForm[i] != '0') {
            if (name[i] != kForm[i]) return std::nullopt;
            continue;
        }
        if (name[i] < '0' || name[i] > '9') return std::nullopt;
        **place++ = name[i] - '0';
    }
    for (const Color color : kColors) {
        if (material.pieces(color) < 1 || material.pieces(color) > kMaxPiecesOfSide) {
            return std::nullopt;
        }
    }
    return material;
}

BitbaseIndex::BitbaseIndex(const Material& material) : material_(material) {
    for ([[maybe_unused]] const Color color : kColors) {
        assert(material.pieces(color) >= 1 && material.pieces(color) <= kMaxPiecesOfSide);
    }
    const int free = kSquareCount - material.men_of_both();
    white_kings_ = binomial(free, material.kings.white);
    black_kings_ = binomial(free - material.kings.white, material.kings.black);
    for (int on_bottom = 0; on_bottom <= material.men.white; ++on_bottom) {
        const int low = material.men.white - on_bottom;
        Group& group = groups_[static_cast<std::size_t>(on_bottom)];
        group.first = size_;
        group.low_men = binomial(kMiddleSquares, low);
        group.black_men = binomial(kManSquares - low, material.men.black);
        size_ += binomial(kRowSquares, on_bottom) * group.low_men * group.black_men * white_kings_ *
                 black_kings_;
    }
    group_count_ = material.men.white + 1;
}

std::uint64_t BitbaseIndex::index_of(const Board& board) const {
    const Bitboard bottom_men = board.men.white & kBottomRow;
    const Bitboard low_men = board.men.white & kMiddle;
    const Group& group = groups_[static_cast<std::size_t>(bottom_men.count())];
    std::uint64_t index = rank(bottom_men, kBottomRow) * group.low_men + rank(low_men, kMiddle);
    index = index * group.black_men + rank(board.men.black, kBlackMenSquares - low_men);
    const Bitboard free = kAllSquares - (board.men.white | board.men.black);
    index = index * white_kings_ + rank(board.kings.white, free);
    index = index * black_kings_ + rank(board.kings.black, free - board.kings.white);
    return group.first + index;
}

Board BitbaseIndex::board_of(std::uint64_t index) const {
    assert(index < size_);
    int on_bottom = group_count_ - 1;
    while (groups_[static_cast<std::size_t>(on_bottom)].first > index) --on_bottom;
    const Group& group = groups_[static_cast<std::size_t>(on_bottom)];
    index -= group.first;
    const auto take = [&index](std::uint64_t ways) {
        const std::uint64_t rest = index % ways;
        index /= ways;
        return rest;
    };
    const std::uint64_t black_kings = take(black_kings_);
    const std::uint64_t white_kings = take(white_kings_);
    const std::uint64_t black_men = take(group.black_men);
    const std::uint64_t low_men = take(group.low_men);
    Board board;
    const Bitboard low = unrank(low_men, material_.men.white - on_bottom, kMiddle);
    board.men.white = unrank(index, on_bottom, kBottomRow) | low;
    board.men.black = unrank(black_men, material_.men.black, kBlackMenSquares - low);
    const Bitboard free = kAllSquares - (board.men.white | board.men.black);
    board.kings.white = unrank(white_kings, material_.kings.white, free);
    board.kings.black = unrank(black_kings, material_.kings.black, free - board.kings.white);
    return board;
}

std::vector<Material> slices_with(int pieces) {
    std::vector<Material> slices;
    for (int men = 0; men <= pieces; ++men) {  // a promotion leaves fewer men
        for (int white = pieces - 1; 2 * white >= pieces; --white) {
            const int black = pieces - white;
            if (white > kMaxPiecesOfSide) continue;
            for (int white_men = std::min(men, white); white_men >= 0; --white_men) {
                const int black_men = men - white_men;
                if (black_men > black) continue;
                const Material slice{{white_men, black_men},
                                     {white - white_men, black - black_men}};
                if (white == black && white_men < black_men) continue;  // comes as a turned one
                slices.push_back(slice);
                if (slice.turned() != slice) slices.push_back(slice.turned());
            }
        }
    }
    return slices;
}

}  // namespace meerslag

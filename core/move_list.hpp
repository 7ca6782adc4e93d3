// MoveList: the moves of one position.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "core/move.hpp"

namespace meerslag {

/// A growing array of moves with room for 128 in place. Positions of play have at most a few dozen;
/// composed ones have over 400 captures, and for those it moves to the heap.
class MoveList {
public:
    MoveList() noexcept : data_(inline_data()) {}
    MoveList(const MoveList& other) : MoveList() { append(other); }
    MoveList(MoveList&& other) noexcept : MoveList() { take(other); }
    MoveList& operator=(const MoveList& other) {
        if (this != &other) {
            clear();
            append(other);
        }
        return *this;
    }
    MoveList& operator=(MoveList&& other) noexcept {
        if (this != &other) {
            clear();
            take(other);
        }
        return *this;
    }
    ~MoveList() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Move* begin() { return data_; }
    [[nodiscard]] Move* end() { return data_ + size_; }
    [[nodiscard]] const Move* begin() const { return data_; }
    [[nodiscard]] const Move* end() const { return data_ + size_; }
    [[nodiscard]] Move& operator[](std::size_t i) {
        assert(i < size_);
        return data_[i];
    }
    [[nodiscard]] const Move& operator[](std::size_t i) const {
        assert(i < size_);
        return data_[i];
    }
    [[nodiscard]] bool contains(const Move& move) const {
        return std::find(begin(), end(), move) != end();
    }

    void clear() { size_ = 0; }
    void push_back(const Move& move) {
        if (size_ == capacity_) [[unlikely]]
            grow();
        std::construct_at(data_ + size_, move);
        ++size_;
    }

private:
    static_assert(std::is_trivially_copyable_v<Move> && std::is_trivially_destructible_v<Move>);
    static constexpr std::size_t kInlineCapacity = 128;

    Move* inline_data() { return reinterpret_cast<Move*>(storage_); }
    void append(const MoveList& other) {
        for (const Move& move : other) push_back(move);
    }
    void take(MoveList& other) {
        if (other.heap_ == nullptr) return append(other);
        heap_ = std::move(other.heap_);
        data_ = reinterpret_cast<Move*>(heap_.get());
        size_ = other.size_;
        capacity_ = other.capacity_;
        other.data_ = other.inline_data();
        other.size_ = 0;
        other.capacity_ = kInlineCapacity;
    }
    void grow();

    Move* data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = kInlineCapacity;
    std::unique_ptr<std::byte[]> heap_;
    alignas(Move) std::byte storage_[kInlineCapacity * sizeof(Move)];
};

}  // namespace meerslag

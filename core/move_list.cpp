// MoveList: growing past the room in place.
#include "core/move_list.hpp"

#include <cstring>

namespace meerslag {

void MoveList::grow() {
    const std::size_t capacity = capacity_ * 4;
    auto bigger = std::make_unique<std::byte[]>(capacity * sizeof(Move));
    std::memcpy(bigger.get(), data_, size_ * sizeof(Move));
    heap_ = std::move(bigger);
    data_ = reinterpret_cast<Move*>(heap_.get());
    capacity_ = capacity;
}

}  // namespace meerslag

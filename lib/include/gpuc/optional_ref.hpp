/// The result of an exclusive access.
#pragma once

#include "gpuc/device/builtins.hpp"

namespace gpuc {

/// A reference to an element that this thread owns, or nothing; look at it before using it.
template <class T>
class optional_ref {
 public:
  [[gnu::always_inline]] constexpr explicit optional_ref(T* element, bool present) noexcept
      : element_(element), present_(present) {}

  [[gnu::always_inline]] constexpr explicit operator bool() const noexcept { return present_; }

  /// The element. Without one, the thread leaves the kernel and the next synchronising call throws
  /// gpuc::device_error (GPUC0602); after `if (result)` the check costs nothing.
  [[gnu::always_inline]] constexpr T& operator*() const noexcept {
    if (!present_) [[unlikely]]
      __gpuc_trap();
    return *element_;
  }

  [[gnu::always_inline]] constexpr T* operator->() const noexcept { return &**this; }

 private:
  T* element_;
  bool present_;
};

}  // namespace gpuc

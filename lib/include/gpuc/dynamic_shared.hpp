/// The shared memory that a launch gives each block beyond the kernel's own shared variables.
#pragma once

#include "gpuc/device/builtins.hpp"
#include "gpuc/slice.hpp"

#include <cstddef>
#include <type_traits>

namespace gpuc {

/// The block's dynamic shared memory as elements of T: as many as fit into the bytes that the launch gave
/// (launch_config's `dynamic_shared`, covering's `with_dynamic_shared`). Its contents are unspecified at first.
/// Shapes: every call in a block returns the same memory, aligned to 16 bytes. Errors: an index out of range is
/// reported as for slice (GPUC0602). Sync: none; `block::sync()` orders what the threads write.
template <class T>
[[gnu::always_inline]] inline slice<T> dynamic_shared() noexcept {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>,
                "shared memory holds trivial types");
  static_assert(alignof(T) <= 16, "dynamic shared memory is aligned to 16 bytes");
  return {static_cast<T*>(__gpuc_dynamic_shared()), __gpuc_dynamic_shared_size() / sizeof(T)};
}

}  // namespace gpuc

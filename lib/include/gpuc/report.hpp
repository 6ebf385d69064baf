/// The end of a program's `main`.
#pragma once

#include "gpuc/error.hpp"

namespace gpuc {

/// Prints `e` on stderr and returns the exit status to end with: 3 where there is no usable device
/// (gpuc::device_unavailable), else 1.
int report(const error& e) noexcept;

}  // namespace gpuc

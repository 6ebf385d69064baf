// The layout of the view objects that launchers pass: what their classes in gpuc/slice.hpp and gpuc/matrix.hpp hold.
#pragma once

#include "gpuc/abi/kernel.h"

#include <cstdint>
#include <cstring>

namespace gpuc::detail {

struct slice_fields {
  std::uint64_t data, size;
};
struct matrix_fields {
  std::uint64_t data, rows, columns;
};
struct tensor_fields {
  std::uint64_t data, extents[3];
};

constexpr bool is_view(abi::parameter_kind kind) noexcept { return kind != abi::parameter_kind::value; }
constexpr bool is_matrix(abi::parameter_kind kind) noexcept {
  return kind == abi::parameter_kind::matrix || kind == abi::parameter_kind::disjoint_matrix;
}

constexpr bool is_tensor(abi::parameter_kind kind) noexcept {
  return kind == abi::parameter_kind::tensor || kind == abi::parameter_kind::disjoint_tensor;
}

/// Fields of the view at `object`: all are 64 bits wide and follow each other without gaps.
template <class Fields>
Fields read_fields(const void* object) noexcept {
  Fields fields;
  std::memcpy(&fields, object, sizeof fields);
  return fields;
}

}  // namespace gpuc::detail

/// The functions that tile kernels consist of: what the public tile headers call and `tool/tile` reads back as a
/// graph. A tile is an opaque handle; element type, shape and operation are constants at every call. None of them
/// exists on any machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuc::abi {

enum tile_element : unsigned {
  tile_bool,
  tile_i32,
  tile_u32,
  tile_i64,
  tile_u64,
  tile_f16,
  tile_bf16,
  tile_f32,
  tile_f64
};

inline constexpr unsigned tile_most_axes = 3;

/// A tile's type in one word: the element in bits 0 to 7, the number of axes in bits 8 to 15, then for each axis the
/// logarithm of its extent in 8 bits.
using tile_type = std::uint64_t;

constexpr tile_type make_tile_type(tile_element element, unsigned axes, const unsigned (&logarithms)[3]) noexcept {
  tile_type type = element | std::uint64_t{axes} << 8;
  for (unsigned axis = 0; axis < axes; ++axis) type |= std::uint64_t{logarithms[axis]} << (16 + 8 * axis);
  return type;
}

enum tile_unary_operation : unsigned {
  tile_neg,
  tile_not,
  tile_abs,
  tile_floor,
  tile_ceil,
  tile_sqrt,
  tile_rsqrt,
  tile_exp,
  tile_exp2,
  tile_log,
  tile_log2,
  tile_sin,
  tile_cos,
  tile_tan,
  tile_tanh,
  tile_erf
};

enum tile_binary_operation : unsigned {
  tile_add,
  tile_sub,
  tile_mul,
  tile_div,
  tile_rem,
  tile_min,
  tile_max,
  tile_and,
  tile_or,
  tile_xor,
  tile_shl,
  tile_shr,
  tile_pow,
  tile_atan2
};

enum tile_comparison : unsigned { tile_eq, tile_ne, tile_lt, tile_le, tile_gt, tile_ge };

enum tile_reduction : unsigned { tile_sum, tile_minimum, tile_maximum };

/// What elements outside of the tensor read as.
enum tile_padding : unsigned { tile_pad_zero, tile_pad_one, tile_pad_lowest, tile_pad_highest };

}  // namespace gpuc::abi

extern "C" {

using __gpuc_tile_handle = const void*;

/// The block's place in the grid of tiles, counted in row-major order.
std::uint32_t __gpuc_tile_index() noexcept;

/// Reads the part of a row-major tensor that starts at element (o0, o1, o2); e0, e1, e2 are the tensor's extents.
/// Axes that the type does not have are 0 and 1.
__gpuc_tile_handle __gpuc_tile_load(std::uint64_t type, const void* data, std::uint64_t o0, std::uint64_t o1,
                                    std::uint64_t o2, std::uint64_t e0, std::uint64_t e1, std::uint64_t e2,
                                    unsigned padding) noexcept __attribute__((const));
/// Writes likewise, only what is inside of the tensor.
void __gpuc_tile_store(std::uint64_t type, void* data, std::uint64_t o0, std::uint64_t o1, std::uint64_t o2,
                       std::uint64_t e0, std::uint64_t e1, std::uint64_t e2, __gpuc_tile_handle tile) noexcept;

/// Every element is the value whose bits are the low ones of `bits`.
__gpuc_tile_handle __gpuc_tile_full(std::uint64_t type, std::uint64_t bits) noexcept __attribute__((const));
/// The element's position along `axis`.
__gpuc_tile_handle __gpuc_tile_iota(std::uint64_t type, unsigned axis) noexcept __attribute__((const));
__gpuc_tile_handle __gpuc_tile_unary(std::uint64_t type, unsigned operation, __gpuc_tile_handle a) noexcept
    __attribute__((const));
__gpuc_tile_handle __gpuc_tile_binary(std::uint64_t type, unsigned operation, __gpuc_tile_handle a,
                                      __gpuc_tile_handle b) noexcept __attribute__((const));
/// a * b + c, rounded once.
__gpuc_tile_handle __gpuc_tile_fma(std::uint64_t type, __gpuc_tile_handle a, __gpuc_tile_handle b,
                                   __gpuc_tile_handle c) noexcept __attribute__((const));
__gpuc_tile_handle __gpuc_tile_compare(std::uint64_t type, unsigned comparison, __gpuc_tile_handle a,
                                       __gpuc_tile_handle b) noexcept __attribute__((const));
__gpuc_tile_handle __gpuc_tile_select(std::uint64_t type, __gpuc_tile_handle condition, __gpuc_tile_handle a,
                                      __gpuc_tile_handle b) noexcept __attribute__((const));
__gpuc_tile_handle __gpuc_tile_cast(std::uint64_t type, __gpuc_tile_handle a) noexcept __attribute__((const));
/// Repeats axes of extent 1.
__gpuc_tile_handle __gpuc_tile_broadcast(std::uint64_t type, __gpuc_tile_handle a) noexcept __attribute__((const));
/// The same elements in row-major order in another shape.
__gpuc_tile_handle __gpuc_tile_reshape(std::uint64_t type, __gpuc_tile_handle a) noexcept __attribute__((const));
/// Axis i of the result is axis `order` >> 2 * i & 3 of a.
__gpuc_tile_handle __gpuc_tile_permute(std::uint64_t type, unsigned order, __gpuc_tile_handle a) noexcept
    __attribute__((const));
/// The axis stays, with extent 1.
__gpuc_tile_handle __gpuc_tile_reduce(std::uint64_t type, unsigned operation, unsigned axis,
                                      __gpuc_tile_handle a) noexcept __attribute__((const));
/// a times b, added to c.
__gpuc_tile_handle __gpuc_tile_mma(std::uint64_t type, __gpuc_tile_handle a, __gpuc_tile_handle b,
                                   __gpuc_tile_handle c) noexcept __attribute__((const));
/// The bits of the one element of a tile.
std::uint64_t __gpuc_tile_scalar(std::uint64_t type, __gpuc_tile_handle a) noexcept __attribute__((const));
}

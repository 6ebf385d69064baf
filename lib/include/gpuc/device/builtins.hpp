/// The functions that the public headers call and gpuc's lowering passes replace. They are the device's
/// instruction set as the headers see it: `lower-intrinsics`, `lower-reports` and `lower-atomics` give them their
/// meaning on the GPU, the `cpu-*` passes on the CPU executor. On the host they exist only to say that they were
/// called there (lib/host/builtins.cpp).
#pragma once

#include <cstdint>

extern "C" {

// Position: unsigned, per axis; convergent only where a barrier is.
unsigned __gpuc_thread_x() noexcept;
unsigned __gpuc_thread_y() noexcept;
unsigned __gpuc_thread_z() noexcept;
unsigned __gpuc_block_x() noexcept;
unsigned __gpuc_block_y() noexcept;
unsigned __gpuc_block_z() noexcept;
unsigned __gpuc_block_dim_x() noexcept;
unsigned __gpuc_block_dim_y() noexcept;
unsigned __gpuc_block_dim_z() noexcept;
unsigned __gpuc_grid_dim_x() noexcept;
unsigned __gpuc_grid_dim_y() noexcept;
unsigned __gpuc_grid_dim_z() noexcept;
unsigned __gpuc_lane() noexcept;

/// The domain of the running kernel's contract, 0 without one: a constant after lowering.
unsigned __gpuc_domain() noexcept;

// Convergent: every thread of the block, or every live lane named by `mask`, takes part.
void __gpuc_block_sync() noexcept;
void __gpuc_grid_sync() noexcept;  // of a cooperative launch
void __gpuc_warp_sync(unsigned mask) noexcept;
std::uint32_t __gpuc_shuffle_idx(unsigned mask, std::uint32_t value, unsigned lane) noexcept;
std::uint32_t __gpuc_shuffle_xor(unsigned mask, std::uint32_t value, unsigned lane_mask) noexcept;
std::uint32_t __gpuc_shuffle_up(unsigned mask, std::uint32_t value, unsigned delta) noexcept;
std::uint32_t __gpuc_shuffle_down(unsigned mask, std::uint32_t value, unsigned delta) noexcept;
unsigned __gpuc_ballot(unsigned mask, bool predicate) noexcept;

/// Dynamic shared memory of the block, aligned to 16 bytes, and its size in bytes.
void* __gpuc_dynamic_shared() noexcept;
unsigned __gpuc_dynamic_shared_size() noexcept;

// Faults: recorded once, then the thread leaves the kernel.
[[noreturn]] void __gpuc_out_of_range(std::uint64_t index, std::uint64_t size) noexcept;
[[noreturn]] void __gpuc_row_out_of_range(std::uint64_t row, std::uint64_t rows) noexcept;
[[noreturn]] void __gpuc_column_out_of_range(std::uint64_t column, std::uint64_t columns) noexcept;
[[noreturn]] void __gpuc_trap() noexcept;

// Atomics on 32- and 64-bit objects. `operation` (abi::atomic_operation), `order` (std::memory_order's value) and
// `scope` (abi::atomic_scope) are constants after inlining; floating-point values travel as their bits.
std::uint32_t __gpuc_atomic_rmw_32(void* object, std::uint32_t value, int operation, int order, int scope) noexcept;
std::uint64_t __gpuc_atomic_rmw_64(void* object, std::uint64_t value, int operation, int order, int scope) noexcept;
std::uint32_t __gpuc_atomic_load_32(const void* object, int order, int scope) noexcept;
std::uint64_t __gpuc_atomic_load_64(const void* object, int order, int scope) noexcept;
void __gpuc_atomic_store_32(void* object, std::uint32_t value, int order, int scope) noexcept;
void __gpuc_atomic_store_64(void* object, std::uint64_t value, int order, int scope) noexcept;
/// Returns the value found; the exchange took place where that equals `expected`.
std::uint32_t __gpuc_atomic_compare_exchange_32(void* object, std::uint32_t expected, std::uint32_t desired, int order,
                                                int scope) noexcept;
std::uint64_t __gpuc_atomic_compare_exchange_64(void* object, std::uint64_t expected, std::uint64_t desired, int order,
                                                int scope) noexcept;
void __gpuc_fence(int order, int scope) noexcept;
}

namespace gpuc::abi {

enum atomic_operation : int {
  atomic_exchange,
  atomic_add,
  atomic_sub,
  atomic_and,
  atomic_or,
  atomic_xor,
  atomic_min_signed,
  atomic_max_signed,
  atomic_min_unsigned,
  atomic_max_unsigned,
  atomic_add_float
};

enum atomic_scope : int { scope_block, scope_device, scope_system };

}  // namespace gpuc::abi

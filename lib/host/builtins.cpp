// Device functions (gpuc/device/builtins.hpp) as the host has them: a program that reaches one outside of a kernel is
// told so. Kernels never come here, the compiler replaces every call in them.

#include "gpuc/device/builtins.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn, gnu::cold]] void on_the_host(const char* function) noexcept {
  std::fprintf(stderr, "gpuc: %s was called on the host; it exists in kernels only\n", function);
  std::abort();
}

[[noreturn, gnu::cold]] void out_of_range(const char* what, std::uint64_t index, const char* of,
                                          std::uint64_t size) noexcept {
  std::fprintf(stderr, "gpuc: %s %" PRIu64 " is out of range, %s %" PRIu64 " (a view used on the host)\n", what, index,
               of, size);
  std::abort();
}

}  // namespace

extern "C" {

unsigned __gpuc_thread_x() noexcept { on_the_host("gpuc::thread::x"); }
unsigned __gpuc_thread_y() noexcept { on_the_host("gpuc::thread::y"); }
unsigned __gpuc_thread_z() noexcept { on_the_host("gpuc::thread::z"); }
unsigned __gpuc_block_x() noexcept { on_the_host("gpuc::block::x"); }
unsigned __gpuc_block_y() noexcept { on_the_host("gpuc::block::y"); }
unsigned __gpuc_block_z() noexcept { on_the_host("gpuc::block::z"); }
unsigned __gpuc_block_dim_x() noexcept { on_the_host("the width of a block"); }
unsigned __gpuc_block_dim_y() noexcept { on_the_host("the height of a block"); }
unsigned __gpuc_block_dim_z() noexcept { on_the_host("the depth of a block"); }
unsigned __gpuc_grid_dim_x() noexcept { on_the_host("the width of a grid"); }
unsigned __gpuc_grid_dim_y() noexcept { on_the_host("the height of a grid"); }
unsigned __gpuc_grid_dim_z() noexcept { on_the_host("the depth of a grid"); }
unsigned __gpuc_lane() noexcept { on_the_host("gpuc::warp::lane"); }
unsigned __gpuc_domain() noexcept { on_the_host("an index of a thread"); }

void __gpuc_block_sync() noexcept { on_the_host("gpuc::block::sync"); }
void __gpuc_grid_sync() noexcept { on_the_host("gpuc::grid::sync"); }
void __gpuc_warp_sync(unsigned) noexcept { on_the_host("gpuc::warp::sync"); }
std::uint32_t __gpuc_shuffle_idx(unsigned, std::uint32_t, unsigned) noexcept { on_the_host("a warp shuffle"); }
std::uint32_t __gpuc_shuffle_xor(unsigned, std::uint32_t, unsigned) noexcept { on_the_host("a warp shuffle"); }
std::uint32_t __gpuc_shuffle_up(unsigned, std::uint32_t, unsigned) noexcept { on_the_host("a warp shuffle"); }
std::uint32_t __gpuc_shuffle_down(unsigned, std::uint32_t, unsigned) noexcept { on_the_host("a warp shuffle"); }
unsigned __gpuc_ballot(unsigned, bool) noexcept { on_the_host("a warp vote"); }

void* __gpuc_dynamic_shared() noexcept { on_the_host("dynamic shared memory"); }
unsigned __gpuc_dynamic_shared_size() noexcept { on_the_host("dynamic shared memory"); }

void __gpuc_out_of_range(std::uint64_t index, std::uint64_t size) noexcept {
  out_of_range("index", index, "size", size);
}
void __gpuc_row_out_of_range(std::uint64_t row, std::uint64_t rows) noexcept { out_of_range("row", row, "rows", rows); }
void __gpuc_column_out_of_range(std::uint64_t column, std::uint64_t columns) noexcept {
  out_of_range("column", column, "columns", columns);
}
void __gpuc_trap() noexcept { on_the_host("a device trap"); }

std::uint32_t __gpuc_atomic_rmw_32(void*, std::uint32_t, int, int, int) noexcept { on_the_host("a device atomic"); }
std::uint64_t __gpuc_atomic_rmw_64(void*, std::uint64_t, int, int, int) noexcept { on_the_host("a device atomic"); }
std::uint32_t __gpuc_atomic_load_32(const void*, int, int) noexcept { on_the_host("a device atomic"); }
std::uint64_t __gpuc_atomic_load_64(const void*, int, int) noexcept { on_the_host("a device atomic"); }
void __gpuc_atomic_store_32(void*, std::uint32_t, int, int) noexcept { on_the_host("a device atomic"); }
void __gpuc_atomic_store_64(void*, std::uint64_t, int, int) noexcept { on_the_host("a device atomic"); }
std::uint32_t __gpuc_atomic_compare_exchange_32(void*, std::uint32_t, std::uint32_t, int, int) noexcept {
  on_the_host("a device atomic");
}
std::uint64_t __gpuc_atomic_compare_exchange_64(void*, std::uint64_t, std::uint64_t, int, int) noexcept {
  on_the_host("a device atomic");
}
void __gpuc_fence(int, int) noexcept { on_the_host("a device fence"); }
}

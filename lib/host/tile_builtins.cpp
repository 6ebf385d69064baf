// The operations on tiles (gpuc/device/tile_builtins.hpp) as the host has them: not at all.

#include "gpuc/device/tile_builtins.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn, gnu::cold]] void on_the_host() noexcept {
  std::fputs("gpuc: an operation on tiles was called on the host; it exists in tile kernels only\n", stderr);
  std::abort();
}

}  // namespace

using handle = __gpuc_tile_handle;
using word = std::uint64_t;

extern "C" {

std::uint32_t __gpuc_tile_index() noexcept { on_the_host(); }
handle __gpuc_tile_load(word, const void*, word, word, word, word, word, word, unsigned) noexcept { on_the_host(); }
void __gpuc_tile_store(word, void*, word, word, word, word, word, word, handle) noexcept { on_the_host(); }
handle __gpuc_tile_full(word, word) noexcept { on_the_host(); }
handle __gpuc_tile_iota(word, unsigned) noexcept { on_the_host(); }
handle __gpuc_tile_unary(word, unsigned, handle) noexcept { on_the_host(); }
handle __gpuc_tile_binary(word, unsigned, handle, handle) noexcept { on_the_host(); }
handle __gpuc_tile_fma(word, handle, handle, handle) noexcept { on_the_host(); }
handle __gpuc_tile_compare(word, unsigned, handle, handle) noexcept { on_the_host(); }
handle __gpuc_tile_select(word, handle, handle, handle) noexcept { on_the_host(); }
handle __gpuc_tile_cast(word, handle) noexcept { on_the_host(); }
handle __gpuc_tile_broadcast(word, handle) noexcept { on_the_host(); }
handle __gpuc_tile_reshape(word, handle) noexcept { on_the_host(); }
handle __gpuc_tile_permute(word, unsigned, handle) noexcept { on_the_host(); }
handle __gpuc_tile_reduce(word, unsigned, unsigned, handle) noexcept { on_the_host(); }
handle __gpuc_tile_mma(word, handle, handle, handle) noexcept { on_the_host(); }
word __gpuc_tile_scalar(word, handle) noexcept { on_the_host(); }
}

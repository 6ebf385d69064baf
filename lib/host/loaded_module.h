// The image of one bundle, loaded into one context.
#pragma once

#include "gpuc/abi/kernel.h"
#include "lib/host/bundle_view.h"
#include "lib/host/driver_types.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace gpuc::abi {
struct context_state;
}  // namespace gpuc::abi

namespace gpuc::detail {

/// A kernel of the module; on the CPU executor there is nothing to look up.
struct loaded_function {
  const abi::kernel* target = nullptr;
  driver::function handle = nullptr;
  std::uint64_t max_threads = 0;
  std::uint64_t static_shared = 0;
  std::uint64_t dynamic_limit = 0;  // what the function was told to allow
};

struct loaded_module {
  bundle_view bundle;
  driver::module handle = nullptr;

  /// Where a faulting thread reports: memory that the GPU sees too, or `cpu_record`.
  abi::report_record* record = nullptr;
  driver::device_pointer slot = 0;  // of the image's report_slot, 0: its kernels cannot fault

  // The CPU executor's slot. It also knows the kernel, which a site that several kernels share does not tell.
  abi::report_record cpu_record{};
  std::atomic<bool> cpu_claimed{false};
  const abi::kernel* cpu_kernel = nullptr;

  std::vector<loaded_function> functions;

  explicit loaded_module(bundle_view view) noexcept : bundle(view) {}
};

/// The module of `bundle` in `context`, loaded on first use. The caller holds context.mutex.
/// Throws: gpuc::module_error, gpuc::driver_error.
loaded_module& load_module(abi::context_state& context, const void* bundle);

/// Frees what the driver holds for `module`; never throws.
void unload(abi::context_state& context, loaded_module& module) noexcept;

/// `target` in `module`. The caller holds context.mutex.
/// Throws: gpuc::module_error GPUC0612 where it was built for the CPU executor only, gpuc::driver_error.
loaded_function& find_function(abi::context_state& context, loaded_module& module, const abi::kernel& target);

/// Throws: gpuc::module_error GPUC0613 unless `target` is of this runtime's version.
void check_version(const abi::kernel& target);

}  // namespace gpuc::detail

// The types and constants of the CUDA driver API that the runtime uses, declared here so that neither building gpuc nor
// using it needs a CUDA header. Values and layouts are the driver's published ABI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuc::driver {

enum result : int {
  success = 0,
  invalid_value = 1,
  out_of_device_memory = 2,
  deinitialized = 4,
  stub_library = 34,
  no_device = 100,
  invalid_image = 200,
  invalid_context = 201,
  no_binary_for_gpu = 209,
  invalid_ptx = 218,
  unsupported_ptx_version = 222,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  graph_update_failure = 910,
  unknown = 999,
};

using device = int;
using device_pointer = std::uint64_t;
using context = struct context_object*;
using stream = struct stream_object*;
using event = struct event_object*;
using module = struct module_object*;
using function = struct function_object*;
using memory_pool = struct memory_pool_object*;
using graph = struct graph_object*;
using graph_exec = struct graph_exec_object*;

enum device_attribute : int {
  max_threads_per_block = 1,
  max_block_dim_x = 2,  // y and z follow
  max_grid_dim_x = 5,   // y and z follow
  multiprocessor_count = 16,
  capability_major = 75,
  capability_minor = 76,
  cooperative_launch = 95,
  max_shared_memory_per_block_optin = 97,
  memory_pools_supported = 115,
};

enum function_attribute : int {
  function_max_threads = 0,
  function_static_shared = 1,
  function_max_dynamic_shared = 8,
};

enum jit_option : int { jit_error_log = 5, jit_error_log_size = 6 };
enum pool_attribute : int { pool_release_threshold = 4, pool_reserved_bytes = 5 };
enum capture_mode : int { capture_relaxed = 2 };

struct pool_properties {
  int allocation_type = 1;  // pinned: the only one that there is
  int handle_types = 0;     // not shared with other processes
  int location_type = 1;    // a device
  int location = 0;
  void* security = nullptr;
  std::size_t most_bytes = 0;  // as the device has
  unsigned char reserved[56] = {};
};

struct graph_update_result {
  int what;
  void *node, *from;
};

inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_default = 0, event_disable_timing = 2;
inline constexpr unsigned host_alloc_portable = 1, host_alloc_device_map = 2;

}  // namespace gpuc::driver

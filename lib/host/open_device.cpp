// Which device a program runs on. A machine without a GPU gets the CPU executor and is told so; a GPU that is there but
// cannot be used is an error: nobody shall believe that the GPU ran when it did not.

#include "lib/host/open_device.h"

#include "gpuc/error.hpp"
#include "lib/host/context_state.h"
#include "lib/host/current_context.h"
#include "lib/host/machine.h"
#include "lib/host/process.h"
#include "lib/host/text.h"

#include <atomic>
#include <charconv>
#include <memory>
#include <optional>

namespace gpuc::detail {

namespace {

// Ways out, for a device that the environment chose and for one that the program names.
constexpr const char* by_variable = "set GPUC_DEVICE=cpu to use the CPU executor";
constexpr const char* by_program = "use gpuc::context::cpu(), the CPU executor";

// Behind another advice the way out is a second one.
std::string with_way_out(std::string_view message, const char* way_out) {
  return concat(message, message.find("; ") != message.npos ? "; or " : "; ", way_out);
}

[[noreturn]] void unusable(std::string_view message, const char* way_out) {
  throw device_unavailable(errc::device_unusable, 705, {}, with_way_out(message, way_out));
}
[[noreturn]] void no_such_device(std::string_view message, const char* way_out) {
  throw device_unavailable(errc::no_device, 606, {}, with_way_out(message, way_out));
}

struct gpus {
  const driver::table* calls = nullptr;
  int version = 0;
  int count = 0;
};

std::string device_name(const driver::table& calls, driver::device device) {
  char name[256] = "";
  if (calls.cuDeviceGetName.attempt(name, sizeof name - 1, device) != driver::success || *name == '\0')
    return concat("GPU ", device);
  return name;
}

// What a message calls the GPU that cannot be used: by its name where the driver gets far enough to tell.
std::string first_name(const driver::table& calls) {
  int count = 0;
  driver::device device = 0;
  if (calls.cuDeviceGetCount.attempt(&count) != driver::success || count == 0 ||
      calls.cuDeviceGet.attempt(&device, 0) != driver::success)
    return "an NVIDIA GPU";
  return device_name(calls, device);
}

// The machine's GPUs; none (count 0) where it has none. Throws where they are there and cannot be reached.
gpus find_gpus(const char* way_out) {
  check_not_forked();
  const driver::library& library = this_machine().driver();
  std::string trace = this_machine().gpu_trace();
  if (library.calls == nullptr) {
    if (trace.empty() && !library.found) return {};
    if (library.found)
      unusable(concat("the NVIDIA driver is too old for gpuc, which needs one for CUDA ",
                      driver::version_text(driver::oldest_driver), " or newer: ", library.problem,
                      "; update the driver"),
               way_out);
    unusable(concat("an NVIDIA GPU is there (", trace, "), but its driver library cannot be loaded: ", library.problem,
                    "; install the driver, or start the container with its GPUs (--gpus all)"),
             way_out);
  }

  const driver::table& calls = *library.calls;
  driver::result initialised = calls.cuInit.attempt(0);
  if (initialised == driver::no_device) return {};
  if (initialised == driver::stub_library && trace.empty()) return {};
  if (initialised != driver::success) {
    std::string message = concat("an NVIDIA GPU ", trace.empty() ? "may be" : "is",
                                 " there, but cuInit failed: ", driver::result_name(initialised));
    if (*driver::result_advice(initialised) != '\0') message += concat("; ", driver::result_advice(initialised));
    unusable(message, way_out);
  }

  gpus found{.calls = &calls};
  calls.cuDriverGetVersion(&found.version);
  calls.cuDeviceGetCount(&found.count);
  if (found.count != 0 && found.version < driver::oldest_driver)
    unusable(concat("the driver of ", first_name(calls), " is for CUDA ", driver::version_text(found.version),
                    ", but gpuc needs one for CUDA ", driver::version_text(driver::oldest_driver),
                    " or newer; update the driver"),
             way_out);
  return found;
}

void read_limits(const driver::table& calls, driver::device device, abi::device_limits& limits) {
  auto attribute = [&](int what) {
    int value = 0;
    calls.cuDeviceGetAttribute(&value, static_cast<driver::device_attribute>(what), device);
    return static_cast<std::uint64_t>(value);
  };
  for (int axis = 0; axis < 3; ++axis) {
    limits.block[axis] = attribute(driver::max_block_dim_x + axis);
    limits.grid[axis] = attribute(driver::max_grid_dim_x + axis);
  }
  limits.threads_per_block = attribute(driver::max_threads_per_block);
  limits.shared_per_block = attribute(driver::max_shared_memory_per_block_optin);
  limits.multiprocessors = attribute(driver::multiprocessor_count);
  limits.cooperative = attribute(driver::cooperative_launch) != 0;
}

// Streams take memory from a pool of the context's own, so that what it keeps and gives back is nobody else's affair.
// Keeping it spares every allocation after a synchronisation the way to the operating system.
void set_up_pool(abi::context_state& context) {
  int supported = 0;
  context.calls->cuDeviceGetAttribute(&supported, driver::memory_pools_supported, context.device);
  if (supported == 0) return;
  driver::pool_properties properties;
  properties.location = context.device;
  context.calls->cuMemPoolCreate(&context.pool, &properties);
  std::uint64_t keep = ~std::uint64_t{0};
  context.calls->cuMemPoolSetAttribute(context.pool, driver::pool_release_threshold, &keep);
}

abi::context_state* make_context(const gpus& found, int ordinal, const char* way_out) {
  const driver::table& calls = *found.calls;
  auto made = std::make_unique<abi::context_state>();
  made->calls = &calls;
  made->driver_version = found.version;
  calls.cuDeviceGet(&made->device, ordinal);
  made->name = device_name(calls, made->device);
  int major = 0, minor = 0;
  calls.cuDeviceGetAttribute(&major, driver::capability_major, made->device);
  calls.cuDeviceGetAttribute(&minor, driver::capability_minor, made->device);
  made->limits.capability = static_cast<std::uint32_t>(major * 10 + minor);
  if (major * 10 + minor < driver::lowest_capability)
    unusable(concat(made->name, " has compute capability ", major, '.', minor, ", but gpuc needs ",
                    driver::lowest_capability / 10, '.', driver::lowest_capability % 10, " or higher"),
             way_out);
  read_limits(calls, made->device, made->limits);

  driver::context primary = nullptr;
  if (driver::result code = calls.cuDevicePrimaryCtxRetain.attempt(&primary, made->device); code != driver::success) {
    std::string message =
        concat(made->name, " cannot be used: cuDevicePrimaryCtxRetain failed: ", driver::result_name(code));
    if (*driver::result_advice(code) != '\0') message += concat("; ", driver::result_advice(code));
    unusable(message, way_out);
  }
  made->handle = primary;  // from here on the destructor gives it back
  made->blocking = this_machine().launch_blocking();
  watch_forks();
  current_context scope(*made);
  set_up_pool(*made);
  calls.cuStreamCreate(&made->default_stream.handle, driver::stream_non_blocking);
  return made.release();
}

// The first GPU that can be used; null where the machine has none. Throws what is wrong with the first if none can.
abi::context_state* open_first() {
  gpus found = find_gpus(by_variable);
  std::optional<device_unavailable> problem;
  for (int ordinal = 0; ordinal < found.count; ++ordinal) {
    try {
      return make_context(found, ordinal, by_variable);
    } catch (const device_unavailable& e) {
      if (!problem) problem = e;
    }
  }
  if (problem) throw *problem;
  return nullptr;
}

abi::context_state* open_numbered(int ordinal, const char* way_out) {
  gpus found = find_gpus(way_out);
  if (found.count == 0)
    no_such_device(concat("there is no GPU ", ordinal, ": this machine has no NVIDIA GPU"), way_out);
  if (ordinal < 0 || ordinal >= found.count)
    no_such_device(
        concat("there is no GPU ", ordinal, ": this machine has ", counted(found.count, "GPU"), ", counted from 0"),
        way_out);
  return make_context(found, ordinal, way_out);
}

void say_cpu_once() {
  static std::atomic<bool> said{false};
  if (!said.exchange(true, std::memory_order_relaxed))
    this_machine().notice("gpuc: no NVIDIA GPU found, using the CPU executor");
}

}  // namespace

abi::context_state* open_cpu() {
  check_not_forked();
  if (std::string missing = this_machine().missing_cpu_features(); !missing.empty())
    throw device_unavailable(errc::device_unusable, 708, {},
                             concat("the CPU executor needs a processor with AVX2, FMA and BMI2 (x86-64-v3), and this "
                                    "one has no ",
                                    missing, "; run on another machine, or on a GPU"));
  watch_forks();
  auto made = std::make_unique<abi::context_state>();
  made->blocking = this_machine().launch_blocking();
  return made.release();
}

abi::context_state* open_gpu(int ordinal) { return open_numbered(ordinal, by_program); }

abi::context_state* open_default() {
  std::string choice = this_machine().device_choice();
  if (choice == "cpu") return open_cpu();
  if (choice.empty() || choice == "auto") {
    if (abi::context_state* gpu = open_first()) return gpu;
    say_cpu_once();
    return open_cpu();
  }
  if (choice == "cuda") {
    if (abi::context_state* gpu = open_first()) return gpu;
    no_such_device("GPUC_DEVICE=cuda, but this machine has no NVIDIA GPU", by_variable);
  }
  if (choice.starts_with("cuda:")) {
    int ordinal = 0;
    const char* first = choice.data() + 5;
    const char* last = choice.data() + choice.size();
    auto [end, problem] = std::from_chars(first, last, ordinal);
    if (problem == std::errc() && end == last && ordinal >= 0) return open_numbered(ordinal, by_variable);
  }
  throw error(errc::invalid_argument, 14, {},
              concat("GPUC_DEVICE=", choice, " names no device; it can be auto, cpu, cuda or cuda:N"));
}

}  // namespace gpuc::detail

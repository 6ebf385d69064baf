// Which image of a bundle a GPU gets, and what is said when it gets none.

#include "lib/host/loaded_module.h"

#include "gpuc/error.hpp"
#include "gpuc/stream.hpp"
#include "lib/host/context_state.h"
#include "lib/host/current_context.h"
#include "lib/host/text.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace gpuc::detail {

namespace {

std::string dotted(std::uint32_t times_ten) { return concat(times_ten / 10, '.', times_ten % 10); }

std::string describe(const abi::bundle_image& image) {
  if (image.kind == abi::image_kind::cubin) return concat("cubin for sm_", image.capability);
  return concat("PTX ", dotted(image.ptx_version), " for compute_", image.capability);
}

// The images that can run on a device of `capability`, best first: a cubin runs on the same major and a minor that is
// not lower, PTX on everything newer. PTX is the way out where the driver refuses the cubin.
std::vector<const abi::bundle_image*> candidates(const bundle_view& bundle, std::uint32_t capability) {
  std::vector<const abi::bundle_image*> found;
  for (const abi::bundle_image& image : bundle.images()) {
    bool runs = image.capability <= capability &&
                (image.kind == abi::image_kind::ptx ||
                 (image.kind == abi::image_kind::cubin && image.capability / 10 == capability / 10));
    if (runs) found.push_back(&image);
  }
  std::sort(found.begin(), found.end(), [](const abi::bundle_image* a, const abi::bundle_image* b) {
    if (a->kind != b->kind) return a->kind == abi::image_kind::cubin;
    return a->capability != b->capability ? a->capability > b->capability : a < b;
  });
  return found;
}

[[noreturn]] void no_image(const abi::context_state& context, const bundle_view& bundle) {
  std::string have;
  for (const abi::bundle_image& image : bundle.images()) have += (have.empty() ? "" : ", ") + describe(image);
  throw module_error(errc::no_image, 610, {},
                     concat("the program has no image for ", context.name, " (compute capability ",
                            dotted(context.limits.capability), "), only ", have.empty() ? "CPU code" : have,
                            "; add \"sm_", context.limits.capability, "\" or \"native\" to gpu.arch and rebuild"));
}

struct refusal {
  driver::result code = driver::success;
  const abi::bundle_image* image = nullptr;
  std::string log;
};

[[noreturn]] void refused(const abi::context_state& context, const bundle_view& bundle,
                          const std::vector<refusal>& refusals) {
  std::string message = concat("the driver (CUDA ", driver::version_text(context.driver_version), ") refused ");
  const char* separator = "";
  const char* advice = "";
  for (const refusal& each : refusals) {
    message += concat(separator, "the ", describe(*each.image), ": ", driver::result_name(each.code));
    int newest = driver::newest_ptx(context.driver_version);
    if (each.code == driver::unsupported_ptx_version && newest != 0)
      message += concat(" (it takes PTX up to ", dotted(static_cast<std::uint32_t>(newest)), ")");
    if (!each.log.empty()) message += concat(" (", each.log, ")");
    separator = ", and ";
    if (*driver::result_advice(each.code) != '\0') advice = driver::result_advice(each.code);
  }
  if (!bundle.intact())
    message += "; the bundle's checksum is wrong, so the executable file is damaged: rebuild it";
  else if (*advice != '\0')
    message += concat("; ", advice);
  throw module_error(errc::image_refused, 611, {}, message);
}

// Results that speak about the image. Others (no memory, a lost device) would be the same for the next one.
bool about_the_image(driver::result code) {
  switch (static_cast<int>(code)) {
    case driver::invalid_image:
    case driver::no_binary_for_gpu:
    case driver::invalid_ptx:
    case driver::unsupported_ptx_version:
    case driver::invalid_value:
    case 221:  // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
    case 223:  // CUDA_ERROR_JIT_COMPILATION_DISABLED
    case 300:  // CUDA_ERROR_INVALID_SOURCE
      return true;
    default: return false;
  }
}

struct loaded_image {
  driver::module handle;
  bool reports;
};

loaded_image load_image(const abi::context_state& context, const bundle_view& bundle) {
  std::vector<const abi::bundle_image*> images = candidates(bundle, context.limits.capability);
  if (images.empty()) no_image(context, bundle);
  std::vector<refusal> refusals;
  for (const abi::bundle_image* image : images) {
    char log[2048] = "";
    driver::jit_option options[] = {driver::jit_error_log, driver::jit_error_log_size};
    // The size travels in the pointer's place.
    void* values[] = {log, reinterpret_cast<void*>(sizeof log - 1)};
    bool compiled = image->kind == abi::image_kind::ptx;
    driver::module made = nullptr;
    driver::result code = context.calls->cuModuleLoadDataEx.attempt(
        &made, bundle.data(*image), compiled ? 2 : 0, compiled ? options : nullptr, compiled ? values : nullptr);
    if (code == driver::success) return {made, image->reports != 0};
    if (!about_the_image(code)) driver::fail(context.calls->cuModuleLoadDataEx.name, code);
    std::string text(log, strnlen(log, sizeof log));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    refusals.push_back({code, image, std::move(text)});
  }
  refused(context, bundle, refusals);
}

// Gives the image's report slot a record that the GPU can write and the host can read without a copy.
void connect_reports(abi::context_state& context, loaded_module& module) {
  const driver::table& calls = *context.calls;
  std::size_t bytes = 0;
  calls.cuModuleGetGlobal(&module.slot, &bytes, module.handle, abi::report_slot_symbol);
  void* memory = nullptr;
  calls.cuMemHostAlloc(&memory, sizeof(abi::report_record),
                       driver::host_alloc_portable | driver::host_alloc_device_map);
  module.record = static_cast<abi::report_record*>(memory);
  std::memset(memory, 0, sizeof(abi::report_record));
  abi::report_slot slot{};
  calls.cuMemHostGetDevicePointer(&slot.record, memory, 0);
  // Not the default stream, where work may lie that takes long.
  stream on(abi::make_stream(context));
  driver::stream handle = on.state()->handle;
  calls.cuMemcpyHtoDAsync(module.slot, &slot, sizeof slot, handle);
  calls.cuStreamSynchronize(handle);
}

}  // namespace

loaded_module& load_module(abi::context_state& context, const void* bundle) {
  for (const auto& module : context.modules)
    if (module->bundle.address() == bundle) return *module;

  auto made = std::make_unique<loaded_module>(bundle_view(bundle));
  context.modules.reserve(context.modules.size() + 1);  // so that nothing can fail behind the driver's part
  if (context.is_cpu()) {
    made->record = &made->cpu_record;
  } else {
    current_context scope(context);
    loaded_image loaded = load_image(context, made->bundle);
    made->handle = loaded.handle;
    try {
      // Asking for what an image lacks shows as an error in sanitizers.
      if (loaded.reports) connect_reports(context, *made);
    } catch (...) {
      unload(context, *made);
      throw;
    }
  }
  return *context.modules.emplace_back(std::move(made));
}

void unload(abi::context_state& context, loaded_module& module) noexcept {
  if (context.is_cpu()) return;
  static_cast<void>(context.calls->cuModuleUnload.attempt(module.handle));
  if (module.record != nullptr) static_cast<void>(context.calls->cuMemFreeHost.attempt(module.record));
}

loaded_function& find_function(abi::context_state& context, loaded_module& module, const abi::kernel& target) {
  for (loaded_function& function : module.functions)
    if (function.target == &target) return function;

  auto kernels = module.bundle.kernels();
  if (target.index < kernels.size() && kernels[target.index].missing != 0)
    throw module_error(errc::kernel_not_built, 612, target.name,
                       concat("no GPU code was made for it: ", module.bundle.text(kernels[target.index].missing),
                              "; it runs on the CPU executor (GPUC_DEVICE=cpu)"));
  const driver::table& calls = *context.calls;
  loaded_function found;
  found.target = &target;
  calls.cuModuleGetFunction(&found.handle, module.handle, target.symbol);
  auto attribute = [&](driver::function_attribute what) {
    int value = 0;
    calls.cuFuncGetAttribute(&value, what, found.handle);
    return static_cast<std::uint64_t>(value);
  };
  found.max_threads = attribute(driver::function_max_threads);
  found.static_shared = attribute(driver::function_static_shared);
  found.dynamic_limit = attribute(driver::function_max_dynamic_shared);
  return module.functions.emplace_back(found);
}

void check_version(const abi::kernel& target) {
  if (target.version == abi::version && target.name != nullptr) return;
  if (target.version == abi::version)
    throw module_error(
        errc::abi_mismatch, 613, {},
        "a kernel's descriptor was never filled in; build the program with gpuc, not with another compiler");
  throw module_error(errc::abi_mismatch, 613, {},
                     concat("a kernel's descriptor has version ", target.version, ", but this runtime reads version ",
                            abi::version, "; rebuild the whole program with one gpuc"));
}

}  // namespace gpuc::detail

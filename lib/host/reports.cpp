#include "lib/host/reports.h"

#include "gpuc/error.hpp"
#include "gpuc/stream.hpp"
#include "lib/host/current_context.h"
#include "lib/host/machine.h"
#include "lib/host/process.h"
#include "lib/host/text.h"

#include <atomic>
#include <cstddef>

namespace gpuc::detail {

namespace {

bool is_ready(loaded_module& module) {
  return module.record != nullptr &&
         std::atomic_ref<std::uint32_t>(module.record->ready).load(std::memory_order_acquire) != 0;
}

std::string triple(const std::uint32_t (&values)[3]) {
  return concat('(', values[0], ',', values[1], ',', values[2], ')');
}

struct described {
  errc kind;
  std::string text;
};

described describe(abi::report_kind kind, const std::uint64_t (&values)[2], std::string_view text) {
  switch (kind) {
    case abi::report_kind::out_of_range:
      return {errc::out_of_range, concat("index ", values[0], " is out of range, size ", values[1])};
    case abi::report_kind::row_out_of_range:
      return {errc::out_of_range, concat("row ", values[0], " is out of range, rows ", values[1])};
    case abi::report_kind::column_out_of_range:
      return {errc::out_of_range, concat("column ", values[0], " is out of range, columns ", values[1])};
    case abi::report_kind::trap: return {errc::trap, text.empty() ? "trap" : std::string(text)};
    case abi::report_kind::assertion: return {errc::assertion, concat("assertion failed: ", text)};
    case abi::report_kind::exception: return {errc::exception, concat("exception thrown: ", text)};
    case abi::report_kind::division_by_zero:
      return {errc::division_by_zero, values[1] != 0
                                          ? concat("division by zero: ", static_cast<std::int64_t>(values[0]), " / 0")
                                          : concat("division by zero: ", values[0], " / 0")};
    case abi::report_kind::division_overflow:
      return {errc::division_overflow, concat("a division overflows: ", static_cast<std::int64_t>(values[0]), " / ",
                                              static_cast<std::int64_t>(values[1]))};
    case abi::report_kind::divergent_barrier:
      return {errc::divergent_barrier, concat(values[0], " of ", values[1],
                                              " running threads wait at a barrier or warp operation that the others "
                                              "do not reach")};
  }
  return {errc::trap, concat("fault of unknown kind ", static_cast<std::uint32_t>(kind))};
}

// The compiled place of a record, or the one that the compiler left for its kernel's barriers.
const abi::bundle_site* find_site(const loaded_module& module, const abi::report_record& record) {
  auto sites = module.bundle.sites();
  if (record.site < sites.size()) return &sites[record.site];
  if (record.site == no_site && module.cpu_kernel != nullptr)
    for (const abi::bundle_site& site : sites)
      if (site.kind == abi::report_kind::divergent_barrier && site.kernel == module.cpu_kernel->index) return &site;
  return nullptr;
}

device_error make_error(const loaded_module& module) {
  const abi::report_record& record = *module.record;
  const abi::bundle_site* site = find_site(module, record);
  auto kernels = module.bundle.kernels();

  std::string_view kernel;
  if (module.cpu_kernel != nullptr) {
    kernel = module.cpu_kernel->name;
  } else if (site != nullptr && site->kernel < kernels.size()) {
    // The bundle has the qualified name; messages use the short one, as the launcher does.
    kernel = module.bundle.text(kernels[site->kernel].name);
    kernel = kernel.substr(0, kernel.find('<'));
    if (auto colon = kernel.rfind("::"); colon != kernel.npos) kernel.remove_prefix(colon + 2);
  }

  described fault = describe(site != nullptr ? site->kind : abi::report_kind::divergent_barrier, record.values,
                             site != nullptr ? module.bundle.text(site->text) : std::string_view());
  std::string place;
  if (site != nullptr && site->line != 0) place = concat(module.bundle.text(site->file), ':', site->line, ": ");
  return device_error(
      fault.kind, kernel,
      concat(place, fault.text, " (block ", triple(record.block), ", thread ", triple(record.thread), ')'));
}

// In this order: a thread that faults from now on finds the slot free and the record empty.
void clear(abi::context_state& context, loaded_module& module) {
  std::atomic_ref<std::uint32_t>(module.record->ready).store(0, std::memory_order_release);
  module.cpu_kernel = nullptr;
  if (context.is_cpu()) {
    module.cpu_claimed.store(false, std::memory_order_release);
    return;
  }
  current_context scope(context);
  // Blocks of a cooperative launch that wait for one whose threads have all faulted look at `claimed`; those of another
  // stream may not have seen it yet.
  for (const loaded_function& function : module.functions)
    if (function.target->contract.cooperative != 0) {
      context.calls->cuCtxSynchronize();
      break;
    }
  // A stream with nothing else to wait for.
  stream on(abi::make_stream(context));
  driver::stream handle = on.state()->handle;
  context.calls->cuMemsetD32Async(module.slot + offsetof(abi::report_slot, claimed), 0, 1, handle);
  context.calls->cuStreamSynchronize(handle);
}

}  // namespace

void throw_reports(abi::context_state& context) {
  check_not_forked();
  context.calls_made.destroy_finished();
  {
    std::lock_guard lock(context.mutex);
    for (const auto& module : context.modules) {
      if (!is_ready(*module)) continue;
      device_error found = make_error(*module);
      clear(context, *module);
      throw found;
    }
  }
  context.calls_made.rethrow();
}

void print_reports(abi::context_state& context) noexcept try {
  for (const auto& module : context.modules) {
    if (!is_ready(*module)) continue;
    device_error found = make_error(*module);
    this_machine().notice(
        concat("gpuc: a kernel reported a fault, and nothing synchronised after it: ", found.what()).c_str());
  }
} catch (...) {
  this_machine().notice("gpuc: a kernel reported a fault, and there is no memory left to say which");
}

}  // namespace gpuc::detail

#include "lib/host/cpu_reports.h"

#include "lib/host/context_state.h"

#include <algorithm>
#include <atomic>

namespace gpuc::detail {

void record_cpu_fault(void* context, const cpu::fault& found) noexcept {
  auto& state = *static_cast<abi::context_state*>(context);
  loaded_module* module = nullptr;
  {
    // Code that several objects share may bring a bundle that no kernel of this context came from.
    std::lock_guard lock(state.mutex);
    module = &load_module(state, found.bundle);
  }
  if (module->cpu_claimed.exchange(true, std::memory_order_acquire)) return;
  abi::report_record& record = *module->record;
  record.site = found.site;
  std::copy_n(found.values, 2, record.values);
  std::copy_n(found.block, 3, record.block);
  std::copy_n(found.thread, 3, record.thread);
  module->cpu_kernel = &found.target;
  std::atomic_ref<std::uint32_t>(record.ready).store(1, std::memory_order_release);
}

}  // namespace gpuc::detail

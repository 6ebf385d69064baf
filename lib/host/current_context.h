// Makes a GPU's context current for the calls of one function.
#pragma once

#include "lib/host/context_state.h"
#include "lib/host/process.h"

namespace gpuc::detail {

/// A thread without a current context keeps ours: there is nobody to disturb, and the next call is spared the switch.
/// A thread with another one gets it back at the end of the scope. Does nothing for the CPU executor.
class current_context {
 public:
  explicit current_context(const abi::context_state& wanted) : calls_(wanted.calls) {
    if (calls_ == nullptr) return;
    check_not_forked();
    driver::context current = nullptr;
    calls_->cuCtxGetCurrent(&current);
    if (current == wanted.handle) return;
    if (current == nullptr) {
      calls_->cuCtxSetCurrent(wanted.handle);
    } else {
      calls_->cuCtxPushCurrent(wanted.handle);
      pushed_ = true;
    }
  }
  ~current_context() {
    if (!pushed_) return;
    driver::context popped = nullptr;
    // Failing leaves our context current, which the next scope finds.
    static_cast<void>(calls_->cuCtxPopCurrent.attempt(&popped));
  }
  current_context(const current_context&) = delete;
  current_context& operator=(const current_context&) = delete;

 private:
  const driver::table* calls_;
  bool pushed_ = false;
};

}  // namespace gpuc::detail

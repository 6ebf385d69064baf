// The CUDA driver as the runtime calls it: a table of its entries, filled by dlopen or, in tests, by a fake. Nothing is
// linked, so one executable runs with and without a GPU.
#pragma once

#include "lib/host/driver_types.h"

#include <string>

namespace gpuc::driver {

/// Throws gpuc::driver_error (GPUC0603) with the call, the name of `code` and what to do about it.
[[noreturn]] void fail(const char* call, result code);
/// Its message.
std::string failure_text(const char* call, result code);

/// One entry: calling it throws on failure, `attempt` hands the result over.
template <class Signature>
struct entry;
template <class... P>
struct entry<result(P...)> {
  const char* name;
  result (*function)(P...) = nullptr;

  void operator()(P... arguments) const {
    if (result code = function(arguments...); code != success) [[unlikely]]
      fail(name, code);
  }
  [[nodiscard]] result attempt(P... arguments) const { return function(arguments...); }
};

struct table {
#define GPUC_DRIVER_CALL(name, symbol, parameters) entry<result parameters> name{#name};
#include "lib/host/driver_table.def"
#undef GPUC_DRIVER_CALL
};

/// The driver's library, or why there is none.
struct library {
  const table* calls = nullptr;
  bool found = false;   // a library was opened, although it may lack what we need
  std::string problem;  // what the loader said, or the entry that is missing
};

/// Opens the library once per process.
const library& open_library();

/// "CUDA_ERROR_ILLEGAL_ADDRESS", and what to do about it ("" where there is nothing to say).
std::string result_name(result code);
const char* result_advice(result code) noexcept;

/// "12.4" for 12040.
std::string version_text(int version);
/// The newest PTX ISA, times ten, that a driver for CUDA `version` takes; 0: newer than this table.
int newest_ptx(int version) noexcept;

/// The oldest driver that gpuc works with, as cuDriverGetVersion numbers them.
inline constexpr int oldest_driver = 12000;
/// The lowest compute capability, times ten.
inline constexpr int lowest_capability = 80;

}  // namespace gpuc::driver

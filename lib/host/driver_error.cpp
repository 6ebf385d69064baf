// What the driver's results mean to a user: name and way out.

#include "gpuc/error.hpp"
#include "lib/host/driver_api.h"
#include "lib/host/machine.h"
#include "lib/host/text.h"

namespace gpuc::driver {

namespace {

struct meaning {
  int code;
  const char* name;
  const char* advice;
};

constexpr const char* lost = "the GPU cannot be used by this process any more; run it under compute-sanitizer";
constexpr const char* machine_fault = "see `gpuc doctor` and the kernel log (dmesg)";
constexpr const char* not_in_a_graph =
    "code that is not gpuc's did something on a stream of the capture that a graph cannot hold";

// Those that a correct program can meet; the driver names the others.
constexpr meaning meanings[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", ""},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "free device memory, or look at `nvidia-smi` for who holds it"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", ""},
    {4, "CUDA_ERROR_DEINITIALIZED", "the process is already ending"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "the toolkit's stub libcuda.so was loaded: take its directory off LD_LIBRARY_PATH"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE",
     "another process holds the GPU in exclusive mode: see `nvidia-smi -q -d COMPUTE`"},
    {100, "CUDA_ERROR_NO_DEVICE", "check CUDA_VISIBLE_DEVICES and `nvidia-smi`"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "check CUDA_VISIBLE_DEVICES and `nvidia-smi`"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "rebuild the program"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "was the device reset by other code of this process?"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "rebuild with this GPU in gpu.arch"},
    {214, "CUDA_ERROR_ECC_UNCORRECTABLE", machine_fault},
    {218, "CUDA_ERROR_INVALID_PTX", "rebuild the program"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
     "the driver's libnvidia-ptxjitcompiler.so is not installed or not mounted"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "update the driver, or rebuild with this GPU in gpu.arch"},
    {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", "unset CUDA_DISABLE_PTX_JIT, or rebuild with this GPU in gpu.arch"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", machine_fault},
    {400, "CUDA_ERROR_INVALID_HANDLE", ""},
    {500, "CUDA_ERROR_NOT_FOUND", "rebuild the program"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", lost},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "launch smaller blocks, or bound them with [[gpuc::launch_bounds]]"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the kernel ran longer than the display driver allows"},
    {710, "CUDA_ERROR_ASSERT", lost},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR", lost},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", lost},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", lost},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", lost},
    {718, "CUDA_ERROR_INVALID_PC", lost},
    {719, "CUDA_ERROR_LAUNCH_FAILED", lost},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "is the fabric manager running (nvidia-fabricmanager)?"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "libcuda.so and the kernel module are of different versions: restart after a driver update"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "take the CUDA compatibility package off LD_LIBRARY_PATH"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", not_in_a_graph},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", not_in_a_graph},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "every stream that took part in the capture must be waited for in it"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", not_in_a_graph},
    {999, "CUDA_ERROR_UNKNOWN", machine_fault},
};

const meaning* find(result code) noexcept {
  for (const meaning& known : meanings)
    if (known.code == code) return &known;
  return nullptr;
}

}  // namespace

std::string result_name(result code) {
  if (const meaning* known = find(code)) return known->name;
  const char* name = nullptr;
  const table* calls = detail::this_machine().driver().calls;
  if (calls != nullptr && calls->cuGetErrorName.attempt(code, &name) == success && name != nullptr) return name;
  return detail::concat("CUresult ", static_cast<int>(code));
}

const char* result_advice(result code) noexcept {
  const meaning* known = find(code);
  return known != nullptr ? known->advice : "";
}

std::string failure_text(const char* call, result code) {
  std::string message = detail::concat(call, " failed: ", result_name(code));
  if (const char* advice = result_advice(code); *advice != '\0') message += detail::concat("; ", advice);
  return message;
}

void fail(const char* call, result code) { throw driver_error(code, {}, failure_text(call, code)); }

}  // namespace gpuc::driver

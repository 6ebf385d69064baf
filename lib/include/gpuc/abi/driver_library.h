/// The names under which the NVIDIA driver's library is opened, in order: the runtime and `gpuc doctor` must agree
/// on what counts as a driver.
#pragma once

namespace gpuc::abi {

inline constexpr const char* driver_library_names[] = {
    "libcuda.so.1",                   // wherever the loader finds it
    "/usr/lib/wsl/lib/libcuda.so.1",  // WSL2: Windows puts it here, and not every distribution tells the loader
};

}  // namespace gpuc::abi

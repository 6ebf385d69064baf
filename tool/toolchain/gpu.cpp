#include "tool/toolchain/gpu.h"

#include "gpuc/abi/driver_library.h"

#include <algorithm>
#include <dlfcn.h>

namespace gpuc::tool {

namespace {

// What is used of the driver API; its types and numbers are part of its stable C ABI.
constexpr int kNoDevice = 100;
constexpr int kStubLibrary = 34;
constexpr int kCapabilityMajor = 75;
constexpr int kCapabilityMinor = 76;
using InitFunction = int (*)(unsigned);
using VersionFunction = int (*)(int*);
using CountFunction = int (*)(int*);
using NameFunction = int (*)(char*, int, int);
using AttributeFunction = int (*)(int*, int, int);

// Where a driver's libraries lie although the loader does not look there; only to name them.
constexpr const char* kKnownPlaces[] = {"/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1",
                                        "/usr/local/nvidia/lib64/libcuda.so.1"};

template <class Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

// The path of the loaded library itself, as the loader resolved it.
std::string pathOf(void* function) {
  Dl_info info;
  return function && dladdr(function, &info) && info.dli_fname ? info.dli_fname : "";
}

void* open(const Host& host, GpuDriver& driver) {
  std::vector<std::string> names(std::begin(abi::driver_library_names), std::end(abi::driver_library_names));
  // The loader's search path is the real machine's; a made-up one has only files.
  if (!host.root.empty()) names.insert(names.end(), std::begin(kKnownPlaces), std::end(kKnownPlaces));
  for (const std::string& name : names) {
    bool isPath = name.starts_with('/');
    if (!isPath && !host.root.empty()) continue;
    if (isPath && !host.exists(name)) {
      driver.probes.push_back({name, false, {}});
      continue;
    }
    if (void* library = dlopen((isPath ? host.real(name) : name).c_str(), RTLD_NOW | RTLD_LOCAL)) {
      driver.library = isPath ? name : pathOf(dlsym(library, "cuInit"));
      driver.probes.push_back({name, true, isPath ? "" : driver.library});
      return library;
    }
    const char* error = dlerror();
    std::string why = error ? error : "";
    if (why.starts_with(name + ": cannot open shared object file")) why = "not on the loader's path";
    driver.probes.push_back({name, false, std::move(why)});
  }
  return nullptr;
}

bool isWsl(const Host& host) {
  return host.exists("/dev/dxg") || host.read("/proc/version").value_or("").find("microsoft") != std::string::npos;
}

// No library: tells a machine without NVIDIA from one whose driver is out of our reach.
DriverState stateWithoutLibrary(const Host& host, GpuDriver& driver) {
  bool kernelPart = false, libraries = false;
  if (host.root.empty())
    for (const char* path : kKnownPlaces) libraries |= probeFile(host, path, driver.probes);
  for (const char* path : {"/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/nvidia0"}) {
    bool found = host.exists(path);
    driver.probes.push_back({path, found, {}});
    kernelPart |= found;
  }
  if (isWsl(host)) return DriverState::WslMissing;
  return kernelPart || libraries ? DriverState::NotMounted : DriverState::Absent;
}

void listGpus(void* library, GpuDriver& driver) {
  auto deviceCount = symbol<CountFunction>(library, "cuDeviceGetCount");
  auto deviceName = symbol<NameFunction>(library, "cuDeviceGetName");
  auto attribute = symbol<AttributeFunction>(library, "cuDeviceGetAttribute");
  int count = 0;
  if (!deviceCount || !deviceName || !attribute || deviceCount(&count) != 0) return;
  // Without contexts a device's handle is its ordinal.
  for (int index = 0; index < count; ++index) {
    char name[256] = {};
    int major = 0, minor = 0;
    if (deviceName(name, sizeof name - 1, index) != 0 || attribute(&major, kCapabilityMajor, index) != 0 ||
        attribute(&minor, kCapabilityMinor, index) != 0)
      continue;
    driver.gpus.push_back({index, name, 10 * major + minor});
  }
}

}  // namespace

GpuDriver probeDriver(const Host& host) {
  GpuDriver driver;
  void* library = open(host, driver);
  if (!library) {
    driver.state = stateWithoutLibrary(host, driver);
    return driver;
  }
  // The library stays loaded: the driver does not support being unloaded.
  auto init = symbol<InitFunction>(library, "cuInit");
  auto getVersion = symbol<VersionFunction>(library, "cuDriverGetVersion");
  if (!init || !getVersion) {
    driver.state = DriverState::Stub;
    return driver;
  }
  bool stub = driver.library.find("/stubs/") != std::string::npos;
  if (!stub && getVersion(&driver.version) == 0 && driver.version < kMinDriverVersion) {
    driver.state = DriverState::TooOld;
    return driver;
  }
  driver.error = stub ? kStubLibrary : init(0);
  if (driver.error == kStubLibrary) {
    driver.state = DriverState::Stub;
  } else if (driver.error == 0 || driver.error == kNoDevice) {
    driver.state = DriverState::Ready;
    if (driver.error == 0) listGpus(library, driver);
  } else {
    driver.state = DriverState::Failed;
  }
  return driver;
}

std::vector<std::string> nativeArchs(const GpuDriver& driver) {
  std::vector<int> capabilities;
  for (const Gpu& gpu : driver.gpus)
    if (gpu.capability >= kMinCapability) capabilities.push_back(gpu.capability);
  std::ranges::sort(capabilities);
  auto repeated = std::ranges::unique(capabilities);
  capabilities.erase(repeated.begin(), repeated.end());
  std::vector<std::string> archs;
  for (int capability : capabilities) archs.push_back("sm_" + std::to_string(capability));
  return archs;
}

std::string gpuFingerprint(const Host& host) {
  std::string text = host.read("/proc/driver/nvidia/version").value_or("");
  // WSL2 has no /proc/driver/nvidia; its driver library changes with the driver.
  if (text.empty() && host.exists("/dev/dxg")) text = "wsl " + host.resolve("/usr/lib/wsl/lib/libcuda.so.1");
  if (text.empty()) return {};
  for (const std::string& gpu : host.list("/proc/driver/nvidia/gpus"))
    text += gpu + "\n" + host.read("/proc/driver/nvidia/gpus/" + gpu + "/information").value_or("");
  // Set to nothing it hides every GPU, so that differs from not being set.
  if (auto visible = host.variables.find("CUDA_VISIBLE_DEVICES"); visible != host.variables.end())
    text += "visible " + visible->second;
  return text;
}

}  // namespace gpuc::tool

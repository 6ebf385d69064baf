#include "tool/toolchain/cuda.h"

#include "tool/toolchain/ask.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuc::tool {

namespace {

// Where the three files lie below a toolkit's root, in every layout that is known: NVIDIA's installer and the
// cu13 wheels, conda (targets/), the CUDA 12 wheels (one directory per component), Debian's packages (root /usr).
constexpr std::array kHeaders = {"include/cuda.h", "targets/x86_64-linux/include/cuda.h",
                                 "cuda_runtime/include/cuda.h"};
constexpr std::array kPtxas = {"bin/ptxas", "cuda_nvcc/bin/ptxas", "lib/nvidia-cuda-toolkit/bin/ptxas"};
constexpr std::array kLibdevice = {"nvvm/libdevice/libdevice.10.bc", "cuda_nvcc/nvvm/libdevice/libdevice.10.bc",
                                   "lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc",
                                   "lib/cuda/nvvm/libdevice/libdevice.10.bc"};

struct Candidate {
  std::string root;
  std::string origin;
};

template <class Names>
std::string findBelow(const Host& host, const std::string& root, const Names& names, Probes& probes) {
  for (const char* name : names) {
    std::string path = root + "/" + name;
    if (probeFile(host, path, probes)) return path;
  }
  return {};
}

// The number after `key` and blanks in `text`; 0 where there is none.
int numberAfter(std::string_view text, std::string_view key) {
  std::size_t at = text.find(key);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// From cuda.h; where a package left the headers out, ptxas knows.
int toolkitVersion(const Host& host, const std::string& header, const std::string& ptxas) {
  if (!header.empty())
    if (auto text = host.read(header, 4 << 20))
      if (int version = numberAfter(*text, "#define CUDA_VERSION")) return version;
  if (ptxas.empty()) return 0;
  // "Cuda compilation tools, release 13.0, V13.0.88"
  std::string text = ask(host, {ptxas, "--version"}).value_or("");
  int major = numberAfter(text, "release ");
  int minor = numberAfter(text, "release " + std::to_string(major) + ".");
  return 1000 * major + 10 * minor;
}

// Fills `toolkit` from `candidate` if that is usable; else the last probe says why it is not.
bool tryCandidate(const Host& host, const Candidate& candidate, CudaToolkit& toolkit) {
  Probes& probes = toolkit.probes;
  if (!host.isDirectory(candidate.root)) {
    probes.push_back({candidate.root, false, candidate.origin + ": no such directory"});
    return false;
  }
  std::string header = findBelow(host, candidate.root, kHeaders, probes);
  std::string ptxas = findBelow(host, candidate.root, kPtxas, probes);
  std::string libdevice = findBelow(host, candidate.root, kLibdevice, probes);
  auto refuse = [&](std::string why) {
    probes.push_back({candidate.root, false, candidate.origin + ": " + std::move(why)});
    return false;
  };
  if (ptxas.empty() && libdevice.empty()) return refuse("neither ptxas nor libdevice is in it");
  int version = toolkitVersion(host, header, ptxas);
  if (version == 0) return refuse("its version cannot be told: no cuda.h");
  if (version < kMinCudaVersion)
    return refuse("CUDA " + cudaVersionText(version) + ", but gpuc needs " + cudaVersionText(kMinCudaVersion) +
                  " or later");
  probes.push_back({candidate.root, true, candidate.origin + ": CUDA " + cudaVersionText(version)});
  toolkit.root = candidate.root;
  toolkit.origin = candidate.origin;
  toolkit.version = version;
  toolkit.ptxas = std::move(ptxas);
  toolkit.libdevice = std::move(libdevice);
  return true;
}

// "13" in "cu13", "13.0" in "cuda-13.0", as a number that sorts; -1 for other names.
int versionInName(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return -1;
  name.remove_prefix(prefix.size());
  int major = 0, minor = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), major);
  if (error != std::errc{}) return -1;
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  if (name.empty()) return 1000 * major;
  if (name.front() != '.') return -1;
  name.remove_prefix(1);
  std::from_chars(name.data(), name.data() + name.size(), minor);
  return 1000 * major + minor;
}

// The entries of `directory` named PREFIX + version, from the newest.
std::vector<std::string> newestFirst(const Host& host, const std::string& directory, std::string_view prefix) {
  std::vector<std::string> names = host.list(directory);
  std::erase_if(names, [&](const std::string& name) { return versionInName(name, prefix) < 0; });
  std::ranges::sort(names, std::greater{}, [&](const std::string& name) { return versionInName(name, prefix); });
  for (std::string& name : names) name = directory + "/" + name;
  return names;
}

// The pip wheels below a Python prefix: nvidia/cu13 and so on, else the components of the CUDA 12 wheels.
void addWheels(const Host& host, const std::string& prefix, const std::string& origin,
               std::vector<Candidate>& candidates) {
  for (const std::string& python : newestFirst(host, prefix + "/lib", "python")) {
    std::string wheels = python + "/site-packages/nvidia";
    for (std::string& root : newestFirst(host, wheels, "cu")) candidates.push_back({std::move(root), origin});
    if (host.isDirectory(wheels + "/cuda_nvcc")) candidates.push_back({wheels, origin});
  }
}

void addFromPath(const Host& host, std::vector<Candidate>& candidates, Probes& probes) {
  for (const char* name : {"nvcc", "ptxas"}) {
    std::string program = probePath(host, name, probes);
    if (program.empty()) continue;
    std::string resolved = host.resolve(program);
    std::size_t bin = resolved.rfind("/bin/");
    // A program at the root itself, /bin/nvcc, means the merged /usr.
    if (bin != std::string::npos) candidates.push_back({bin == 0 ? "/usr" : resolved.substr(0, bin), "PATH"});
  }
}

}  // namespace

std::string cudaVersionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

CudaToolkit findCuda(const Host& host, const std::string& option) {
  CudaToolkit toolkit;
  auto explicitRoot = [&](const std::string& root, const char* origin) {
    toolkit.explicitRoot = true;
    if (root == kNoCuda)
      toolkit.probes.push_back({origin, false, "says that no toolkit is to be used"});
    else if (!tryCandidate(host, {root, origin}, toolkit))
      toolkit.warnings.push_back(std::string(origin) + " names " + root + ", which is not a usable toolkit");
    return toolkit;
  };
  if (!option.empty()) return explicitRoot(option, "--cuda");
  if (auto root = host.variable("GPUC_CUDA")) return explicitRoot(*root, "GPUC_CUDA");

  auto home = host.variable("CUDA_HOME"), path = host.variable("CUDA_PATH");
  if (home && path && host.resolve(*home) != host.resolve(*path))
    toolkit.warnings.push_back("CUDA_HOME is " + *home + " and CUDA_PATH is " + *path + ": the first is used");
  for (const auto& [value, name] : {std::pair(home, "CUDA_HOME"), std::pair(path, "CUDA_PATH")}) {
    if (!value) {
      toolkit.probes.push_back({name, false, "not set"});
      continue;
    }
    if (tryCandidate(host, {*value, name}, toolkit)) return toolkit;
    toolkit.warnings.push_back(std::string(name) + " names " + *value + ", which is not a usable toolkit");
  }

  std::vector<Candidate> candidates;
  if (auto prefix = host.variable("VIRTUAL_ENV")) addWheels(host, *prefix, "VIRTUAL_ENV", candidates);
  if (auto prefix = host.variable("CONDA_PREFIX")) {
    candidates.push_back({*prefix, "CONDA_PREFIX"});
    addWheels(host, *prefix, "CONDA_PREFIX", candidates);
  }
  addFromPath(host, candidates, toolkit.probes);
  candidates.push_back({"/usr/local/cuda", "/usr/local"});
  for (std::string& root : newestFirst(host, "/usr/local", "cuda-"))
    candidates.push_back({std::move(root), "/usr/local"});
  candidates.push_back({"/usr", "Debian's packages"});
  for (const Candidate& candidate : candidates)
    if (tryCandidate(host, candidate, toolkit)) return toolkit;
  return toolkit;
}

}  // namespace gpuc::tool

// A copy of Clang's rule for Linux on x86-64 (its GCCInstallationDetector), reduced to the places where a
// distribution puts GCC: /usr/lib/gcc/TRIPLE/VERSION and /usr/lib64/gcc/TRIPLE/VERSION.
#include "tool/toolchain/gcc.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuc::tool {

namespace {

constexpr std::array kLibraryDirs = {"/usr/lib64", "/usr/lib"};
constexpr std::array kTriples = {"x86_64-linux-gnu", "x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu",
                                 "x86_64-redhat-linux", "x86_64-suse-linux"};

using Version = std::array<int, 3>;

// "12", "12.2" or "12.2.0"; anything else is not a version directory.
std::optional<Version> parseVersion(std::string_view text) {
  Version version = {0, -1, -1};
  for (int& part : version) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc{} || part < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return version;
    if (text.front() != '.') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

struct Candidate {
  std::string directory, version, triple;
  Version number;
};

// The highest version first.
std::vector<Candidate> candidates(const Host& host, Probes& probes) {
  std::vector<Candidate> all;
  for (const char* library : kLibraryDirs)
    for (const char* triple : kTriples) {
      std::string parent = std::string(library) + "/gcc/" + triple;
      for (const std::string& name : host.list(parent))
        if (auto number = parseVersion(name)) {
          std::string directory = parent + "/" + name;
          // On merged systems /usr/lib64 may lead to /usr/lib.
          bool known = std::ranges::any_of(
              all, [&](const Candidate& c) { return host.resolve(c.directory) == host.resolve(directory); });
          if (!known && probeFile(host, directory + "/crtbegin.o", probes))
            all.push_back({directory, name, triple, *number});
        }
    }
  std::ranges::sort(all, [](const Candidate& a, const Candidate& b) {
    return a.number != b.number ? a.number > b.number : a.directory < b.directory;
  });
  return all;
}

std::vector<std::string> headerDirs(const Host& host, const Candidate& gcc, Probes& probes) {
  // Debian names the directory by the major version, others by the full one.
  for (std::string version : {gcc.version, std::to_string(gcc.number[0])}) {
    std::string base = "/usr/include/c++/" + version;
    if (!probeFile(host, base + "/vector", probes)) continue;
    for (std::string target : {"/usr/include/" + gcc.triple + "/c++/" + version, base + "/" + gcc.triple})
      if (probeFile(host, target + "/bits/c++config.h", probes)) return {base, target, base + "/backward"};
  }
  return {};
}

std::string startFileDir(const Host& host, Probes& probes) {
  for (std::string directory : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib/x86_64-linux-gnu", "/lib64"})
    if (probeFile(host, directory + "/Scrt1.o", probes)) return directory;
  return {};
}

}  // namespace

GccInstallation findGcc(const Host& host) {
  GccInstallation result;
  std::vector<Candidate> all = candidates(host, result.probes);
  if (all.empty()) {
    result.probes.push_back({"/usr/lib/gcc/x86_64-linux-gnu", false, "no version with a crtbegin.o"});
    return result;
  }
  const Candidate& chosen = all.front();
  result.directory = chosen.directory;
  result.version = chosen.version;
  result.includes = headerDirs(host, chosen, result.probes);
  for (std::size_t i = 1; i < all.size() && !result.hasHeaders() && result.otherWithHeaders.empty(); ++i)
    if (!headerDirs(host, all[i], result.probes).empty()) result.otherWithHeaders = all[i].version;
  result.startFiles = startFileDir(host, result.probes);
  return result;
}

}  // namespace gpuc::tool

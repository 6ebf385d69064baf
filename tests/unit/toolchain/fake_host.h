// A machine made of files below a temporary directory, for everything that discovers things.
#pragma once

#include "tool/toolchain/host.h"
#include "tool/toolchain/probe.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <string>

namespace gpuc::tool {

class FakeHost {
 public:
  Host host;

  FakeHost() {
    std::string pattern = std::filesystem::temp_directory_path() / "gpuc-host-XXXXXX";
    host.root = mkdtemp(pattern.data());
    host.variables["PATH"] = "/usr/bin";
  }
  ~FakeHost() { std::filesystem::remove_all(host.root); }
  FakeHost(const FakeHost&) = delete;
  FakeHost& operator=(const FakeHost&) = delete;

  void file(const std::string& path, const std::string& text = "") {
    std::filesystem::path real = host.root + path;
    std::filesystem::create_directories(real.parent_path());
    std::ofstream(real) << text;
  }

  // A program that prints `text`.
  void program(const std::string& path, const std::string& text = "") {
    file(path, "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\n");
    std::filesystem::permissions(host.root + path, std::filesystem::perms::owner_all);
  }

  void directory(const std::string& path) { std::filesystem::create_directories(host.root + path); }

  // `target` is relative to the link's directory: an absolute one would leave the made-up machine.
  void link(const std::string& path, const std::string& target) {
    std::filesystem::create_directories(std::filesystem::path(host.root + path).parent_path());
    std::filesystem::create_symlink(target, host.root + path);
  }

  void copy(const std::string& path, const std::string& from) {
    std::filesystem::create_directories(std::filesystem::path(host.root + path).parent_path());
    std::filesystem::copy_file(from, host.root + path);
  }

  // What a Debian machine with g++ of that version has.
  void gcc(const std::string& version, bool headers = true) {
    file("/usr/lib/gcc/x86_64-linux-gnu/" + version + "/crtbegin.o");
    if (!headers) return;
    file("/usr/include/c++/" + version + "/vector");
    file("/usr/include/x86_64-linux-gnu/c++/" + version + "/bits/c++config.h");
  }

  // A toolkit as NVIDIA's installer lays it out.
  void toolkit(const std::string& root, int version) {
    file(root + "/include/cuda.h", "/* header */\n#define CUDA_VERSION " + std::to_string(version) + "\n");
    program(root + "/bin/ptxas");
    program(root + "/bin/nvcc");
    file(root + "/nvvm/libdevice/libdevice.10.bc");
  }
};

inline bool probed(const Probes& probes, const std::string& path) {
  return std::ranges::any_of(probes, [&](const Probe& probe) { return probe.path == path; });
}

// The remarks of all probes of `path`.
inline std::string remarks(const Probes& probes, const std::string& path) {
  std::string all;
  for (const Probe& probe : probes)
    if (probe.path == path) all += probe.remark + "\n";
  return all;
}

}  // namespace gpuc::tool

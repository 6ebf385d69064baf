// gpuc.toml as the stages know it: complete, every default filled in.
#pragma once

#include "tool/base/diagnostic.h"

#include <string>
#include <vector>

namespace gpuc::tool {

struct Profile {
  std::string name;  // "dev" or "release"; also the directory under target/
  int optLevel = 3;
  bool debugInfo = false;
  bool assertions = true;            // false: NDEBUG
  std::vector<std::string> defines;  // NAME or NAME=VALUE
};

struct Manifest {
  std::string directory;  // the project's root, absolute
  std::string name;
  std::string version = "0.0.0";
  std::string standard = "c++23";
  std::vector<std::string> archs = {"native"};
  Place archPlace;  // of gpu.arch, for messages about it
  Profile dev{.name = "dev", .optLevel = 1, .debugInfo = true, .assertions = true, .defines = {}};
  Profile release{.name = "release", .optLevel = 3, .debugInfo = false, .assertions = false, .defines = {}};
};

}  // namespace gpuc::tool

// What has to be made: the units (one gpuc-cc process each) and the programs that are linked from them.
#pragma once

#include "tool/model/request.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gpuc::tool {

struct Unit {
  std::string name;  // "src/main.cpp", or "src/main.cpp (test)"; unique in a plan
  Request request;
};

struct Program {
  std::string name;                // "vecadd_demo"
  std::string source;              // the file that brings main, relative to the project
  std::string output;              // absolute
  std::vector<std::size_t> units;  // indices into Plan::units, the one with main first
  bool test = false;               // main comes from the test library
};

struct Plan {
  std::vector<Unit> units;
  std::vector<Program> programs;
};

}  // namespace gpuc::tool

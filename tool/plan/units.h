// Manifest -> Plan: which source files there are, what is asked of gpuc-cc for each, and which programs they make.
#pragma once

#include "tool/base/result.h"
#include "tool/model/manifest.h"
#include "tool/model/plan.h"

#include <string>
#include <vector>

namespace gpuc::tool::plan {

enum class Goal {
  Build,  // the programs
  Check,  // what Build would say about every source file, tests included; nothing is made
  Test,   // the test programs: of the sources with their in-file tests, and of each file in tests/
};

struct Options {
  Goal goal = Goal::Build;
  bool release = false;
  std::string singleFile;          // the one source of a program without a project, relative to manifest.directory
  std::string target;              // the target directory, absolute
  std::vector<std::string> archs;  // resolved: no "native"
  bool gpuRequired = false;
  std::string ptxas;  // as in Request
  std::string libdevice;
  std::string runtimeInclude;
  std::string precompiled;
};

// target/dev, target/release or target/check: what is in one of them is locked, and described by one state file.
std::string outputDirectory(const Options& options);

// The launcher stub that editors include before `source`; the same for every profile.
std::string editorStub(const std::string& target, const std::string& source);

Result<Plan> make(const Manifest& manifest, const Options& options);

// The part of a plan that the program of that name needs; all of it when `name` is empty, unless exactly one program
// is wanted. The diagnostics are GPUC0009 and GPUC0010.
Result<Plan> choose(Plan plan, const std::string& name, bool exactlyOne);

}  // namespace gpuc::tool::plan

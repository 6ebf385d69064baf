// Where gpuc's own parts lie: all beside the program, so that an installation can be moved.
#pragma once

#include "tool/toolchain/probe.h"

#include <string>

namespace gpuc::tool {

struct Installation {
  std::string prefix;
  std::string compiler;        // libexec/gpuc/gpuc-cc
  std::string include;         // include, for <gpuc/...>
  std::string runtimeLibrary;  // lib/gpuc/libgpuc.a
  std::string testLibrary;     // lib/gpuc/libgpuc_test_main.a
  std::string precompiled;     // lib/gpuc/pch
  std::string templates;       // share/gpuc/templates
  std::string errors;          // share/gpuc/errors, the pages of `gpuc explain`
  Probes probes;               // one per part that a build needs, found or not

  bool complete() const;  // every part that a build needs is there
};

// `program` is the path of the running gpuc with links followed: PREFIX/bin/gpuc. GPUC_PREFIX names another prefix.
Installation findInstallation(const Host& host, const std::string& program);

}  // namespace gpuc::tool

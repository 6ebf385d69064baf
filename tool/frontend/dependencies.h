// What a compilation depends on: the bytes that were read, and the paths that were looked for and not there.
#pragma once

#include "tool/model/request.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace gpuc::tool {

class DependencyRecorder {
 public:
  explicit DependencyRecorder(const Request& request) : request(request) {}

  // Watches the preprocessor for files that were probed and do not exist.
  void attach(clang::CompilerInstance& ci);

  // After the parse: each file with the hash of the bytes that were compiled, then the missing ones.
  std::vector<Dependency> collect(clang::CompilerInstance& ci) const;

 private:
  friend struct ProbeRecorder;
  const Request& request;
  std::set<std::string> missing;
};

}  // namespace gpuc::tool

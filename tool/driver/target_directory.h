// The directory that everything built goes into, and the locks and marks in it.
#pragma once

#include "tool/base/disk.h"
#include "tool/driver/reporter.h"

#include <string>

namespace gpuc::tool::driver {

// Creates `target`, marks it as a cache (CACHEDIR.TAG) when it is ours to mark, creates `output` inside it and locks
// that: from then on no other gpuc works there. Says so once when it has to wait.
Result<FileLock> enterTarget(const std::string& target, const std::string& output, Reporter& reporter);

// Whether gpuc made the directory: only then may `gpuc clean` remove it.
bool isTargetDirectory(const std::string& target);

// A mark that is there while outputs are being written. One that an earlier gpuc left says that it was killed:
// half-written temporaries may lie about, and are removed.
class WriteMark {
 public:
  explicit WriteMark(const std::string& output);
  ~WriteMark();
  WriteMark(const WriteMark&) = delete;
  WriteMark& operator=(const WriteMark&) = delete;

 private:
  std::string output;
  std::string path;
};

}  // namespace gpuc::tool::driver

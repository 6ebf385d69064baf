// Child processes: started from an argument vector, never through a shell, each in a process group of its own, so
// that an interrupted gpuc can end it with everything that it started.
#pragma once

#include "tool/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gpuc::tool {

struct Command {
  std::vector<std::string> arguments;    // the first is the program: a path, or a name to find in PATH
  std::string directory;                 // where it runs; empty: here
  std::vector<std::string> environment;  // NAME=value, in addition to ours
  bool separateErrors = false;           // capture stderr apart from stdout
};

struct ProcessResult {
  int exitCode = 0;    // meaningless when `signal` is not 0
  int signal = 0;      // the signal that ended it
  std::string output;  // stdout, and stderr unless separated
  std::string errors;  // stderr when separated
  bool ok() const { return exitCode == 0 && signal == 0; }
};

// Several children at once; their output is collected, so that none is mixed with another's.
class ProcessSet {
 public:
  ProcessSet();
  ~ProcessSet();  // ends those that still run
  ProcessSet(const ProcessSet&) = delete;
  ProcessSet& operator=(const ProcessSet&) = delete;

  // The number by which `wait` reports the child. Its input is empty.
  Result<int> start(const Command& command);

  struct Finished {
    int id = 0;
    ProcessResult result;
  };

  // The next child that ends; nothing when none is running, or when SIGINT or SIGTERM arrived, after which all
  // children have been ended.
  std::optional<Finished> wait();

  std::size_t running() const { return children.size(); }

  // The signal that arrived, or 0.
  static int interruption();

 private:
  struct Child {
    pid_t pid = 0;
    int output = -1;
    int errors = -1;
    ProcessResult result;
  };
  std::map<int, Child> children;
  int nextId = 1;

  void endAll();
};

// Runs one child to its end. An interruption of gpuc shows as the child's signal.
Result<ProcessResult> runProcess(const Command& command);

// Runs a child in the foreground, with our input, output and terminal; returns its exit status as a shell would
// (128 + signal).
Result<int> runInForeground(const Command& command);

// Replaces this process; returns only on failure.
Diagnostic replaceProcess(const Command& command);

// The program's path, searched in PATH unless it has a slash; empty when there is none.
std::string findProgram(const std::string& name);

}  // namespace gpuc::tool

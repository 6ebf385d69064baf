// What discovery may look at: the variables and the file system, both given from outside. Nothing in this folder
// reads the process's own environment, so that a test can probe a made-up machine.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuc::tool {

// The real one is Host{environment.variables}.
struct Host {
  std::map<std::string, std::string> variables;
  std::string root;  // put before every absolute path that is probed; empty: the machine itself

  // The value of a variable; one that is set to nothing counts as not set.
  std::optional<std::string> variable(const std::string& name) const;

  // The directories of PATH, in order.
  std::vector<std::string> path() const;

  // Where `path`, as the probed machine names it, lies for us.
  std::string real(std::string_view path) const;

  bool isFile(std::string_view path) const;
  bool isDirectory(std::string_view path) const;
  bool exists(std::string_view path) const;

  // `path` with symbolic links followed, as the probed machine names it; `path` itself where that fails.
  std::string resolve(std::string_view path) const;

  // The names in a directory, sorted; empty where it cannot be read.
  std::vector<std::string> list(std::string_view directory) const;

  // The contents of a file, at most `limit` bytes of it.
  std::optional<std::string> read(std::string_view path, std::size_t limit = 1 << 20) const;
};

}  // namespace gpuc::tool

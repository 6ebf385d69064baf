// What the process was started with, read once in main: stages see neither the environment nor the current directory.
#pragma once

#include <map>
#include <string>

namespace gpuc::tool {

struct Environment {
  std::map<std::string, std::string> variables;
  std::string directory;   // the current one, absolute
  std::string executable;  // this program, absolute, links resolved

  // Empty when it is not set.
  std::string get(const std::string& name) const;

  static Environment ofProcess();
};

}  // namespace gpuc::tool

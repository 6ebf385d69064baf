// A directory that lives as long as the object.
#pragma once

#include "tool/base/disk.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace gpuc::tool {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    char name[] = "/tmp/gpuc-unit-XXXXXX";
    const char* made = mkdtemp(name);
    REQUIRE(made);
    path = made;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { CHECK(removeTree(path)); }

  // Writes a file below the directory and gives its path.
  std::string write(const std::string& name, std::string_view text) const {
    std::string file = joinPath(path, name);
    REQUIRE(makeDirectories(parentPath(file)));
    REQUIRE(writeFile(file, text));
    return file;
  }

  std::string path;
};

}  // namespace gpuc::tool

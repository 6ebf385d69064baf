// What the last build left behind, in one file per output directory. A file that is damaged, or of another gpuc, is
// as good as none: everything is built.
#pragma once

#include "tool/base/result.h"
#include "tool/model/request.h"
#include "tool/plan/file_table.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpuc::tool::plan {

struct UnitRecord {
  std::vector<std::uint64_t> key;  // one hash per field of the fingerprint
  std::vector<VersionId> dependencies;
  std::vector<VersionId> outputs;  // the object, then the device object where there is one, then what no link needs
  bool hasMain = false;
  bool hasDevice = false;
  std::vector<CompiledKernel> kernels;
  std::string warnings;  // a JSON array of diagnostics to say again while the unit is up to date; empty: none
};

// A file that is made of other files and settings alone.
struct ProductRecord {
  std::uint64_t key = 0;
  VersionId output = 0;
};

// The answer of a search that need not be repeated while nothing that it looked at has changed.
struct Remembered {
  struct Watched {
    std::string path;
    std::optional<FileStat> stat;
  };
  std::uint64_t key = 0;  // of everything but files that the answer depends on
  std::vector<Watched> watched;
  std::vector<std::string> answer;

  void watch(const std::string& path) { watched.push_back({path, statFile(path)}); }
  bool holds(std::uint64_t expectedKey) const;
};

class State {
 public:
  State(const std::string& project, const std::string& output);

  // Never fails: what cannot be read starts empty.
  void load();
  Result<void> save();

  FileTable files;
  std::map<std::string, UnitRecord> units;        // by Unit::name
  std::map<std::string, ProductRecord> products;  // programs by name, test programs behind "tests/"; and other files
  Remembered tools;
  bool changed = false;  // set by whoever changes a record

 private:
  std::string project;
  std::string output;
  std::string path;

  bool restore(std::string_view bytes);
};

}  // namespace gpuc::tool::plan

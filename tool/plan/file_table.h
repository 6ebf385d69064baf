// Every file that a build knows, once: its path, its content hash, and the stat by which an unchanged file is
// recognised without reading it. Decisions are made on hashes alone; the stat only saves the reading. So touching,
// copying or moving a project rebuilds nothing, and a file with an older date is noticed all the same.
#pragma once

#include "tool/base/disk.h"
#include "tool/plan/bytes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gpuc::tool::plan {

using FileId = std::uint32_t;
using VersionId = std::uint32_t;  // a file with one content; two units that saw the same share it

class FileTable {
 public:
  // Paths inside the project and inside its output directory are kept relative to them.
  FileTable(std::string project, std::string output);

  FileId file(std::string_view path);
  std::string path(FileId file) const;  // absolute

  // The hash of the file's content now, 0 when there is none; looked up on the disk once per process.
  std::uint64_t currentHash(FileId file);
  std::uint64_t currentProgramHash(FileId file);

  VersionId version(FileId file, std::uint64_t hash);
  FileId fileOf(VersionId version) const { return versions[version].file; }
  std::uint64_t hashOf(VersionId version) const { return versions[version].hash; }
  bool isCurrent(VersionId version);

  // gpuc-cc compiled these bytes of a file. Where the file has not changed since `started` (nanoseconds), its hash
  // need not be computed again.
  void noteCompiled(FileId file, std::uint64_t hash, std::int64_t started);

  // We wrote the file under the lock just now; computes its hash.
  std::uint64_t noteWritten(FileId file);

  // Whether anything is to be saved.
  bool changed() const { return modified; }

  void save(ByteWriter& writer) const;
  bool restore(ByteReader& reader);

 private:
  struct Entry {
    std::string path;
    FileStat stat;           // of the content that `hash` is of; all zero: not to be trusted
    std::uint64_t hash = 0;  // 0: no such file
    bool checked = false;    // in this process
  };
  struct Version {
    FileId file = 0;
    std::uint64_t hash = 0;
  };

  std::string project;
  std::string output;
  std::vector<Entry> entries;
  std::vector<Version> versions;
  std::unordered_map<std::string, FileId> ids;                       // filled when first needed
  std::unordered_map<std::uint64_t, std::vector<VersionId>> byHash;  // likewise
  bool modified = false;

  std::string stored(std::string_view path) const;
  std::uint64_t check(FileId file, bool program);
  void keep(Entry& entry, const FileStat& stat, std::uint64_t hash);
};

}  // namespace gpuc::tool::plan

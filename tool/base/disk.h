// Files: read, write all or nothing, lock, compare by stat. Failures are GPUC0011 with the path and the reason.
#pragma once

#include "tool/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuc::tool {

// What tells, without reading it, that a file is the one that was read before.
struct FileStat {
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds
  std::int64_t changed = 0;   // nanoseconds; also moves with a rename or a permission change
  std::uint64_t inode = 0;
  friend bool operator==(const FileStat&, const FileStat&) = default;
};

// Of a regular file or a directory behind any links; nothing when there is none.
std::optional<FileStat> statFile(const std::string& path);
bool isFile(const std::string& path);
bool isDirectory(const std::string& path);
bool isExecutable(const std::string& path);

Result<std::string> readFile(const std::string& path);

// Readers see the old or the new content, never a part. Names of temporaries match isTemporaryName. Not synced to
// the disk: what a power cut leaves is caught by the hashes of those that read it.
Result<void> writeFile(const std::string& path, std::string_view bytes);

// Leaves a file that has these bytes already untouched. Answers whether it wrote.
Result<bool> writeFileIfChanged(const std::string& path, std::string_view bytes);

// Where an output is written before it is renamed to `path`; unique to this process.
std::string temporaryName(const std::string& path);
bool isTemporaryName(std::string_view path);

Result<void> makeDirectories(const std::string& path);
Result<void> renameFile(const std::string& from, const std::string& to);
Result<void> removeTree(const std::string& path);
void removeFile(const std::string& path);  // one that is not there is no error

// Paths of the regular files below `directory`, relative to it and sorted; links to directories are not followed.
// Empty when there is no such directory.
Result<std::vector<std::string>> listFiles(const std::string& directory, bool recursive = true);

// Path arithmetic on text: no access to the disk.
std::string parentPath(std::string_view path);
std::string fileName(std::string_view path);
std::string joinPath(std::string_view directory, std::string_view path);    // `path` alone when it is absolute
std::string normalPath(std::string_view path);                              // without "." , ".." and doubled slashes
std::string relativeTo(std::string_view path, std::string_view directory);  // as is when it is not inside

// An exclusive lock, held while the object lives; children do not inherit it.
class FileLock {
 public:
  // `waiting` is called once when another process holds the lock, which is then waited for.
  static Result<FileLock> acquire(const std::string& path, const std::function<void()>& waiting);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor(descriptor) {}
  int descriptor = -1;
};

}  // namespace gpuc::tool

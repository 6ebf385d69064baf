#include "tool/base/disk.h"

#include "tool/base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace gpuc::tool {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryMark = ".gpuc-tmp-";

Diagnostic accessFailure(std::string_view action, std::string_view path, const std::string& reason) {
  return diag(Code::FileAccess, strCat("cannot ", action, " '", path, "': ", reason));
}

Diagnostic systemFailure(std::string_view action, std::string_view path, int error) {
  Diagnostic failure = accessFailure(action, path, std::strerror(error));
  if (error == EACCES || error == EROFS || error == EPERM)
    failure.help = "check its permissions, or build elsewhere with --target-dir DIR";
  if (error == ENOSPC || error == EDQUOT) failure.help = "free some space, or build elsewhere with --target-dir DIR";
  return failure;
}

bool hasType(const std::string& path, mode_t type) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == type;
}

}  // namespace

std::optional<FileStat> statFile(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  auto nanoseconds = [](const timespec& time) { return time.tv_sec * 1'000'000'000ll + time.tv_nsec; };
  return FileStat{static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim),
                  status.st_ino};
}

bool isFile(const std::string& path) { return hasType(path, S_IFREG); }
bool isDirectory(const std::string& path) { return hasType(path, S_IFDIR); }
bool isExecutable(const std::string& path) { return isFile(path) && access(path.c_str(), X_OK) == 0; }

Result<std::string> readFile(const std::string& path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return systemFailure("read", path, errno);
  std::string bytes;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) bytes.reserve(status.st_size + 1);
  while (true) {
    char buffer[1 << 16];
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      int error = errno;
      close(descriptor);
      return systemFailure("read", path, error);
    }
    if (count == 0) break;
    bytes.append(buffer, count);
  }
  close(descriptor);
  return bytes;
}

std::string temporaryName(const std::string& path) { return strCat(path, kTemporaryMark, getpid()); }

bool isTemporaryName(std::string_view path) { return path.find(kTemporaryMark) != std::string_view::npos; }

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  std::string temporary = temporaryName(path);
  int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return systemFailure("write", path, errno);
  int error = 0;
  while (!bytes.empty() && error == 0) {
    ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count >= 0)
      bytes.remove_prefix(count);
    else if (errno != EINTR)
      error = errno;
  }
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  unlink(temporary.c_str());
  return systemFailure("write", path, error);
}

Result<bool> writeFileIfChanged(const std::string& path, std::string_view bytes) {
  if (Result<std::string> old = readFile(path); old && *old == bytes) return false;
  GPUC_TRY(writeFile(path, bytes));
  return true;
}

Result<void> makeDirectories(const std::string& path) {
  if (mkdir(path.c_str(), 0777) == 0 || isDirectory(path)) return {};
  int error = errno;
  std::string parent = parentPath(path);
  if (error != ENOENT || parent == path) return systemFailure("create the directory", path, error);
  GPUC_TRY(makeDirectories(parent));
  if (mkdir(path.c_str(), 0777) == 0 || isDirectory(path)) return {};
  return systemFailure("create the directory", path, errno);
}

Result<void> renameFile(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) == 0) return {};
  return systemFailure("write", to, errno);
}

Result<void> removeTree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) return accessFailure("remove", path, error.message());
  return {};
}

void removeFile(const std::string& path) { unlink(path.c_str()); }

Result<std::vector<std::string>> listFiles(const std::string& directory, bool recursive) {
  std::vector<std::string> files;
  if (!isDirectory(directory)) return files;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error), end;
  while (!error && entry != end) {
    std::error_code ignored;  // a dangling link is no file
    if (entry->is_regular_file(ignored)) files.push_back(relativeTo(entry->path().native(), directory));
    if (!recursive) entry.disable_recursion_pending();
    entry.increment(error);
  }
  if (error) return accessFailure("list the directory", directory, error.message());
  std::ranges::sort(files);
  return files;
}

std::string parentPath(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(slash == 0 ? path.substr(0, 1) : path.substr(0, slash));
}

std::string fileName(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

std::string joinPath(std::string_view directory, std::string_view path) {
  if (directory.empty() || path.starts_with('/')) return std::string(path);
  if (path.empty()) return std::string(directory);
  return directory.ends_with('/') ? strCat(directory, path) : strCat(directory, '/', path);
}

std::string normalPath(std::string_view path) {
  std::string normal = fs::path(path).lexically_normal().native();
  if (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal.empty() ? "." : normal;
}

std::string relativeTo(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  if (!path.starts_with(directory) || path.size() <= directory.size()) return std::string(path);
  std::string_view rest = path.substr(directory.size());
  if (directory == "/") return std::string(rest);
  return std::string(rest.front() == '/' ? rest.substr(1) : path);
}

Result<FileLock> FileLock::acquire(const std::string& path, const std::function<void()>& waiting) {
  int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return systemFailure("write", path, errno);
  FileLock lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno != EWOULDBLOCK) return lock;  // a file system without locks: as good as it gets
  waiting();
  // A signal ends the wait by its default action: nothing has been started yet.
  while (flock(descriptor, LOCK_EX) != 0)
    if (errno != EINTR) return systemFailure("lock", path, errno);
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor(std::exchange(other.descriptor, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor, other.descriptor);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor >= 0) close(descriptor);
}

}  // namespace gpuc::tool

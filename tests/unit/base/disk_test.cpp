#include "tests/unit/temporary_directory.h"
#include "tool/base/disk.h"

#include <atomic>
#include <thread>
#include <unistd.h>

namespace gpuc::tool {
namespace {

TEST_CASE("a file is written whole and read back") {
  TemporaryDirectory directory;
  std::string bytes("a\0b", 3);
  std::string path = directory.write("deep/er/file", bytes);
  CHECK(*readFile(path) == bytes);
  REQUIRE(writeFile(path, "shorter"));
  CHECK(*readFile(path) == "shorter");
  // No temporary stays behind.
  CHECK(*listFiles(directory.path) == std::vector<std::string>{"deep/er/file"});
}

TEST_CASE("a failed write leaves the old file and says why") {
  TemporaryDirectory directory;
  std::string path = directory.write("file", "old");
  Result<void> failed = writeFile(path + "/below", "new");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == static_cast<int>(Code::FileAccess));
  CHECK(failed.error().message == "cannot write '" + path + "/below': Not a directory");
  CHECK(*readFile(path) == "old");
  CHECK_FALSE(readFile(directory.path + "/missing"));
  CHECK_FALSE(makeDirectories(path + "/below"));
}

TEST_CASE("an unchanged file is not touched") {
  TemporaryDirectory directory;
  std::string path = directory.write("file", "text");
  std::optional<FileStat> before = statFile(path);
  CHECK(*writeFileIfChanged(path, "text") == false);
  CHECK(statFile(path) == before);
  CHECK(*writeFileIfChanged(path, "other") == true);
  CHECK(statFile(path) != before);
}

TEST_CASE("files are listed in order, links to directories not followed") {
  TemporaryDirectory directory;
  directory.write("b", "");
  directory.write("a/c", "");
  REQUIRE(symlink(directory.path.c_str(), (directory.path + "/a/loop").c_str()) == 0);
  REQUIRE(symlink("nowhere", (directory.path + "/dangling").c_str()) == 0);
  CHECK(*listFiles(directory.path) == std::vector<std::string>{"a/c", "b"});
  CHECK(*listFiles(directory.path, false) == std::vector<std::string>{"b"});
  CHECK(listFiles(directory.path + "/none")->empty());
}

TEST_CASE("a removed tree is gone, what its links point to is not") {
  TemporaryDirectory directory;
  std::string kept = directory.write("kept/file", "");
  directory.write("tree/file", "");
  REQUIRE(symlink((directory.path + "/kept").c_str(), (directory.path + "/tree/link").c_str()) == 0);
  CHECK(removeTree(directory.path + "/tree"));
  CHECK(removeTree(directory.path + "/tree"));
  CHECK(isFile(kept));
}

TEST_CASE("a second lock waits, and says so") {
  TemporaryDirectory directory;
  std::string path = directory.path + "/lock";
  std::atomic<int> waited = 0;
  std::atomic<bool> released = false, early = false;
  std::thread second;
  {
    Result<FileLock> first = FileLock::acquire(path, [&] { ++waited; });
    REQUIRE(first);
    CHECK(waited == 0);
    second = std::thread([&] {
      Result<FileLock> lock = FileLock::acquire(path, [&] { ++waited; });
      early = !released;
    });
    while (waited == 0) std::this_thread::yield();
    released = true;
  }
  second.join();
  CHECK(waited == 1);
  CHECK_FALSE(early);
}

TEST_CASE("paths") {
  CHECK(parentPath("/a/b") == "/a");
  CHECK(parentPath("/a") == "/");
  CHECK(parentPath("/a/b/") == "/a");
  CHECK(parentPath("a") == ".");
  CHECK(fileName("/a/b.c") == "b.c");
  CHECK(joinPath("/a", "b") == "/a/b");
  CHECK(joinPath("/a/", "/b") == "/b");
  CHECK(joinPath("/a", "") == "/a");
  CHECK(normalPath("/a/./b/../c//d/") == "/a/c/d");
  CHECK(normalPath("./x") == "x");
  CHECK(relativeTo("/a/b/c", "/a/b") == "c");
  CHECK(relativeTo("/a/bc", "/a/b") == "/a/bc");
  CHECK(relativeTo("/a/b", "/a/b") == "/a/b");
  CHECK(relativeTo("/a", "/") == "a");
  CHECK(isTemporaryName(temporaryName("/a/b")));
  CHECK_FALSE(isTemporaryName("/a/b"));
}

}  // namespace
}  // namespace gpuc::tool

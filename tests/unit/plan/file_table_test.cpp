#include "tests/unit/temporary_directory.h"
#include "tool/base/hash.h"
#include "tool/plan/file_table.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>

namespace gpuc::tool::plan {
namespace {

// A table as the next process would have it.
FileTable reloaded(const FileTable& table, const std::string& project) {
  ByteWriter writer;
  table.save(writer);
  FileTable next(project, project + "/target/dev");
  ByteReader reader(writer.bytes);
  REQUIRE(next.restore(reader));
  CHECK(reader.atEnd());
  return next;
}

// Sets the modification time; the change time stays now, which is later than the table trusts.
void setTime(const std::string& path, std::int64_t seconds) {
  timespec times[2] = {{seconds, 0}, {seconds, 0}};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

TEST_CASE("the hash follows the content, whatever the date") {
  TemporaryDirectory directory;
  std::string path = directory.write("a", "one");
  FileTable table(directory.path, directory.path + "/target/dev");
  FileId file = table.file(path);
  CHECK(table.currentHash(file) == hashBytes("one"));
  VersionId version = table.version(file, hashBytes("one"));

  FileTable next = reloaded(table, directory.path);
  setTime(path, 1000);
  CHECK(next.isCurrent(version));

  next = reloaded(table, directory.path);
  directory.write("a", "two");
  setTime(path, 1000);
  CHECK_FALSE(next.isCurrent(version));
  CHECK(next.currentHash(next.file(path)) == hashBytes("two"));
}

TEST_CASE("a file that is written again at once is noticed") {
  TemporaryDirectory directory;
  std::string path = directory.path + "/a";
  for (int round = 0; round < 20; ++round) {
    directory.write("a", "x");
    FileTable table(directory.path, directory.path + "/target/dev");
    FileId file = table.file(path);
    CHECK(table.currentHash(file) == hashBytes("x"));
    // In place, so that the inode stays too.
    FILE* stream = fopen(path.c_str(), "r+");
    REQUIRE(stream);
    fputc('y', stream);
    fclose(stream);
    FileTable next = reloaded(table, directory.path);
    CHECK(next.currentHash(next.file(path)) == hashBytes("y"));
  }
}

TEST_CASE("files that are missing, and that appear") {
  TemporaryDirectory directory;
  FileTable table(directory.path, directory.path + "/target/dev");
  FileId file = table.file(directory.path + "/a");
  VersionId absent = table.version(file, 0);
  CHECK(table.isCurrent(absent));
  directory.write("a", "");
  CHECK_FALSE(reloaded(table, directory.path).isCurrent(absent));
}

TEST_CASE("paths move with the project") {
  TemporaryDirectory directory;
  FileTable table("/old/project", "/old/project/target/dev");
  CHECK(table.path(table.file("/old/project/src/a")) == "/old/project/src/a");
  table.file("/old/project/target/dev/x.o");
  table.file("/usr/include/stdio.h");
  ByteWriter writer;
  table.save(writer);
  FileTable moved("/new", "/elsewhere/dev");
  ByteReader reader(writer.bytes);
  REQUIRE(moved.restore(reader));
  CHECK(moved.path(0) == "/new/src/a");
  CHECK(moved.path(1) == "/elsewhere/dev/x.o");
  CHECK(moved.path(2) == "/usr/include/stdio.h");
  CHECK(moved.file("/new/src/a") == 0);
}

TEST_CASE("one version per file and content") {
  FileTable table("/p", "/p/t");
  FileId a = table.file("/p/a"), b = table.file("/p/b");
  CHECK(table.file("/p/a") == a);
  CHECK(table.version(a, 1) == table.version(a, 1));
  CHECK(table.version(a, 1) != table.version(a, 2));
  CHECK(table.version(a, 1) != table.version(b, 1));
  CHECK(table.version(a, 2) != table.version(b, 1));
  CHECK(table.fileOf(table.version(b, 7)) == b);
  CHECK(table.hashOf(table.version(b, 7)) == 7);
}

TEST_CASE("the hash that was compiled counts, not what came later") {
  TemporaryDirectory directory;
  std::string path = directory.write("a", "later");
  FileTable table(directory.path, directory.path + "/target/dev");
  FileId file = table.file(path);
  // Compiled before the file became what it is now.
  table.noteCompiled(file, hashBytes("earlier"), 0);
  CHECK_FALSE(table.isCurrent(table.version(file, hashBytes("earlier"))));
}

TEST_CASE("what is damaged is not restored") {
  FileTable table("/p", "/p/t");
  table.version(table.file("/p/a"), 1);
  ByteWriter writer;
  table.save(writer);
  for (std::size_t size = 0; size < writer.bytes.size(); ++size) {
    FileTable next("/p", "/p/t");
    ByteReader reader(std::string_view(writer.bytes).substr(0, size));
    CHECK_FALSE(next.restore(reader));
  }
}

}  // namespace
}  // namespace gpuc::tool::plan

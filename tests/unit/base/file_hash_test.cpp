#include "tests/unit/temporary_directory.h"
#include "tool/base/file_hash.h"
#include "tool/base/hash.h"

namespace gpuc::tool {
namespace {

TEST_CASE("the hash is that of the bytes") {
  TemporaryDirectory directory;
  CHECK(hashFile(directory.write("a", "text")) == hashBytes("text"));
  CHECK(hashFile(directory.write("empty", "")) == hashBytes(""));
  CHECK_FALSE(hashFile(directory.path + "/missing"));
  CHECK_FALSE(hashFile(directory.path));
}

// An ELF file with one segment of notes and something behind it.
std::string elf(const std::string& id, const std::string& rest) {
  std::string bytes(64 + 56, '\0');
  auto put = [&](std::size_t at, std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
  };
  bytes.replace(0, 5,
                std::string("\x7f"
                            "ELF\x02",
                            5));
  put(32, 64, 8);  // e_phoff
  put(54, 56, 2);  // e_phentsize
  put(56, 1, 2);   // e_phnum
  std::string note(12, '\0');
  note[0] = 4;
  note[4] = static_cast<char>(id.size());
  note[8] = 3;  // NT_GNU_BUILD_ID
  note += std::string("GNU\0", 4) + id;
  put(64, 4, 4);  // PT_NOTE
  put(64 + 8, bytes.size(), 8);
  put(64 + 32, note.size(), 8);
  return bytes + note + rest;
}

TEST_CASE("a program is its build id, where it has one") {
  TemporaryDirectory directory;
  auto hash = [&](const std::string& bytes) { return hashProgram(directory.write("program", bytes)); };
  CHECK(hash(elf("12345678", "one")) == hash(elf("12345678", "two")));
  CHECK(hash(elf("12345678", "one")) != hash(elf("12345679", "one")));
  CHECK(hash("#!/bin/sh\n") == hashBytes("#!/bin/sh\n"));
}

TEST_CASE("a damaged program is hashed whole") {
  TemporaryDirectory directory;
  std::string whole = elf("12345678", "");
  for (std::size_t size : {4ul, 20ul, 64ul, 100ul, whole.size() - 1}) {
    std::string part = whole.substr(0, size);
    CHECK(hashProgram(directory.write("program", part)) == hashBytes(part));
  }
}

}  // namespace
}  // namespace gpuc::tool

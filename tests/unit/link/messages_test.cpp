#include "tests/unit/temporary_directory.h"
#include "tool/base/codes.h"
#include "tool/link/messages.h"

namespace gpuc::tool::link {
namespace {

struct Project {
  TemporaryDirectory directory;
  Sources sources;

  Project() {
    directory.write("src/main.cpp", "int helper2();\nint x = helper2() + lib::helper(1);\n");
    directory.write("src/a.cpp", "\nint helper(int) { return 1; }\n");
    sources = {directory.path, {{"/o/main.o", "src/main.cpp"}, {"/o/a.o", "src/a.cpp"}}, "src/main.cpp"};
  }
};

TEST_CASE("undefined, without debug information: the first mention in the source") {
  Project project;
  std::vector<Diagnostic> found = diagnose("ld.lld: error: undefined symbol: lib::helper(int)\n"
                                           ">>> referenced by main.cpp\n"
                                           ">>>               /o/main.o:(main)\n"
                                           ">>> referenced by a.cpp\n"
                                           ">>>               /o/a.o:(f)\n",
                                           project.sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == static_cast<int>(Code::UndefinedSymbol));
  CHECK(found[0].message == "'lib::helper(int)' is used but not defined anywhere");
  CHECK(found[0].place.file == "src/main.cpp");
  CHECK(found[0].place.line == 2);
  CHECK(found[0].place.column == 26);
  CHECK(found[0].place.length == 6);
  REQUIRE(found[0].notes.size() == 1);
  CHECK(found[0].notes[0].place.file == "src/a.cpp");
}

TEST_CASE("undefined, with debug information: the line that it names") {
  Project project;
  std::vector<Diagnostic> found = diagnose("ld.lld-22: error: undefined symbol: helper2()\n"
                                           ">>> referenced by main.cpp:2 (" +
                                               project.directory.path +
                                               "/./src/main.cpp:2)\n"
                                               ">>>               /o/main.o:(__cxx_global_var_init)\n",
                                           project.sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].place.file == "src/main.cpp");
  CHECK(found[0].place.line == 2);
  CHECK(found[0].place.column == 9);
  CHECK(found[0].notes.empty());
}

TEST_CASE("defined twice: the second place, and the first as a note") {
  Project project;
  std::vector<Diagnostic> found = diagnose("ld.lld: error: duplicate symbol: int lib::helper<int>(int)\n"
                                           ">>> defined at main.cpp\n"
                                           ">>>            /o/main.o:(int lib::helper<int>(int))\n"
                                           ">>> defined at a.cpp\n"
                                           ">>>            /o/a.o:(.text+0x0)\n",
                                           project.sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == static_cast<int>(Code::DuplicateSymbol));
  CHECK(found[0].place.file == "src/a.cpp");
  CHECK(found[0].place.line == 2);
  REQUIRE(found[0].notes.size() == 1);
  CHECK(found[0].notes[0].place.file == "src/main.cpp");
}

TEST_CASE("a program without main") {
  Project project;
  std::vector<Diagnostic> found =
      diagnose("ld.lld: error: undefined symbol: main\n>>> referenced by Scrt1.o:(_start)\n", project.sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == "the program has no main");
  CHECK(found[0].place.file == "src/main.cpp");
}

TEST_CASE("everything else is GPUC0503 in lld's words") {
  Project project;
  std::vector<Diagnostic> found = diagnose("ld.lld: warning: something\n"
                                           "ld.lld: error: unable to find library -lfoo\n"
                                           "ld.lld: error: too many errors emitted, stopping now\n",
                                           project.sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == static_cast<int>(Code::LinkFailed));
  CHECK(found[0].message == "unable to find library -lfoo");
  CHECK(diagnose("", project.sources).size() == 1);
  CHECK(diagnose("a stack dump", project.sources)[0].notes[0].message == "a stack dump");
}

}  // namespace
}  // namespace gpuc::tool::link

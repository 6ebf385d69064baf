#include "tests/unit/temporary_directory.h"
#include "tool/base/process.h"

#include <csignal>
#include <sched.h>

namespace gpuc::tool {
namespace {

Command shell(std::string script) {
  return {.arguments = {"sh", "-c", std::move(script)}, .directory = {}, .environment = {}};
}

TEST_CASE("output, status and signal of a child") {
  Result<ProcessResult> result = runProcess(shell("echo out; echo err >&2; exit 3"));
  REQUIRE(result);
  CHECK(result->output == "out\nerr\n");
  CHECK(result->exitCode == 3);
  CHECK_FALSE(result->ok());

  Command separate = shell("echo out; echo err >&2");
  separate.separateErrors = true;
  result = runProcess(separate);
  CHECK(result->output == "out\n");
  CHECK(result->errors == "err\n");
  CHECK(result->ok());

  CHECK(runProcess(shell("kill -ABRT $$"))->signal == SIGABRT);
}

TEST_CASE("arguments, directory and environment arrive as they are") {
  TemporaryDirectory directory;
  Command command = {
      .arguments = {"sh", "-c", "pwd; printf '%s|' \"$@\"; echo \"$GPUC_TEST_A $HOME\"", "sh", "a b", "", "$x"},
      .directory = directory.path,
      .environment = {"GPUC_TEST_A=1", "HOME=/h"}};
  CHECK(runProcess(command)->output == directory.path + "\na b||$x|1 /h\n");
}

TEST_CASE("a child's input is empty and a long output is complete") {
  CHECK(runProcess(shell("cat; seq 1 100000 | tail -1; seq 1 100000"))->output.size() == 588895 + 7);
}

TEST_CASE("a program that is not there") {
  Result<ProcessResult> result = runProcess({.arguments = {"/nowhere/program"}, .directory = {}, .environment = {}});
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "cannot start '/nowhere/program': No such file or directory");
  CHECK(findProgram("sh").ends_with("/sh"));
  CHECK(findProgram("/nowhere/program") == "");
  CHECK(findProgram("no-such-program") == "");
}

TEST_CASE("several children, reported as they end") {
  TemporaryDirectory directory;
  ProcessSet set;
  std::string go = directory.path + "/go";
  Result<int> first = set.start(shell("while [ ! -e " + go + " ]; do sleep 0.01; done; echo first"));
  Result<int> second = set.start(shell("echo second"));
  REQUIRE(first);
  REQUIRE(second);
  auto ended = set.wait();
  REQUIRE(ended);
  CHECK(ended->id == *second);
  directory.write("go", "");
  ended = set.wait();
  REQUIRE(ended);
  CHECK(ended->id == *first);
  CHECK(ended->result.output == "first\n");
  CHECK_FALSE(set.wait());
}

TEST_CASE("a set ends its children, and theirs, when it goes") {
  TemporaryDirectory directory;
  std::string file = directory.path + "/pid";
  {
    ProcessSet set;
    REQUIRE(set.start(shell("sleep 1000 & echo $! > " + file + ".part; mv " + file + ".part " + file + "; wait")));
    while (!isFile(file)) sched_yield();
  }
  pid_t grandchild = std::stoi(*readFile(file));
  // Its parent is gone, so it may be there as a zombie until init collects it.
  while (kill(grandchild, 0) == 0 &&
         readFile("/proc/" + std::to_string(grandchild) + "/stat").value_or(") Z").find(") Z") == std::string::npos)
    sched_yield();
}

TEST_CASE("in the foreground the status is a shell's") {
  CHECK(*runInForeground(shell("exit 7")) == 7);
  CHECK(*runInForeground(shell("kill -TERM $$")) == 128 + SIGTERM);
}

}  // namespace
}  // namespace gpuc::tool

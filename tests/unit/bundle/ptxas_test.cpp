// GPUC0401: assemble() against programs that stand for ptxas.
#include "tests/unit/temporary_directory.h"
#include "tool/base/codes.h"
#include "tool/bundle/ptxas.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace gpuc::tool;

namespace {

// A shell script that gets ptxas's arguments: -arch=ARCH -o OUTPUT INPUT.
std::string fakePtxas(const TemporaryDirectory& directory, const std::string& script) {
  std::string path = directory.write("ptxas", "#!/bin/sh\n" + script);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

}  // namespace

TEST_CASE("assemble returns what ptxas wrote") {
  TemporaryDirectory directory;
  auto cubin = assemble(fakePtxas(directory, "{ echo \"$1\"; cat \"$4\"; } > \"$3\"\n"), ".version 7.0\n", "sm_90");
  REQUIRE(cubin);
  CHECK(*cubin == "-arch=sm_90\n.version 7.0\n");
}

TEST_CASE("assemble says GPUC0401 with the first line of ptxas and no path of its own") {
  TemporaryDirectory directory;
  auto cubin =
      assemble(fakePtxas(directory, "echo \"ptxas $4, line 3; error : no such opcode\"; echo more; exit 255\n"),
               "nonsense", "sm_80");
  REQUIRE_FALSE(cubin);
  CHECK(cubin.error().code == static_cast<int>(Code::PtxasFailed));
  CHECK(cubin.error().message == "ptxas refused the PTX for sm_80: ptxas the PTX, line 3; error : no such opcode");
  CHECK_FALSE(cubin.error().help.empty());
}

TEST_CASE("assemble takes an undefined variable for an error, which ptxas does not") {
  TemporaryDirectory directory;
  auto cubin = assemble(fakePtxas(directory, "echo 'Unresolved extern variable x in whole program compilation'\n"
                                             "echo cubin > \"$3\"\n"),
                        ".extern", "sm_80");
  REQUIRE_FALSE(cubin);
  CHECK(cubin.error().code == static_cast<int>(Code::PtxasFailed));
}

#include "tests/unit/temporary_directory.h"
#include "tool/driver/project.h"
#include "tool/driver/target_directory.h"

namespace gpuc::tool::driver {
namespace {

TEST_CASE("the nearest gpuc.toml counts") {
  TemporaryDirectory directory;
  directory.write("a/b/c/file", "");
  std::string outer = directory.write("gpuc.toml", "");
  Environment environment;
  environment.directory = directory.path + "/a/b/c";
  CHECK(*findManifest(environment, "") == outer);
  std::string inner = directory.write("a/gpuc.toml", "");
  CHECK(*findManifest(environment, "") == inner);
  CHECK(*findManifest(environment, "../../../gpuc.toml") == outer);
  CHECK(*findManifest(environment, directory.path) == outer);
  CHECK(findManifest(environment, "gpuc.toml").error().code == static_cast<int>(Code::NoManifest));
}

TEST_CASE("a single file is a project of its own") {
  TemporaryDirectory directory;
  directory.write("sub/x.cpp", "");
  Environment environment;
  environment.directory = directory.path;
  Result<Manifest> manifest = singleFileManifest(environment, "./sub/x.cpp");
  REQUIRE(manifest);
  CHECK(manifest->directory == directory.path + "/sub");
  CHECK(manifest->name == "x.cpp");
  CHECK(singleFileManifest(environment, "y.cpp").error().code == static_cast<int>(Code::NoTarget));
}

TEST_CASE("its outputs go to the user's cache") {
  Environment environment;
  auto directoryOf = [&](const std::string& path) { return parentPath(singleFileTarget(environment, path)); };
  CHECK(directoryOf("/x.cpp").starts_with("/tmp/gpuc-"));
  environment.variables["TMPDIR"] = "/scratch";
  CHECK(directoryOf("/x.cpp").starts_with("/scratch/gpuc-"));
  environment.variables["HOME"] = "/home/u";
  CHECK(directoryOf("/x.cpp") == "/home/u/.cache/gpuc/run");
  environment.variables["XDG_CACHE_HOME"] = "/cache";
  CHECK(directoryOf("/x.cpp") == "/cache/gpuc/run");
  CHECK(singleFileTarget(environment, "/x.cpp") != singleFileTarget(environment, "/y.cpp"));
}

TEST_CASE("only a directory that gpuc made is marked") {
  TemporaryDirectory directory;
  Reporter reporter({.quiet = true, .verbose = false, .color = false, .json = false});
  std::string fresh = directory.path + "/fresh", used = directory.path + "/used";
  REQUIRE(enterTarget(fresh, fresh + "/dev", reporter));
  CHECK(isTargetDirectory(fresh));
  directory.write("used/thesis", "");
  REQUIRE(enterTarget(used, used + "/dev", reporter));
  CHECK_FALSE(isTargetDirectory(used));
}

}  // namespace
}  // namespace gpuc::tool::driver

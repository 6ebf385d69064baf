#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"
#include "tool/driver/project.h"
#include "tool/driver/target_directory.h"

namespace gpuc::tool::commands {

namespace {

// compile_commands.json names files in the target directory: without them an editor shows errors everywhere.
void removeCompileCommands(const Manifest& manifest, const std::string& target) {
  std::string path = joinPath(manifest.directory, "compile_commands.json");
  Result<std::string> text = readFile(path);
  if (text && text->find(joinPath(target, "editor/")) != std::string::npos) removeFile(path);
}

Result<void> clean(const Context& context, const Arguments& arguments, driver::Reporter& reporter) {
  Manifest manifest;
  std::string path = GPUC_TRY(driver::findManifest(context.environment, arguments.value("--manifest-path")));
  manifest.directory = parentPath(path);
  std::string target = driver::targetDirectory(context.environment, manifest, arguments.value("--target-dir"));
  if (!isDirectory(target)) {
    reporter.status("Removed", "nothing: there is no target directory");
    return {};
  }
  if (!driver::isTargetDirectory(target))
    return diag(Code::NotATargetDirectory, strCat("'", target, "' was not made by gpuc, so it is not removed"),
                "remove it by hand if nothing in it is needed");
  // Not under the feet of a build.
  std::vector<FileLock> locks;
  for (const char* output : {"dev", "release", "check"})
    if (isDirectory(joinPath(target, output)))
      locks.push_back(GPUC_TRY(driver::enterTarget(target, joinPath(target, output), reporter)));
  GPUC_TRY(removeTree(target));
  removeCompileCommands(manifest, target);
  reporter.status("Removed", relativeTo(target, manifest.directory));
  return {};
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  if (Result<void> done = clean(context, arguments, reporter); !done) return fail(reporter, done.error());
  return 0;
}

}  // namespace

CommandSpec cleanCommand() {
  std::vector<OptionSpec> options = {{"--manifest-path", "", "FILE", "the gpuc.toml of the project"},
                                     {"--target-dir", "", "DIR", "what to remove, instead of target/"}};
  for (const OptionSpec& option : commonOptions()) options.push_back(option);
  return {{.options = std::move(options), .positionals = {}}, run};
}

}  // namespace gpuc::tool::commands

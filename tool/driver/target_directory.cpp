#include "tool/driver/target_directory.h"

#include "tool/base/process.h"
#include "tool/base/text.h"

#include <filesystem>

namespace gpuc::tool::driver {

namespace {

constexpr const char* kTagName = "CACHEDIR.TAG";
constexpr std::string_view kTag = "Signature: 8a477f597d28d172789f06886806bc55\n"
                                  "# This directory was made by gpuc; everything in it can be made again.\n"
                                  "# About this file: https://bford.info/cachedir/\n";

void removeTemporaries(const std::string& output) {
  Result<std::vector<std::string>> files = listFiles(output);
  if (!files) return;
  for (const std::string& file : *files)
    if (isTemporaryName(file)) removeFile(joinPath(output, file));
}

}  // namespace

Result<FileLock> enterTarget(const std::string& target, const std::string& output, Reporter& reporter) {
  std::error_code error;
  bool ours = !isDirectory(target) || std::filesystem::is_empty(target, error);
  GPUC_TRY(makeDirectories(target));
  // A directory of the user's that is merely used is not marked: `gpuc clean` must not remove it.
  if (ours) GPUC_TRY(writeFile(joinPath(target, kTagName), kTag));
  GPUC_TRY(makeDirectories(output));
  return FileLock::acquire(joinPath(output, "lock"), [&] {
    reporter.report(diag(Code::TargetLocked, strCat("waiting: another gpuc is at work in '", output, "'")));
  });
}

bool isTargetDirectory(const std::string& target) {
  std::string tag = joinPath(target, kTagName);
  std::error_code error;
  if (std::filesystem::is_symlink(tag, error)) return false;
  Result<std::string> text = readFile(tag);
  return text && *text == kTag;
}

WriteMark::WriteMark(const std::string& output) : output(output), path(joinPath(output, "writing")) {
  if (isFile(path)) removeTemporaries(output);
  // Without the mark a later build only misses the cleaning.
  static_cast<void>(writeFile(path, "").has_value());
}

WriteMark::~WriteMark() {
  if (ProcessSet::interruption() != 0) removeTemporaries(output);
  removeFile(path);
}

}  // namespace gpuc::tool::driver

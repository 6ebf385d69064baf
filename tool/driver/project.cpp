#include "tool/driver/project.h"

#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/base/text.h"

#include <algorithm>
#include <unistd.h>

namespace gpuc::tool::driver {

Result<std::string> findManifest(const Environment& environment, const std::string& given) {
  if (!given.empty()) {
    std::string path = normalPath(joinPath(environment.directory, given));
    if (isDirectory(path)) path = joinPath(path, manifest::kFileName);
    if (isFile(path)) return path;
    return diag(Code::NoManifest, strCat("there is no '", given, "'"));
  }
  for (std::string directory = environment.directory;; directory = parentPath(directory)) {
    std::string path = joinPath(directory, manifest::kFileName);
    if (isFile(path)) return path;
    if (directory == "/" || directory == ".") break;
  }
  return diag(Code::NoManifest, strCat("there is no gpuc.toml in '", environment.directory, "' or above it"),
              "start a project with 'gpuc new NAME', or run a single file with 'gpuc run FILE.cpp'");
}

Result<Manifest> singleFileManifest(const Environment& environment, const std::string& file) {
  std::string path = normalPath(joinPath(environment.directory, file));
  if (!isFile(path)) return diag(Code::NoTarget, strCat("there is no file '", file, "'"));
  constexpr std::string_view kSuffixes[] = {".cpp", ".cc", ".cxx"};
  if (std::ranges::none_of(kSuffixes, [&](std::string_view suffix) { return path.ends_with(suffix); }))
    return diag(Code::NoTarget, strCat("'", file, "' is not a C++ source file by its name"),
                "call it NAME.cpp; words for the program itself stand behind '--'");
  Manifest manifest;
  manifest.directory = parentPath(path);
  manifest.name = fileName(path);
  return manifest;
}

std::string singleFileTarget(const Environment& environment, const std::string& path) {
  std::string cache = environment.get("XDG_CACHE_HOME");
  std::string home = environment.get("HOME");
  std::string temporary = environment.get("TMPDIR");
  if (!cache.starts_with('/') && home.starts_with('/')) cache = joinPath(home, ".cache");
  // One directory per user there: another's cannot be written, and must not be run from.
  std::string base = cache.starts_with('/') ? joinPath(cache, "gpuc")
                                            : strCat(temporary.empty() ? "/tmp" : temporary, "/gpuc-", getuid());
  return joinPath(base, strCat("run/", hashText(hashBytes(path))));
}

}  // namespace gpuc::tool::driver

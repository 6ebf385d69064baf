#include "tool/manifest/arch.h"

#include "tool/base/text.h"

#include <algorithm>
#include <charconv>

namespace gpuc::tool::manifest {

namespace {

// What LLVM 22 and a CUDA 12.x or 13.x toolkit both know from 8.0 on.
const std::string kArchs[] = {"sm_80",   "sm_86",  "sm_87",   "sm_88",  "sm_89",   "sm_90",
                              "sm_90a",  "sm_100", "sm_100a", "sm_103", "sm_103a", "sm_110",
                              "sm_110a", "sm_120", "sm_120a", "sm_121", "sm_121a"};

constexpr int kFirst = 20;   // the lowest that CUDA ever named
constexpr int kLowest = 80;  // the lowest that gpuc builds for

}  // namespace

Result<void> checkArch(const std::string& arch) {
  if (arch == "native" || std::ranges::find(kArchs, arch) != std::end(kArchs)) return {};
  std::string_view number = std::string_view(arch).substr(std::min<std::size_t>(arch.size(), 3));
  int capability = 0;
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), capability);
  if (arch.starts_with("sm_") && error == std::errc{} && end == number.data() + number.size() && capability < kLowest &&
      capability >= kFirst)
    return diag(Code::BadArch, strCat("architecture '", arch, "' is below sm_80, the lowest that gpuc builds for"),
                "use \"sm_80\" or later, or run on the CPU executor");
  std::string help = didYouMean(arch, kArchs);
  if (help.empty()) help = strCat("write \"native\" or one of ", join(kArchs, ", "));
  return diag(Code::BadArch, strCat("'", arch, "' is not an architecture that gpuc can build for"), help);
}

}  // namespace gpuc::tool::manifest

// The table of report sites in a module's named metadata, `!gpuc.sites = !{!{i32 kind, i32 kernel, !"file",
// i32 line, i32 column, !"text"}, ...}`.
#pragma once

#include "tool/model/report_site.h"

#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

std::vector<ReportSite> readSites(const llvm::Module& module);
void writeSites(llvm::Module& module, const std::vector<ReportSite>& sites);

}  // namespace gpuc::tool

#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"
#include "tool/driver/bundle_file.h"

#include <algorithm>

namespace gpuc::tool::commands {

namespace {

struct Found {
  driver::BundledKernel kernel;
  std::string source;
  std::string ptx;
};

// "map" of "kernels::map<float>"
std::string plainName(const std::string& qualified) {
  std::string name = qualified.substr(0, qualified.find('<'));
  std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

Result<std::vector<Found>> kernelsOf(const Plan& plan) {
  std::vector<Found> all;
  for (const Unit& unit : plan.units) {
    if (!isFile(unit.request.bundle)) continue;
    driver::BundleFile bundle = GPUC_TRY(driver::readBundle(unit.request.bundle));
    for (const driver::BundledKernel& kernel : bundle.kernels) all.push_back({kernel, unit.request.source, bundle.ptx});
  }
  return all;
}

Result<Found> choose(const std::vector<Found>& all, const std::string& name) {
  std::vector<std::string> names;
  std::vector<const Found*> matching;
  for (const Found& found : all) {
    names.push_back(found.kernel.name);
    names.push_back(plainName(found.kernel.name));
    if (name.empty() || found.kernel.name == name || plainName(found.kernel.name) == name) matching.push_back(&found);
  }
  if (matching.size() == 1) return *matching.front();
  std::vector<std::string> listed;
  for (const Found& found : all) listed.push_back(strCat(found.kernel.name, " (", found.source, ")"));
  std::string list = strCat("the kernels are ", join(listed, ", "));
  if (all.empty()) return diag(Code::NoTarget, "there is no kernel", "a kernel is a function with [[kernel]] in front");
  if (matching.size() > 1) {
    // An exact name decides between instantiations of one template.
    auto exact = std::ranges::find_if(matching, [&](const Found* found) { return found->kernel.name == name; });
    if (exact != matching.end() && !name.empty()) return **exact;
    return diag(Code::AmbiguousTarget,
                name.empty() ? strCat("there are ", all.size(), " kernels")
                             : strCat("'", name, "' is the name of ", matching.size(), " kernels"),
                strCat("name one, as in 'gpuc inspect ", name.empty() ? names.front() : matching.front()->kernel.name,
                       "'; ", list));
  }
  std::string help = didYouMean(name, names);
  return diag(Code::NoTarget, strCat("there is no kernel '", name, "'"), help.empty() ? list : help);
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<driver::BuildOptions> options = buildOptions(arguments, plan::Goal::Build);
  if (!options) return fail(reporter, options.error());
  driver::Build built = driver::build(context.environment, *options, reporter);
  if (built.status != 0) return built.status;
  Result<std::vector<Found>> all = kernelsOf(built.plan);
  if (!all) return fail(reporter, all.error());
  Result<Found> found = choose(*all, arguments.positionals.empty() ? "" : arguments.positionals.front());
  if (!found) return fail(reporter, found.error());
  if (found->ptx.empty() || !found->kernel.missing.empty())
    return fail(reporter,
                diag(Code::KernelNotBuilt, strCat("'", found->kernel.name, "' has no PTX",
                                                  found->kernel.missing.empty() ? "" : ": ", found->kernel.missing)));
  driver::writeOut(strCat("// ", found->kernel.name, " of ", found->source, "\n"));
  driver::writeOut(driver::ptxOf(found->ptx, found->kernel.symbol));
  return 0;
}

}  // namespace

CommandSpec inspectCommand() { return {{.options = buildingOptions({kBinOption}), .positionals = {"[KERNEL]"}}, run}; }

}  // namespace gpuc::tool::commands

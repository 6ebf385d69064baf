#include "tool/plan/units.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"

#include <algorithm>
#include <optional>

namespace gpuc::tool::plan {

namespace {

struct Sources {
  std::string main;                 // "src/main.cpp" or empty
  std::vector<std::string> bins;    // src/bin/*.cpp
  std::vector<std::string> shared;  // every other source below src/, part of each program
  std::vector<std::string> tests;   // tests/*.cpp
};

Result<Sources> findSources(const std::string& root) {
  Sources sources;
  for (const std::string& file : GPUC_TRY(listFiles(joinPath(root, "src")))) {
    if (!file.ends_with(".cpp") || isTemporaryName(file)) continue;
    std::string source = joinPath("src", file);
    if (file == "main.cpp")
      sources.main = source;
    else if (parentPath(file) == "bin")
      sources.bins.push_back(source);
    else
      sources.shared.push_back(source);
  }
  for (const std::string& file : GPUC_TRY(listFiles(joinPath(root, "tests"), false)))
    if (file.ends_with(".cpp")) sources.tests.push_back(joinPath("tests", file));
  return sources;
}

std::string stem(const std::string& source) {
  std::string name = fileName(source);
  return name.substr(0, name.rfind('.'));
}

class Maker {
 public:
  Maker(const Manifest& manifest, const Options& options)
      : manifest(manifest), options(options), profile(options.release ? manifest.release : manifest.dev),
        output(outputDirectory(options)) {
    if (options.singleFile.empty() && isDirectory(joinPath(manifest.directory, "include")))
      includes.push_back("include");
  }

  Result<Plan> make() {
    if (!options.singleFile.empty()) {
      if (!isFile(joinPath(manifest.directory, options.singleFile)))
        return diag(Code::NoTarget, strCat("there is no file '", options.singleFile, "'"));
      addProgram(stem(options.singleFile), options.singleFile, {});
      return std::move(plan);
    }
    Sources sources = GPUC_TRY(findSources(manifest.directory));
    if (sources.main.empty() && sources.bins.empty() && sources.shared.empty())
      return diag(Code::NoTarget, strCat("'", manifest.name, "' has no source file"),
                  "a program starts with src/main.cpp or src/bin/NAME.cpp, a library with src/lib.cpp");
    GPUC_TRY(checkNames(sources));
    switch (options.goal) {
      case Goal::Build: addPrograms(sources); break;
      case Goal::Check: addChecks(sources); break;
      case Goal::Test: addTests(sources); break;
    }
    return std::move(plan);
  }

 private:
  const Manifest& manifest;
  const Options& options;
  const Profile& profile;
  std::string output;
  std::vector<std::string> includes;
  Plan plan;

  Result<void> checkNames(const Sources& sources) {
    for (const std::string& bin : sources.bins) {
      std::string name = stem(bin);
      if (name == "objects" || name == "tests")
        return diag(Code::BadName, Place{.file = bin, .text = {}},
                    strCat("a program cannot be called '", name, "': gpuc keeps a directory of that name"),
                    "rename the file");
      if (!sources.main.empty() && name == manifest.name)
        return diag(Code::AmbiguousTarget, Place{.file = bin, .text = {}},
                    strCat("two programs are called '", name, "': this one and src/main.cpp"), "rename the file");
    }
    return {};
  }

  Unit makeUnit(const std::string& source, bool test) const {
    bool inFile = test && !source.starts_with("tests/");
    std::string base = joinPath(output, strCat("objects/", inFile ? "in-file/" : "", source));
    Unit unit;
    unit.name = inFile ? strCat(source, " (test)") : source;
    Request& request = unit.request;
    request.mode = options.goal == Goal::Check ? RequestMode::Check : RequestMode::Build;
    request.directory = manifest.directory;
    request.source = source;
    request.unit = strCat(manifest.name, " ", manifest.version, " ", source);
    request.standard = manifest.standard;
    request.optLevel = profile.optLevel;
    request.debugInfo = profile.debugInfo;
    request.assertions = profile.assertions;
    request.test = test;
    request.defines = profile.defines;
    request.includes = includes;
    request.archs = options.archs;
    request.gpuRequired = options.gpuRequired;
    request.ptxas = options.ptxas;
    request.libdevice = options.libdevice;
    request.runtimeInclude = options.runtimeInclude;
    request.precompiled = options.precompiled;
    request.response = base + ".response.json";
    // One stub a file: the in-file tests of a source add nothing that its editor entry shows.
    if (!inFile) request.editorStub = editorStub(options.target, source);
    if (request.mode == RequestMode::Check) return unit;
    request.object = base + ".o";
    request.deviceObject = base + ".device.o";
    request.bundle = base + ".bundle";
    return unit;
  }

  // The index of the unit, which programs share.
  std::size_t addUnit(const std::string& source, bool test) {
    Unit unit = makeUnit(source, test);
    auto found = std::ranges::find(plan.units, unit.name, &Unit::name);
    if (found != plan.units.end()) return found - plan.units.begin();
    plan.units.push_back(std::move(unit));
    return plan.units.size() - 1;
  }

  std::vector<std::size_t> addUnits(const std::vector<std::string>& sources, bool test) {
    std::vector<std::size_t> units;
    for (const std::string& source : sources) units.push_back(addUnit(source, test));
    return units;
  }

  void addProgram(const std::string& name, const std::string& source, const std::vector<std::size_t>& shared) {
    Product program{name, source, joinPath(output, name), {addUnit(source, false)}};
    program.units.insert(program.units.end(), shared.begin(), shared.end());
    plan.products.push_back(std::move(program));
  }

  void addTestProgram(const std::string& name, std::vector<std::size_t> units) {
    std::string source = plan.units[units.front()].request.source;
    plan.products.push_back(
        {name, std::move(source), joinPath(output, strCat("tests/", name)), std::move(units), ProductKind::Test});
  }

  void addPrograms(const Sources& sources) {
    std::vector<std::size_t> shared = addUnits(sources.shared, false);
    if (!sources.main.empty()) addProgram(manifest.name, sources.main, shared);
    for (const std::string& bin : sources.bins) addProgram(stem(bin), bin, shared);
    // Without a main of its own the project is a library, whether it brings further programs or not.
    if (sources.main.empty() && !shared.empty())
      plan.products.push_back({manifest.name, sources.shared.front(),
                               joinPath(output, strCat("lib", manifest.name, ".a")), shared, ProductKind::Library});
  }

  void addChecks(const Sources& sources) {
    if (!sources.main.empty()) addUnit(sources.main, false);
    addUnits(sources.shared, false);
    addUnits(sources.bins, false);
    addUnits(sources.tests, true);
  }

  // The shared sources bring their own tests to one program only, or each would run several times.
  void addTests(const Sources& sources) {
    std::vector<std::string> own = sources.shared;
    if (!sources.main.empty()) own.insert(own.begin(), sources.main);
    if (!own.empty()) addTestProgram(manifest.name, addUnits(own, true));
    auto withShared = [&](const std::string& source) {
      std::vector<std::size_t> units = {addUnit(source, true)};
      for (std::size_t unit : addUnits(sources.shared, false)) units.push_back(unit);
      return units;
    };
    for (const std::string& bin : sources.bins) addTestProgram(strCat("bin-", stem(bin)), withShared(bin));
    for (const std::string& test : sources.tests) addTestProgram(strCat("tests-", stem(test)), withShared(test));
  }
};

}  // namespace

std::string outputDirectory(const Options& options) {
  const char* name = options.goal == Goal::Check ? "check" : options.release ? "release" : "dev";
  return joinPath(options.target, name);
}

std::string editorStub(const std::string& target, const std::string& source) {
  return joinPath(target, strCat("editor/", source, ".hpp"));
}

Result<Plan> make(const Manifest& manifest, const Options& options) { return Maker(manifest, options).make(); }

Result<Plan> choose(Plan plan, const std::string& name, bool exactlyOne) {
  std::vector<std::string> names;
  for (const Product& product : plan.products)
    if (!product.isLibrary()) names.push_back(product.name);
  if (name.empty()) {
    if (!exactlyOne) return plan;
    if (names.size() == 1) return choose(std::move(plan), names.front(), false);
    if (names.empty())
      return diag(Code::NoTarget, "the project has no program",
                  "a program starts with src/main.cpp or src/bin/NAME.cpp");
    return diag(Code::AmbiguousTarget, strCat("the project has ", names.size(), " programs"),
                strCat("choose one with --bin: ", join(names, ", ")));
  }
  auto found = std::ranges::find_if(
      plan.products, [&](const Product& product) { return !product.isLibrary() && product.name == name; });
  if (found == plan.products.end()) {
    std::string help = didYouMean(name, names);
    if (help.empty() && !names.empty()) help = strCat("the programs are ", join(names, ", "));
    return diag(Code::NoTarget, strCat("the project has no program '", name, "'"), help);
  }
  Plan chosen;
  Product program = std::move(*found);
  for (std::size_t& unit : program.units) {
    chosen.units.push_back(std::move(plan.units[unit]));
    unit = chosen.units.size() - 1;
  }
  chosen.products.push_back(std::move(program));
  return chosen;
}

}  // namespace gpuc::tool::plan

#include "tool/driver/build.h"

#include "tool/base/diagnostic_json.h"
#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/base/text.h"
#include "tool/driver/archs.h"
#include "tool/driver/compile.h"
#include "tool/driver/editor.h"
#include "tool/driver/link_products.h"
#include "tool/driver/project.h"
#include "tool/driver/target_directory.h"
#include "tool/plan/fingerprint.h"

#include <chrono>
#include <optional>

namespace gpuc::tool::driver {

namespace {

class Builder {
 public:
  Builder(const Environment& environment, const BuildOptions& options, Reporter& reporter)
      : environment(environment), options(options), reporter(reporter) {}

  // Each stage answers whether to go on; one that fails has reported why.
  Build run() {
    auto start = std::chrono::steady_clock::now();
    // gpuc.toml, or what stands for it when a single file is built.
    bool ok = readManifest();
    // From here on no other gpuc works in the output directory, and what the last build left there is known.
    ok = ok && enterOutput();
    // The compiler, the linker and the CUDA toolkit.
    ok = ok && findToolsHere();
    // Source files, and what is asked of gpuc-cc for each. From here on the plan does not change.
    ok = ok && makePlan();
    // For editors; before compiling, so that a file with errors can be edited.
    ok = ok && describeForEditors();
    // What has to be made again, and why.
    std::vector<CompileJob> dirty;
    if (ok) dirty = findDirtyUnits();
    // One gpuc-cc per unit. The units that succeeded are kept even when others fail.
    ok = ok && compile(dirty);
    // From here on every object is there and right.
    ok = ok && link();
    ok = saveState() && ok;
    return finish(ok, std::chrono::steady_clock::now() - start);
  }

  Result<void> prepareEditor() {
    if (!readManifest() || !enterOutput()) return diag(Code::FileAccess, "the editor's files cannot be written");
    tools = GPUC_TRY(findTools(environment, options.cuda, *state));
    if (!makePlan()) return diag(Code::NoTarget, "the editor's files cannot be written");
    Plan sources = GPUC_TRY(plan::make(result.manifest, editorOptions()));
    GPUC_TRY(writeStubs(sources, tools));
    GPUC_TRY(writeEditorFiles(result.manifest, sources, tools, *state));
    return state->save();
  }

 private:
  const Environment& environment;
  const BuildOptions& options;
  Reporter& reporter;
  Build result;
  plan::Options planOptions;
  std::optional<FileLock> lock;
  std::optional<plan::State> state;
  Tools tools;
  bool upToDate = true;

  template <class T>
  bool reported(const Result<T>& outcome) {
    if (!outcome) reporter.report(outcome.error());
    return outcome.has_value();
  }

  bool readManifest() {
    if (!options.singleFile.empty()) {
      Result<Manifest> manifest = singleFileManifest(environment, options.singleFile);
      if (!reported(manifest)) return false;
      result.manifest = *manifest;
      planOptions.singleFile = manifest->name;
      return true;
    }
    Result<std::string> path = findManifest(environment, options.manifestPath);
    if (!reported(path)) return false;
    manifest::Loaded loaded = manifest::load(*path);
    for (const Diagnostic& diagnostic : loaded.diagnostics) reporter.report(diagnostic);
    if (!loaded.manifest) return false;
    result.manifest = *std::move(loaded.manifest);
    return true;
  }

  bool enterOutput() {
    std::string source = joinPath(result.manifest.directory, planOptions.singleFile);
    result.target = planOptions.singleFile.empty() || !options.targetDirectory.empty()
                        ? targetDirectory(environment, result.manifest, options.targetDirectory)
                        : singleFileTarget(environment, source);
    planOptions.goal = options.goal;
    planOptions.release = options.release;
    planOptions.target = result.target;
    result.output = plan::outputDirectory(planOptions);
    Result<FileLock> entered = enterTarget(result.target, result.output, reporter);
    if (!reported(entered)) return false;
    lock = *std::move(entered);
    state.emplace(result.manifest.directory, result.output);
    state->load();
    return true;
  }

  bool findToolsHere() {
    Result<Tools> found = findTools(environment, options.cuda, *state);
    if (!reported(found)) return false;
    tools = *std::move(found);
    return true;
  }

  bool makePlan() {
    Archs archs = resolveArchs(options.archs.empty() ? result.manifest.archs : options.archs, tools.nativeArchs);
    planOptions.archs = archs.names;
    planOptions.gpuRequired = archs.required;
    if (archs.cubins) planOptions.ptxas = tools.ptxas;
    planOptions.libdevice = tools.libdevice;
    planOptions.runtimeInclude = tools.include;
    planOptions.precompiled = tools.precompiled;
    Result<Plan> made = plan::make(result.manifest, planOptions);
    if (!reported(made)) return false;
    Result<Plan> chosen = plan::choose(*std::move(made), options.program, options.oneProgram);
    if (!reported(chosen)) return false;
    result.plan = *std::move(chosen);
    return true;
  }

  // Editors see the dev profile, whatever is built.
  plan::Options editorOptions() const {
    plan::Options editor = planOptions;
    editor.goal = plan::Goal::Check;
    editor.release = false;
    editor.target = result.target;
    editor.runtimeInclude = tools.include;
    editor.precompiled = tools.precompiled;
    return editor;
  }

  bool describeForEditors() {
    if (!planOptions.singleFile.empty()) return true;
    Result<Plan> sources = plan::make(result.manifest, editorOptions());
    if (!reported(sources)) return false;
    Result<void> written = writeEditorFiles(result.manifest, *sources, tools, *state);
    // A project that may only be read can still be built elsewhere.
    if (!written) reporter.detail("Skipping", strCat("compile_commands.json: ", written.error().message));
    return true;
  }

  std::vector<CompileJob> findDirtyUnits() {
    plan::ToolHashes hashes;
    auto hashOf = [&](const std::string& program) {
      return program.empty() ? 0 : state->files.currentProgramHash(state->files.file(program));
    };
    hashes.compiler = hashOf(tools.compiler);
    hashes.ptxas = hashOf(planOptions.ptxas);
    hashes.libdevice = hashOf(tools.libdevice);
    std::vector<CompileJob> dirty;
    for (const Unit& unit : result.plan.units) {
      std::vector<std::uint64_t> key = plan::unitKey(unit.request, hashes);
      if (std::optional<std::string> reason = plan::dirtyReason(*state, unit, key)) {
        reporter.detail("Dirty", strCat(unit.name, ": ", *reason));
        dirty.push_back({&unit, std::move(key)});
      } else {
        reporter.detail("Fresh", unit.name);
        repeatWarnings(state->units.at(unit.name).warnings);
      }
    }
    return dirty;
  }

  void repeatWarnings(const std::string& warnings) {
    if (warnings.empty()) return;
    Result<Json> json = Json::parse(warnings, "state");
    if (!json || !json->asArray()) return;
    for (const Json& element : *json->asArray()) {
      Diagnostic warning;
      if (diagnosticFromJson(element, warning)) reporter.report(warning);
    }
  }

  bool compile(const std::vector<CompileJob>& dirty) {
    if (dirty.empty()) return true;
    upToDate = false;
    WriteMark mark(result.output);
    return compileUnits(dirty, tools, *state, parallel(), reporter);
  }

  bool link() {
    LinkOutcome outcome = linkProducts(result.plan, tools, result.output, *state, parallel(), reporter);
    upToDate = upToDate && !outcome.linked;
    return outcome.ok;
  }

  bool saveState() { return !state || reported(state->save()); }

  int parallel() const { return options.jobs > 0 ? options.jobs : processorCount(); }

  Build finish(bool ok, std::chrono::steady_clock::duration time) {
    int interruption = ProcessSet::interruption();
    result.status = interruption ? 128 + interruption : reporter.exitStatus();
    if (!ok && result.status == 0) result.status = 1;
    if (ok) {
      long hundredths = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() / 10;
      std::string seconds = strCat(hundredths / 100, ".", hundredths / 10 % 10, hundredths % 10, " s");
      reporter.status("Finished", strCat(fileName(result.output), " in ", seconds, upToDate ? " (up to date)" : ""));
    }
    reporter.finished(ok);
    return std::move(result);
  }
};

}  // namespace

Build build(const Environment& environment, const BuildOptions& options, Reporter& reporter) {
  return Builder(environment, options, reporter).run();
}

Result<void> prepareEditor(const Environment& environment, const std::string& manifestPath, Reporter& reporter) {
  BuildOptions options;
  options.goal = plan::Goal::Check;
  options.manifestPath = manifestPath;
  return Builder(environment, options, reporter).prepareEditor();
}

std::string targetDirectory(const Environment& environment, const Manifest& manifest, const std::string& given) {
  if (!given.empty()) return normalPath(joinPath(environment.directory, given));
  return joinPath(manifest.directory, "target");
}

}  // namespace gpuc::tool::driver

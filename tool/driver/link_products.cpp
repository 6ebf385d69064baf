#include "tool/driver/link_products.h"

#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/base/text.h"
#include "tool/driver/scheduler.h"
#include "tool/driver/target_directory.h"
#include "tool/link/command.h"
#include "tool/link/messages.h"
#include "tool/plan/fingerprint.h"

#include <algorithm>
#include <csignal>
#include <optional>

namespace gpuc::tool::driver {

namespace {

class Linker {
 public:
  Linker(const Plan& plan, const Tools& tools, const std::string& output, plan::State& state, Reporter& reporter)
      : plan(plan), tools(tools), output(output), state(state), reporter(reporter) {}

  LinkOutcome run(int parallel) {
    LinkOutcome outcome;
    std::vector<Job> jobs;
    for (const Product& program : plan.products) {
      std::uint64_t key = plan::productKey(state, plan, program, toolsHash(program));
      std::optional<std::string> reason = plan::dirtyReason(state, plan::productName(program), key);
      if (!reason) {
        reporter.artifact(program.name, program.output, true);
      } else if (hasMain(program)) {
        reporter.detail("Dirty", strCat(program.name, ": ", *reason));
        jobs.push_back(makeJob(program, key));
      } else {
        outcome.ok = false;
      }
    }
    if (!outcome.ok || jobs.empty()) return outcome;
    outcome.linked = true;
    WriteMark mark(output);
    outcome.ok = runJobs(jobs, parallel, reporter);
    return outcome;
  }

 private:
  const Plan& plan;
  const Tools& tools;
  const std::string& output;
  plan::State& state;
  Reporter& reporter;

  std::vector<std::string> archives(const Product& program) const {
    // The test library's main calls into the runtime, so it stands in front.
    if (program.isTest()) return {tools.testLibrary, tools.runtimeLibrary};
    return {tools.runtimeLibrary};
  }

  std::uint64_t toolsHash(const Product& program) {
    Hasher hasher;
    if (program.isLibrary())
      return hasher.add(state.files.currentProgramHash(state.files.file(tools.compiler))).digest();
    hasher.add(state.files.currentProgramHash(state.files.file(tools.linker)));
    for (const std::string& archive : archives(program)) hasher.add(state.files.currentHash(state.files.file(archive)));
    return hasher.digest();
  }

  bool hasMain(const Product& program) {
    if (program.isTest() || program.isLibrary()) return true;
    auto definesMain = [&](std::size_t unit) { return state.units.at(plan.units[unit].name).hasMain; };
    if (std::ranges::any_of(program.units, definesMain)) return true;
    Place place;
    place.file = program.source;
    reporter.report(
        diag(Code::UndefinedSymbol, place, "the program has no main", strCat("define int main() in ", program.source)));
    return false;
  }

  Job makeJob(const Product& program, std::uint64_t key) {
    link::Inputs inputs;
    inputs.linker = tools.linker;
    inputs.gccDirectory = tools.gccDirectory;
    inputs.startFiles = tools.startFiles;
    inputs.archives = archives(program);
    inputs.output = temporaryName(program.output);
    link::Sources sources{plan.units[program.units.front()].request.directory, {}, program.source};
    for (std::size_t index : program.units) {
      const Unit& unit = plan.units[index];
      std::vector<std::string> objects = {unit.request.object};
      if (state.units.at(unit.name).hasDevice) objects.push_back(unit.request.deviceObject);
      for (const std::string& object : objects) {
        inputs.objects.push_back(object);
        sources.objects.emplace(object, unit.request.source);
      }
    }
    std::vector<std::string> line =
        program.isLibrary() ? link::archiveCommand(tools.compiler, inputs) : link::command(inputs);
    std::string responseFile, responseText;
    if (link::needsResponseFile(line)) {
      responseFile = joinPath(output, strCat("objects/", fileName(program.output), ".link"));
      responseText = link::responseFileText(line);
      line = {line.front(), "@" + responseFile};
    }
    Job job;
    job.command.arguments = line;
    job.starting = [this, &program, directory = sources.directory, responseFile, responseText, line] {
      reporter.status(program.isLibrary() ? "Archiving" : "Linking", relativeTo(program.output, directory));
      reporter.detail("Running", join(line, " "));
      Result<void> ready = makeDirectories(parentPath(program.output));
      if (ready && !responseFile.empty()) ready = writeFile(responseFile, responseText);
      if (!ready) reporter.report(ready.error());
      return ready.has_value();
    };
    job.finished = [this, &program, key, sources](const ProcessResult& result) {
      return finish(program, key, sources, result);
    };
    return job;
  }

  bool finish(const Product& program, std::uint64_t key, const link::Sources& sources, const ProcessResult& result) {
    std::string made = temporaryName(program.output);
    if (!result.ok()) {
      removeFile(made);
      // lld writes into mapped memory, which the kernel answers so when the disk is full.
      if (result.signal == SIGBUS) {
        reporter.report(diag(Code::FileAccess, strCat("cannot write '", made, "': No space left on device"),
                             "free some space, or build elsewhere with --target-dir DIR"));
        return false;
      }
      std::string said = result.output;
      if (program.isLibrary()) {
        // "gpuc-cc: cannot archive 'FILE': REASON"
        std::string_view reason = trim(said);
        if (std::size_t quoted = reason.rfind("': "); quoted != reason.npos) reason.remove_prefix(quoted + 3);
        reporter.report(diag(Code::FileAccess, strCat("cannot write '", program.output, "': ", std::string(reason)),
                             "free some space, or build elsewhere with --target-dir DIR"));
        return false;
      }
      if (result.signal != 0) said += strCat("lld was ended by signal ", result.signal);
      for (const Diagnostic& diagnostic : link::diagnose(said, sources)) reporter.report(diagnostic);
      return false;
    }
    Result<void> renamed = renameFile(made, program.output);
    if (!renamed) {
      reporter.report(renamed.error());
      return false;
    }
    plan::noteMade(state, plan::productName(program), program.output, key);
    reporter.artifact(program.name, program.output, false);
    return true;
  }
};

}  // namespace

LinkOutcome linkProducts(const Plan& plan, const Tools& tools, const std::string& output, plan::State& state,
                         int parallel, Reporter& reporter) {
  return Linker(plan, tools, output, state, reporter).run(parallel);
}

}  // namespace gpuc::tool::driver

#include "tool/driver/compile.h"

#include "tool/base/text.h"
#include "tool/model/request_json.h"
#include "tool/plan/fingerprint.h"

#include <algorithm>
#include <cstring>
#include <time.h>

namespace gpuc::tool::driver {

namespace {

std::int64_t now() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1'000'000'000ll + time.tv_nsec;
}

// "x.response.json" -> "x.request.json"
std::string requestFile(const Request& request) {
  constexpr std::string_view suffix = ".response.json";
  std::string base = request.response;
  if (base.ends_with(suffix)) base.resize(base.size() - suffix.size());
  return base + ".request.json";
}

Command commandOf(const Tools& tools, const Request& request) {
  return {.arguments = {tools.compiler, requestFile(request)},
          .directory = request.directory,
          .environment = {},
          .separateErrors = false};
}

// Everything that gpuc-cc needs to be there: the request, and the directories of its outputs. An answer of an earlier
// run must not be taken for this one's.
Result<void> prepare(const Request& request) {
  for (const std::string* output : {&request.object, &request.editorStub, &request.response})
    if (!output->empty()) GPUC_TRY(makeDirectories(parentPath(*output)));
  removeFile(request.response);
  return writeFile(requestFile(request), toJson(request).text(true) + "\n");
}

Diagnostic crashed(const Request& request, const ProcessResult& result, std::string why) {
  Place place;
  place.file = request.source;
  Diagnostic bug = diag(Code::CompilerCrashed, place,
                        strCat("gpuc-cc ", why, "; the request that shows it is ", requestFile(request)),
                        "this is a bug in gpuc: please report it with that file and the source");
  constexpr std::size_t kShown = 4000;
  std::string_view said = trim(result.output);
  if (said.size() > kShown) said.remove_prefix(said.size() - kShown);
  if (!said.empty()) bug.notes.push_back({{}, strCat("it said:\n", said)});
  return bug;
}

Result<Response> readResponse(const Request& request, const ProcessResult& result) {
  if (result.signal != 0)
    return crashed(request, result, strCat("was ended by signal ", result.signal, " (", strsignal(result.signal), ")"));
  if (result.exitCode == kCannotAnswer) {
    std::string_view said = trim(result.output);
    constexpr std::string_view name = "gpuc-cc: ";
    if (said.starts_with(name)) said.remove_prefix(name.size());
    return diag(Code::FileAccess, std::string(said), "free some space, or build elsewhere with --target-dir DIR");
  }
  Result<std::string> text = readFile(request.response);
  if (!text) return crashed(request, result, strCat("gave no answer and exit status ", result.exitCode));
  Result<Json> json = Json::parse(*text, request.response);
  if (!json) return crashed(request, result, strCat("gave an answer that is ", json.error().message));
  Result<Response> response = responseFromJson(*json);
  if (!response)
    return crashed(request, result, strCat("gave an answer that cannot be read: ", response.error().message));
  if (response->ok && result.exitCode != 0)
    return crashed(request, result, strCat("ended with status ", result.exitCode, " after an answer without error"));
  return response;
}

bool isError(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::Error || diagnostic.severity == Severity::Internal;
}

}  // namespace

bool compileUnits(const std::vector<CompileJob>& jobs, const Tools& tools, plan::State& state, int parallel,
                  Reporter& reporter) {
  std::vector<std::int64_t> started(jobs.size());
  std::vector<Job> work;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const CompileJob& job = jobs[i];
    const Unit& unit = *job.unit;
    Command command = commandOf(tools, unit.request);
    auto starting = [&, i] {
      reporter.status(unit.request.mode == RequestMode::Check ? "Checking" : "Compiling", unit.name);
      reporter.detail("Running", join(commandOf(tools, unit.request).arguments, " "));
      started[i] = now();
      Result<void> prepared = prepare(unit.request);
      if (!prepared) reporter.report(prepared.error());
      return prepared.has_value();
    };
    auto finished = [&, i](const ProcessResult& result) {
      Result<Response> response = readResponse(unit.request, result);
      if (!response) {
        reporter.report(response.error());
        return false;
      }
      for (const Diagnostic& diagnostic : response->diagnostics) reporter.report(diagnostic);
      if (response->ok)
        plan::noteCompiled(state, unit, job.key, *response, started[i]);
      else if (std::ranges::none_of(response->diagnostics, isError))
        reporter.report(crashed(unit.request, result, "refused the file without saying why"));
      return response->ok;
    };
    work.push_back({std::move(command), std::move(starting), std::move(finished)});
  }
  return runJobs(work, parallel, reporter);
}

Result<Response> ask(const Tools& tools, const Request& request) {
  GPUC_TRY(prepare(request));
  ProcessResult result = GPUC_TRY(runProcess(commandOf(tools, request)));
  return readResponse(request, result);
}

}  // namespace gpuc::tool::driver

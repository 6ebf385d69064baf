#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/base/version.h"
#include "tool/commands/common.h"
#include "tool/manifest/load.h"
#include "tool/manifest/name.h"
#include "tool/toolchain/installation.h"

#include <algorithm>
#include <filesystem>

namespace gpuc::tool::commands {

namespace {

std::string replaceAll(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

Result<std::string> findTemplate(const std::string& templates, const std::string& name) {
  std::vector<std::string> known;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(templates, error))
    if (entry.is_directory(error)) known.push_back(entry.path().filename().native());
  std::ranges::sort(known);
  if (std::ranges::find(known, name) != known.end()) return joinPath(templates, name);
  if (known.empty())
    return diag(Code::NoRuntime, strCat("there are no templates in '", templates, "'"), "run install.sh again");
  std::string help = didYouMean(name, known);
  return diag(Code::UnknownCommand, strCat("there is no template '", name, "'"),
              help.empty() ? strCat("the templates are ", join(known, ", ")) : help);
}

Result<void> copyTemplate(const std::string& from, const std::string& to, const std::string& name) {
  for (const std::string& file : GPUC_TRY(listFiles(from))) {
    std::string text = GPUC_TRY(readFile(joinPath(from, file)));
    text = replaceAll(replaceAll(std::move(text), "@NAME@", name), "@GPUC_VERSION@", kVersion);
    // Stored without the dot, or the repository that holds the templates would obey it.
    std::string target = fileName(file) == "gitignore" ? joinPath(parentPath(file), ".gitignore") : file;
    std::string path = normalPath(joinPath(to, replaceAll(target, "@NAME@", name)));
    GPUC_TRY(makeDirectories(parentPath(path)));
    GPUC_TRY(writeFile(path, text));
  }
  return {};
}

// All or nothing: written beside the destination, then renamed to it.
Result<void> create(const std::string& source, const std::string& destination, const std::string& name) {
  std::string unfinished = joinPath(parentPath(destination), strCat(".", fileName(temporaryName(destination))));
  GPUC_TRY(removeTree(unfinished));
  GPUC_TRY(makeDirectories(unfinished));
  Result<void> done = copyTemplate(source, unfinished, name);
  if (done) done = renameFile(unfinished, destination);
  if (!done) static_cast<void>(removeTree(unfinished).has_value());
  return done;
}

Result<std::string> newProject(const Context& context, const Arguments& arguments) {
  if (arguments.positionals.empty())
    return diag(Code::UnknownCommand, "new needs a name", "for example gpuc new vecadd_demo");
  std::string name = arguments.positionals.front();
  GPUC_TRY(manifest::checkName(name));
  std::string destination = normalPath(joinPath(context.environment.directory, arguments.value("--path", name)));
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(destination, error)))
    return diag(Code::DestinationExists, strCat("'", destination, "' exists already"),
                isFile(joinPath(destination, manifest::kFileName))
                    ? "it is a gpuc project: build it with 'gpuc build', or choose another name"
                    : "choose another name, or another place with --path DIR");
  Installation installation = findInstallation(Host{context.environment.variables, {}}, context.environment.executable);
  std::string source = GPUC_TRY(findTemplate(installation.templates, arguments.value("--template", "vecadd")));
  GPUC_TRY(create(source, destination, name));
  return destination;
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<std::string> created = newProject(context, arguments);
  if (!created) return fail(reporter, created.error());
  std::string shown = relativeTo(*created, context.environment.directory);
  reporter.status("Created", shown);
  // The project is there and right even when its editor files have to wait for the first build.
  Result<void> editor = driver::prepareEditor(context.environment, joinPath(*created, manifest::kFileName), reporter);
  if (!editor) {
    Diagnostic warning = std::move(editor).error();
    warning.severity = Severity::Warning;
    warning.message = strCat("compile_commands.json was not written: ", warning.message);
    reporter.report(warning);
  }
  bool program = isFile(joinPath(*created, "src/main.cpp"));
  reporter.status("Next", strCat("cd ", shown, " && gpuc ", program ? "run" : "test"));
  return 0;
}

}  // namespace

CommandSpec newProjectCommand() {
  std::vector<OptionSpec> options = {{"--template", "", "NAME", "vecadd (default), tile, empty or lib"},
                                     {"--path", "", "DIR", "the directory to create, instead of NAME"}};
  for (const OptionSpec& option : commonOptions()) options.push_back(option);
  return {{.options = std::move(options), .positionals = {"NAME"}}, run};
}

}  // namespace gpuc::tool::commands

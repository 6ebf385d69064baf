#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"
#include "tool/toolchain/installation.h"

namespace gpuc::tool::commands {

namespace {

Result<std::string> page(const Context& context, const std::string& word) {
  std::optional<int> number = parseCodeNumber(word);
  if (!number || !findCode(*number))
    return diag(Code::UnknownCode, strCat("'", word, "' is not a code of gpuc"),
                "a code is what stands in brackets behind 'error', as in gpuc explain GPUC0221");
  Installation installation = findInstallation(Host{context.environment.variables, {}}, context.environment.executable);
  std::string name = codeName(*number).substr(4) + ".md";
  return GPUC_TRY(readFile(joinPath(installation.errors, name)));
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  if (arguments.positionals.empty())
    return fail(reporter, diag(Code::UnknownCommand, "explain needs a code", "for example gpuc explain GPUC0221"));
  Result<std::string> text = page(context, arguments.positionals.front());
  if (!text) return fail(reporter, text.error());
  driver::writeOut(*text);
  return 0;
}

}  // namespace

CommandSpec explainCommand() { return {{.options = commonOptions(), .positionals = {"CODE"}}, run}; }

}  // namespace gpuc::tool::commands

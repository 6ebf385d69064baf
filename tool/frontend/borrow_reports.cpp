#include "tool/frontend/borrow_reports.h"

#include "tool/base/text.h"
#include "tool/frontend/borrow_facts.h"
#include "tool/frontend/session.h"

namespace gpuc::tool::borrow {

using namespace clang;

std::string spelled(const Place& place) {
  std::string text;
  if (const auto* variable = dyn_cast_or_null<ValueDecl>(place.root)) text = variable->getNameAsString();
  for (const Step& step : place.steps) {
    if (step.kind == Step::Field)
      text += (text.empty() ? "" : ".") + static_cast<const FieldDecl*>(step.what)->getNameAsString();
    else if (step.kind == Step::Index)
      text += "[" + std::to_string(step.index) + "]";
  }
  return text;
}

std::string Reports::textOf(const Expr& expression) const { return sourceText(session, expression); }

bool Reports::first(Code code, SourceLocation location) {
  return on && session.borrowReports.emplace(static_cast<int>(code), session.sources().getFileLoc(location)).second;
}

void Reports::report(Code code, SourceLocation location, const std::string& message, const std::string& help) {
  reportCode(session.ci->getDiagnostics(), location, code, message, help);
}

void Reports::note(SourceLocation location, const std::string& message) {
  if (location.isValid()) reportNote(session.ci->getDiagnostics(), location, message);
}

void Reports::aliased(const Expr& argument, llvm::StringRef argumentName, const Expr& output,
                      llvm::StringRef outputName) {
  if (!first(Code::AliasedArgument, argument.getBeginLoc())) return;
  report(Code::AliasedArgument, argument.getBeginLoc(),
         strCat("'", textOf(argument), "' is the output '", outputName.str(), "' of this launch and its argument '",
                argumentName.str(), "' too"),
         "give the output a buffer of its own, or one half of split_at to each");
  note(output.getBeginLoc(), "it is the output here");
}

void Reports::moved(const Expr& use, SourceLocation move, bool inEarlierTurn) {
  if (!first(Code::UsedAfterMove, use.getBeginLoc())) return;
  report(Code::UsedAfterMove, use.getBeginLoc(), strCat("'", textOf(use), "' is used after it was moved"),
         strCat("use what it was moved to, or give it a new ",
                kindOf(use.getType()) == Kind::Buffer ? "buffer" : "value", " first"));
  note(move, inEarlierTurn ? "it was moved here, in an earlier turn of the loop" : "it was moved here");
}

void Reports::outlived(const Expr& use, const Ended& ended) {
  if (!first(Code::BufferGone, use.getBeginLoc())) return;
  report(Code::BufferGone, use.getBeginLoc(),
         strCat("'", textOf(use), "' shows the memory of '", ended.name, "', which is gone"),
         "keep the buffer for as long as a view of it is used");
  note(ended.place, strCat("'", ended.name, ended.replaced ? "' was given another buffer here" : "' ended here"));
}

void Reports::returned(const Expr& value, const Place& buffer) {
  if (!first(Code::BufferGone, value.getBeginLoc())) return;
  report(Code::BufferGone, value.getBeginLoc(),
         strCat("what is returned shows the memory of '", spelled(buffer), "', which ends here"),
         "return the buffer itself, and make the view where it is used");
  if (buffer.root) note(buffer.root->getLocation(), strCat("'", spelled(buffer), "' is a local buffer"));
}

void Reports::kept(SourceLocation stored, const Place& view, const Ended& ended) {
  if (!first(Code::BufferGone, stored)) return;
  report(Code::BufferGone, stored,
         strCat("'", spelled(view), "' keeps a view of '", ended.name, "', which ends before it"),
         "keep the buffer beside its view");
  note(ended.place, strCat("'", ended.name, "' ended here"));
}

void Reports::unlooked(const Expr& use, const Expr& result) {
  if (!first(Code::UncheckedAccess, use.getBeginLoc())) return;
  report(Code::UncheckedAccess, use.getBeginLoc(),
         strCat("'", textOf(result), "' is used before it is looked at: it may be nothing"),
         "look first: if (auto slot = out.get_if(index)) *slot = ...;");
}

}  // namespace gpuc::tool::borrow

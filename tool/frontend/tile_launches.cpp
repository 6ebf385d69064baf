#include "tool/frontend/tile_launches.h"

#include "tool/base/text.h"
#include "tool/frontend/session.h"
#include "tool/frontend/tile_kernels.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// A class of gpuc's by its name; "" for any other type.
llvm::StringRef gpucClass(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  if (!space || space->getName() != "gpuc" || !record->getDeclName().isIdentifier()) return {};
  return record->getName();
}

// What an operation gives counts as its result does.
QualType valueType(QualType type) {
  type = type.getNonReferenceType();
  if (gpucClass(type) != "op") return type;
  const auto* record = cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return record->getTemplateArgs()[0].getAsType();
}

bool isTensor(QualType type) {
  llvm::StringRef name = gpucClass(type);
  return name == "tensor" || name == "partitioned" || name == "borrowed";
}

// A tensor variable that an argument mentions, and whether the argument moves from it.
struct Mention {
  const VarDecl* variable = nullptr;
  const DeclRefExpr* at = nullptr;
  bool moved = false;
};

const VarDecl* ownerOf(const VarDecl* variable) {
  for (int budget = 16; budget > 0; --budget) {
    if (!variable->getType()->isReferenceType() || isa<ParmVarDecl>(variable) || !variable->getInit()) break;
    const auto* bound = dyn_cast<DeclRefExpr>(variable->getInit()->IgnoreParenImpCasts());
    const auto* next = bound ? dyn_cast<VarDecl>(bound->getDecl()) : nullptr;
    if (!next) break;
    variable = next;
  }
  return variable->getCanonicalDecl();
}

class MentionVisitor : public DynamicRecursiveASTVisitor {
 public:
  explicit MentionVisitor(std::vector<Mention>& found) : found(found) {}

  bool TraverseCallExpr(CallExpr* call) override {
    const FunctionDecl* callee = call->getDirectCallee();
    bool outer = moving;
    if (callee && callee->isInStdNamespace() && callee->getDeclName().isIdentifier() && callee->getName() == "move")
      moving = true;
    bool go = DynamicRecursiveASTVisitor::TraverseCallExpr(call);
    moving = outer;
    return go;
  }
  bool VisitDeclRefExpr(DeclRefExpr* reference) override {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable && isTensor(variable->getType())) found.push_back({ownerOf(variable), reference, moving});
    return true;
  }

 private:
  std::vector<Mention>& found;
  bool moving = false;
};

const FunctionDecl* launchedKernel(const Session& session, const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || !session.isGenerated(callee->getLocation()) || !callee->getDeclName().isIdentifier()) return nullptr;
  const DeclContext* space = callee->getDeclContext()->getRedeclContext();
  for (const auto& [function, attributes] : session.kernels)
    if (attributes.tile && function->getDeclContext()->getRedeclContext()->Equals(space) &&
        function->getDeclName().isIdentifier() && function->getName() == callee->getName())
      return function;
  return nullptr;
}

class LaunchVisitor : public DynamicRecursiveASTVisitor {
 public:
  explicit LaunchVisitor(Session& session) : session(session) { ShouldVisitLambdaBody = true; }

  bool VisitCallExpr(CallExpr* call) override {
    const FunctionDecl* kernel = launchedKernel(session, *call);
    if (!kernel || call->getNumArgs() != kernel->getNumParams()) return true;
    checkMentions(*call, *kernel);
    if (gpucRefusal(call->getType())) explain(*call, *kernel);
    return true;
  }

 private:
  static bool gpucRefusal(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && record->getDeclName().isIdentifier() && record->getName() == "refused_tile_launch";
  }

  void report(SourceLocation at, Code code, const std::string& message, const std::string& help) {
    reportCode(session.ci->getDiagnostics(), at, code, message, help);
  }

  // Why no instantiation of the kernel takes these arguments.
  void explain(const CallExpr& call, const FunctionDecl& kernel) {
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      llvm::StringRef wanted = tileTensorName(kernel.getParamDecl(i)->getType());
      QualType given = valueType(call.getArg(i)->getType());
      llvm::StringRef name = gpucClass(given);
      std::string parameter = "'" + kernel.getParamDecl(i)->getNameAsString() + "'";
      SourceLocation at = call.getArg(i)->getBeginLoc();
      if (wanted == "out" && name != "partitioned")
        return report(at, Code::TileOutput,
                      parameter + " is an output of kernel '" + kernel.getNameAsString() +
                          "', and nothing says which tile of this argument is whose",
                      "pass it cut into tiles: std::move(" + textOf(*call.getArg(i)) +
                          ").partition(gpuc::tile_shape<...>)");
      if (wanted == "in" && name != "tensor" && name != "borrowed")
        return report(at, Code::TileArgument,
                      parameter + " is an input of kernel '" + kernel.getNameAsString() + "', and the argument is '" +
                          given.getUnqualifiedType().getAsString() + "'",
                      name == "partitioned" ? "pass the whole tensor: call unpartition()" : "pass a gpuc::tensor");
    }
    report(call.getBeginLoc(), Code::TileArgument,
           "the arguments do not fit kernel '" + kernel.getNameAsString() + "': " + difference(call, kernel),
           "element types and the shapes of tiles must be the kernel's");
  }

  std::string difference(const CallExpr& call, const FunctionDecl& kernel) {
    std::string text;
    PrintingPolicy policy(session.ci->getLangOpts());
    policy.SuppressTagKeyword = true;
    for (unsigned i = 0; i < call.getNumArgs(); ++i)
      text += strCat(i == 0 ? "" : ", ", "'", kernel.getParamDecl(i)->getNameAsString(), "' is '",
                     kernel.getParamDecl(i)->getType().getAsString(policy), "' and gets '",
                     valueType(call.getArg(i)->getType()).getUnqualifiedType().getAsString(policy), "'");
    return text;
  }

  std::string textOf(const Expr& expression) {
    const Expr* inner = expression.IgnoreParenImpCasts();
    if (const auto* call = dyn_cast<CallExpr>(inner); call && call->getNumArgs() == 1) inner = call->getArg(0);
    const auto* reference = dyn_cast<DeclRefExpr>(inner->IgnoreParenImpCasts());
    return reference ? reference->getDecl()->getNameAsString() : "z";
  }

  void checkMentions(const CallExpr& call, const FunctionDecl& kernel) {
    struct Argument {
      std::vector<Mention> mentions;
      bool output = false;
    };
    std::vector<Argument> arguments(call.getNumArgs());
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      MentionVisitor visitor(arguments[i].mentions);
      visitor.TraverseStmt(const_cast<Expr*>(call.getArg(i)));
      arguments[i].output = tileTensorName(kernel.getParamDecl(i)->getType()) == "out";
    }
    for (unsigned i = 0; i < arguments.size(); ++i)
      for (unsigned k = i + 1; k < arguments.size(); ++k)
        for (const Mention& first : arguments[i].mentions)
          for (const Mention& second : arguments[k].mentions)
            if (first.variable == second.variable)
              return reportPair(kernel, first, second, i, k, arguments[i].output, arguments[k].output);
  }

  void reportPair(const FunctionDecl& kernel, const Mention& first, const Mention& second, unsigned i, unsigned k,
                  bool firstOutput, bool secondOutput) {
    std::string name = first.variable->getNameAsString();
    if (first.moved || second.moved) {
      report(second.at->getLocation(), Code::UsedAfterMove,
             "'" + name + "' is moved into this launch and is another argument of it too",
             "give each argument a tensor of its own, or lend it: gpuc::borrow(" + name + ")");
      reportNote(session.ci->getDiagnostics(), first.at->getLocation(), "it is the argument here");
      return;
    }
    if (!firstOutput && !secondOutput) return;  // inputs may be shared
    unsigned out = firstOutput ? i : k, other = firstOutput ? k : i;
    report((firstOutput ? second : first).at->getLocation(), Code::AliasedArgument,
           "'" + name + "' is the output '" + kernel.getParamDecl(out)->getNameAsString() +
               "' of this launch and its argument '" + kernel.getParamDecl(other)->getNameAsString() + "' too",
           "give the output a tensor of its own");
    reportNote(session.ci->getDiagnostics(), (firstOutput ? first : second).at->getLocation(), "it is the output here");
  }

  Session& session;
};

}  // namespace

void checkTileLaunches(Session& session, const FunctionDecl& function) {
  LaunchVisitor visitor(session);
  if (Stmt* body = function.getBody()) visitor.TraverseStmt(body);
}

}  // namespace gpuc::tool

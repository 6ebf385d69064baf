// The borrow check's walk through a function: what each statement does to the state, until no state changes any more,
// and once more with reports. Lambdas of the function are walked where it calls them, in the state at the call.
#pragma once

#include "tool/frontend/borrow_facts.h"
#include "tool/frontend/borrow_reports.h"

#include "clang/Analysis/CFG.h"

namespace gpuc::tool::borrow {

class Flow {
 public:
  explicit Flow(Session& session);
  ~Flow();

  void check(const clang::FunctionDecl& function);

 private:
  // The function that is walked at the moment, with the lambdas that it calls itself.
  struct Frame {
    const clang::FunctionDecl* function;
    std::set<const clang::VarDecl*> calledLambdas;
    std::set<const clang::VarDecl*> changedUnseen;  // scalars that something may change through a reference
  };

  // borrow_flow.cpp: functions, branches, lambdas
  State walk(const clang::FunctionDecl& function, State entry);
  State walkReporting(const clang::CFG& graph, std::vector<States>& entries, bool reports);
  const clang::CFG* graphOf(const clang::FunctionDecl& function);
  void element(const clang::CFGElement& element, State& state);
  void enterBranch(const clang::CFGBlock& block, unsigned successor, State& state);
  void remember(const clang::Expr* condition, bool taken, State& state);
  void lambda(const clang::LambdaExpr& expression, State& state);
  bool callLambda(const clang::CXXOperatorCallExpr& call, State& state);
  void atExit(const State& state);

  // borrow_effects.cpp: statements
  void statement(const clang::Stmt& statement, State& state);
  void changed(const clang::Expr& target, State& state);
  void declare(const clang::VarDecl& variable, State& state);
  void construct(const clang::CXXConstructExpr& expression, State& state);
  void call(const clang::CallExpr& expression, State& state);
  void operatorCall(const clang::CXXOperatorCallExpr& expression, State& state);
  void libraryCall(const clang::CallExpr& expression, State& state);
  void generatedCall(const clang::CallExpr& expression, State& state);
  void unknownCall(const clang::CallExpr& expression, State& state);
  void swap(const clang::Expr& one, const clang::Expr& other, State& state);
  void returnValue(const clang::Expr& value, State& state);
  void endOf(const clang::VarDecl& variable, clang::SourceLocation where, State& state);

  // borrow_values.cpp: values that are given, moved and used
  void assign(const Place& place, clang::QualType type, const clang::Expr& value, State& state);
  std::optional<std::set<Memory>> memoryOf(const clang::Expr& value, const State& state) const;
  // A buffer that has been in use is given another one.
  void overwrite(const Place& buffer, const clang::Expr& value, State& state);
  void assignResult(const Place& place, const clang::Expr& value, State& state);
  void carry(const Place& from, const Place& to, State& state);
  void move(const clang::Expr& expression, State& state);
  // Reports a buffer that was moved or a view of one that is gone; returns whether it did.
  bool use(const clang::Expr& expression, State& state);

  // borrow_launch.cpp
  bool launch(const clang::CXXMemberCallExpr& call, State& state);

  Session& session;
  Reports reports;
  bool gaveUp = false;
  std::vector<Frame> frames;
  std::map<const clang::FunctionDecl*, std::unique_ptr<clang::CFG>> graphs;
  std::map<Place, clang::SourceLocation> stores;  // of views, where they outlive the function
};

}  // namespace gpuc::tool::borrow

#include "tool/frontend/borrow_flow.h"

#include "tool/frontend/session.h"

namespace gpuc::tool::borrow {

using namespace clang;

namespace {

// Lambdas that call lambdas are walked within each other; a chain that is deeper is left to the launches.
constexpr std::size_t kDeepestLambda = 4;
// Every state grows only, but by how much depends on the program. A function that takes more is not reported on.
constexpr unsigned kMostVisits = 128;

// How many states a block is walked in: what a function costs grows with its length only, from some length on.
std::size_t mostStates(const CFG& graph) { return std::clamp<std::size_t>(1200 / graph.getNumBlockIDs(), 1, 8); }

// Whether anything in a body concerns the check, and which lambdas it calls by name.
class Survey : public DynamicRecursiveASTVisitor {
 public:
  Survey() { ShouldVisitLambdaBody = true; }

  bool VisitExpr(Expr* expression) override {
    concerned |= kindOf(expression->getType()) != Kind::Other;
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) override {
    concerned |= kindOf(variable->getType()) != Kind::Other;
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) override {
    if (call->getOperator() == OO_Call)
      if (const auto* callee = dyn_cast<DeclRefExpr>(strip(call->getArg(0))))
        if (const auto* variable = dyn_cast<VarDecl>(callee->getDecl())) called.insert(variable);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* reference) override {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) ++uses[variable];
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr* cast) override {
    if (cast->getCastKind() == CK_LValueToRValue)
      if (const auto* reference = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
        if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) --uses[variable];
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator* binary) override {
    if (binary->isAssignmentOp()) assigned(binary->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* unary) override {
    if (unary->isIncrementDecrementOp()) assigned(unary->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr* closure) override {
    for (const LambdaCapture& capture : closure->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        if (const auto* variable = dyn_cast<VarDecl>(capture.getCapturedVar())) referred.insert(variable);
    return true;
  }

  std::set<const VarDecl*> changedUnseen() const {
    std::set<const VarDecl*> variables = referred;
    for (const auto& [variable, others] : uses)
      if (others != 0) variables.insert(variable);
    return variables;
  }

  bool concerned = false;
  std::set<const VarDecl*> called;

 private:
  // The walk sees these where they happen.
  void assigned(const Expr* target) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(target->IgnoreParens()))
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) --uses[variable];
  }

  std::map<const VarDecl*, int> uses;  // other than reading and assigning the value
  std::set<const VarDecl*> referred;
};

// Whether an expression has one value for as long as nothing that the walk sees changes its variables.
bool isSteady(const Expr* expression, const std::set<const VarDecl*>& unseen, Outcome& outcome) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* constant = dyn_cast<ConstantExpr>(expression)) expression = constant->getSubExpr()->IgnoreParens();
  if (isa<IntegerLiteral, CXXBoolLiteralExpr, CharacterLiteral, CXXNullPtrLiteralExpr>(expression)) return true;
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return !unary->isIncrementDecrementOp() && unary->getOpcode() != UO_Deref && unary->getOpcode() != UO_AddrOf &&
           isSteady(unary->getSubExpr(), unseen, outcome);
  if (const auto* binary = dyn_cast<BinaryOperator>(expression))
    return !binary->isAssignmentOp() && isSteady(binary->getLHS(), unseen, outcome) &&
           isSteady(binary->getRHS(), unseen, outcome);
  const auto* reference = dyn_cast<DeclRefExpr>(expression);
  if (!reference) return false;
  if (isa<EnumConstantDecl>(reference->getDecl())) return true;
  const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
  if (!variable || !variable->hasLocalStorage() || !variable->getType()->isScalarType() ||
      variable->getType().isVolatileQualified() || unseen.contains(variable))
    return false;
  outcome.variables.push_back(variable);
  return true;
}

const LambdaExpr* lambdaOf(const VarDecl& variable) {
  return variable.getInit() ? dyn_cast<LambdaExpr>(strip(variable.getInit())) : nullptr;
}

}  // namespace

Flow::Flow(Session& session) : session(session), reports(session) {}
Flow::~Flow() = default;

void Flow::check(const FunctionDecl& function) {
  Survey survey;
  survey.TraverseStmt(function.getBody());
  if (!survey.concerned) return;
  frames.push_back({&function, std::move(survey.called), survey.changedUnseen()});
  State entry;
  entry.reached = true;
  const CFG* graph = graphOf(function);
  if (graph) {
    std::vector<States> entries(graph->getNumBlockIDs());
    entries[graph->getEntry().getBlockID()].add(entry);
    walkReporting(*graph, entries, false);
    atExit(walkReporting(*graph, entries, true));
  }
  frames.pop_back();
}

const CFG* Flow::graphOf(const FunctionDecl& function) {
  auto [found, added] = graphs.try_emplace(&function);
  if (added) {
    CFG::BuildOptions options;
    options.AddImplicitDtors = true;
    options.AddInitializers = true;
    options.setAllAlwaysAdd();
    found->second = CFG::buildCFG(&function, function.getBody(), &session.context(), options);
  }
  return found->second.get();
}

// Walks with states already given to the entry: to the fixpoint, or once with reports. Returns the state at the exit.
State Flow::walkReporting(const CFG& graph, std::vector<States>& entries, bool reporting) {
  const std::size_t most = mostStates(graph);
  // A handler is entered from anywhere in its block; what holds before the block is the least that is known.
  for (const CFGBlock* handler : graph.try_blocks())
    for (const State& state : entries[graph.getEntry().getBlockID()]) entries[handler->getBlockID()].add(state);
  auto run = [&](const CFGBlock& block, auto&& leave) {
    const States here = entries[block.getBlockID()];  // a loop's block may be its own successor
    for (State state : here) {
      for (const CFGElement& part : block) element(part, state);
      unsigned index = 0;
      for (auto successor = block.succ_begin(); successor != block.succ_end(); ++successor, ++index) {
        const CFGBlock* next = successor->getReachableBlock();
        if (!next) continue;
        State there = state;
        enterBranch(block, index, there);
        leave(*next, there);
      }
    }
  };

  bool outer = reports.on;
  if (reporting) {
    reports.on = !gaveUp;
    // Blocks are numbered against the order of the source.
    std::vector<const CFGBlock*> blocks(graph.begin(), graph.end());
    llvm::sort(blocks, [](auto* one, auto* other) { return one->getBlockID() > other->getBlockID(); });
    for (const CFGBlock* block : blocks) run(*block, [](const CFGBlock&, const State&) {});
  } else {
    reports.on = false;
    std::map<unsigned, const CFGBlock*, std::greater<>> work;
    std::vector<unsigned> visits(graph.getNumBlockIDs());
    for (const CFGBlock* block : graph)
      if (!entries[block->getBlockID()].empty()) work[block->getBlockID()] = block;
    while (!work.empty()) {
      const CFGBlock* block = work.begin()->second;
      work.erase(work.begin());
      if (++visits[block->getBlockID()] > kMostVisits) {
        gaveUp = true;
        break;
      }
      run(*block, [&](const CFGBlock& next, const State& state) {
        if (entries[next.getBlockID()].add(state, most)) work[next.getBlockID()] = &next;
      });
    }
  }
  reports.on = outer;
  return entries[graph.getExit().getBlockID()].joined();
}

State Flow::walk(const FunctionDecl& function, State entry) {
  const CFG* graph = function.getBody() ? graphOf(function) : nullptr;
  if (!graph) return entry;
  entry.forgetLocals(function);
  std::vector<States> entries(graph->getNumBlockIDs());
  entries[graph->getEntry().getBlockID()].add(entry);
  State exit = walkReporting(*graph, entries, false);
  if (reports.on) walkReporting(*graph, entries, true);
  return exit;
}

void Flow::element(const CFGElement& element, State& state) {
  if (auto statement = element.getAs<CFGStmt>()) return this->statement(*statement->getStmt(), state);
  if (auto initialised = element.getAs<CFGInitializer>()) {
    const CXXCtorInitializer& member = *initialised->getInitializer();
    const auto* constructor = dyn_cast<CXXConstructorDecl>(frames.back().function);
    if (constructor && member.isMemberInitializer() && member.getInit())
      assign(Place{constructor->getParent()->getCanonicalDecl(), {}} + memberStep(*member.getMember()),
             member.getMember()->getType(), *member.getInit(), state);
    return;
  }
  if (auto destroyed = element.getAs<CFGAutomaticObjDtor>())
    endOf(*destroyed->getVarDecl(), destroyed->getTriggerStmt()->getEndLoc(), state);
}

void Flow::enterBranch(const CFGBlock& block, unsigned successor, State& state) {
  const Stmt* terminator = block.getTerminatorStmt();
  const auto* condition = dyn_cast_or_null<Expr>(block.getTerminatorCondition());
  if (!terminator || !condition || isa<SwitchStmt>(terminator) || block.succ_size() != 2) return;
  std::vector<Place> looked;
  Facts(session.context(), state).lookedAt(condition, successor == 0, looked);
  for (const Place& result : looked) state.present[result] = true;
  remember(condition, successor == 0, state);
}

// A way that needs a condition to be what it was not before is none.
void Flow::remember(const Expr* condition, bool taken, State& state) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* negation = dyn_cast<UnaryOperator>(condition); negation && negation->getOpcode() == UO_LNot)
    return remember(negation->getSubExpr(), !taken, state);
  Outcome outcome{taken, {}};
  llvm::FoldingSetNodeID profile;
  if (const auto* binary = dyn_cast<BinaryOperator>(condition)) {
    BinaryOperatorKind kind = binary->getOpcode();
    if ((kind == BO_LAnd && taken) || (kind == BO_LOr && !taken)) {
      remember(binary->getLHS(), taken, state);
      return remember(binary->getRHS(), taken, state);
    }
    if (kind == BO_NE || kind == BO_GE || kind == BO_LE) {
      kind = BinaryOperator::negateComparisonOp(kind);
      outcome.holds = !taken;
    }
    profile.AddInteger(kind);
    binary->getLHS()->Profile(profile, session.context(), true);
    binary->getRHS()->Profile(profile, session.context(), true);
  } else {
    condition->Profile(profile, session.context(), true);
  }
  if (!isSteady(condition, frames.back().changedUnseen, outcome)) return;
  auto [known, added] = state.outcomes.emplace(profile, outcome);
  if (!added && known->second.holds != outcome.holds) state.reached = false;
}

void Flow::lambda(const LambdaExpr& expression, State& state) {
  bool calledHere = llvm::any_of(frames.back().calledLambdas,
                                 [&](const VarDecl* variable) { return lambdaOf(*variable) == &expression; });
  for (const LambdaCapture& capture : expression.captures()) {
    if (!capture.capturesVariable()) continue;
    const auto* variable = dyn_cast<VarDecl>(capture.getCapturedVar());
    if (!variable) continue;
    if (expression.isInitCapture(&capture))
      declare(*variable, state);
    else if (!calledHere && capture.getCaptureKind() == LCK_ByRef)
      state.escaped.insert(variable->getCanonicalDecl());
  }
  if (calledHere || frames.size() > kDeepestLambda) return;
  // Handed on to something that may call it: as if called here, with no effect on what follows.
  const CXXMethodDecl* body = expression.getCallOperator();
  std::vector<const FunctionDecl*> bodies;
  if (const FunctionTemplateDecl* generic = body->getDescribedFunctionTemplate())
    for (const FunctionDecl* instantiated : generic->specializations()) bodies.push_back(instantiated);
  else
    bodies.push_back(body);
  for (const FunctionDecl* function : bodies) {
    if (function->isDependentContext()) continue;
    frames.push_back({function, frames.back().calledLambdas, frames.back().changedUnseen});
    walk(*function, state);
    frames.pop_back();
  }
}

bool Flow::callLambda(const CXXOperatorCallExpr& call, State& state) {
  const auto* body = dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
  if (!body || !body->getParent()->isLambda() || !body->getBody() || body->isDependentContext()) return false;
  if (frames.size() > kDeepestLambda) return false;
  for (unsigned i = 0; i < body->getNumParams() && i + 1 < call.getNumArgs(); ++i) {
    const ParmVarDecl& parameter = *body->getParamDecl(i);
    Place place{parameter.getCanonicalDecl(), {}};
    // The arguments are read before the parameters of a call before this one are forgotten.
    assign(place, parameter.getType(), *call.getArg(i + 1), state);
  }
  frames.push_back({body, frames.back().calledLambdas, frames.back().changedUnseen});
  state = walk(*body, std::move(state));
  frames.pop_back();
  return true;
}

// Views that outlive the function and show what does not.
void Flow::atExit(const State& state) {
  bool outer = std::exchange(reports.on, !gaveUp);
  for (const auto& [view, where] : stores) {
    auto shown = state.shown.find(view);
    if (!state.reached || shown == state.shown.end()) continue;
    bool gone = llvm::all_of(shown->second, [&](const Loan& loan) { return state.ended.contains(loan.memory); });
    if (gone) reports.kept(where, view, state.ended.at(shown->second.begin()->memory));
  }
  stores.clear();
  reports.on = outer;
}

}  // namespace gpuc::tool::borrow

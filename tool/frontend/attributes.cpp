// gpuc's attributes: [[kernel]], [[tile_kernel]], [[gpuc::module]], [[gpuc::launch_contract(...)]],
// [[gpuc::launch_bounds(...)]], [[gpuc::cooperative]], [[gpuc::no_kernel_checks]] and [[gpuc::shared]], registered with
// Clang in this process. A scoped spelling also registers its unscoped one, since Clang otherwise skips the arguments.
#include "tool/frontend/attributes.h"

#include "tool/frontend/injection.h"
#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

FunctionDecl* functionOf(Sema& sema, Decl* decl, const ParsedAttr& attribute, const char* spelling) {
  auto* function = dyn_cast<FunctionDecl>(decl);
  if (!function || isa<CXXMethodDecl>(function) || !function->getDeclContext()->getRedeclContext()->isFileContext()) {
    reportCode(sema.Diags, attribute.getLoc(), Code::KernelForm,
               std::string(spelling) + " belongs on a function at namespace scope",
               "make the kernel a plain function or function template of a [[gpuc::module]] namespace");
    return nullptr;
  }
  return function;
}

// An argument as an expression; null: none, or one with an error that has been reported. Clang takes a lone name for
// an identifier, since it does not know the attribute.
Expr* argumentOf(Sema& sema, const ParsedAttr& attribute, unsigned index) {
  if (index >= attribute.getNumArgs()) return nullptr;
  if (attribute.isArgExpr(index)) return attribute.getArgAsExpr(index);
  if (!attribute.isArgIdent(index)) return nullptr;
  const IdentifierLoc* name = attribute.getArgAsIdent(index);
  CXXScopeSpec scope;
  UnqualifiedId id;
  id.setIdentifier(name->getIdentifierInfo(), name->getLoc());
  ExprResult found = sema.ActOnIdExpression(sema.getCurScope(), scope, SourceLocation(), id, false, false);
  return found.isInvalid() ? nullptr : found.get();
}

ParsedAttrInfo::AttrHandling refuseSecond(Sema& sema, const ParsedAttr& attribute, const std::string& what) {
  reportCode(sema.Diags, attribute.getLoc(), Code::ContractConstant, "the kernel has its " + what + " already",
             "write the " + what + " once");
  return ParsedAttrInfo::AttributeNotApplied;
}

ParsedAttrInfo::AttrHandling markKernel(Sema& sema, Decl* decl, const ParsedAttr& attribute, const char* spelling,
                                        bool tile) {
  FunctionDecl* function = functionOf(sema, decl, attribute, spelling);
  if (!function) return ParsedAttrInfo::AttributeNotApplied;
  Session& session = *Session::current;
  session.kernels[function].kernel = attribute.getLoc();
  session.kernels[function].tile = tile;
  // A module in a header must not define its kernels twice, and two files may use one name for their modules.
  function->setImplicitlyInline();
  llvm::StringRef tag = session.tag;
  function->addAttr(AbiTagAttr::Create(sema.Context, &tag, 1, attribute.getRange()));
  return ParsedAttrInfo::AttributeApplied;
}

struct KernelAttribute : ParsedAttrInfo {
  KernelAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "kernel"}, {ParsedAttr::AS_CXX11, "gpuc::kernel"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    return markKernel(sema, decl, attribute, "[[kernel]]", false);
  }
};

struct TileKernelAttribute : ParsedAttrInfo {
  TileKernelAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "tile_kernel"},
                                             {ParsedAttr::AS_CXX11, "gpuc::tile_kernel"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    return markKernel(sema, decl, attribute, "[[tile_kernel]]", true);
  }
};

struct ModuleAttribute : ParsedAttrInfo {
  ModuleAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::module"}, {ParsedAttr::AS_CXX11, "module"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    auto* space = dyn_cast<NamespaceDecl>(decl);
    if (!space || space->isAnonymousNamespace()) {
      reportCode(sema.Diags, attribute.getLoc(), Code::AttributePlace, "[[gpuc::module]] belongs on a named namespace",
                 "write: namespace [[gpuc::module]] kernels { ... }");
      return AttributeNotApplied;
    }
    if (space->hasAttr<AnnotateAttr>()) return AttributeApplied;  // written twice
    Session& session = *Session::current;
    for (const auto* earlier = space->getPreviousDecl(); earlier; earlier = earlier->getPreviousDecl())
      if (earlier->hasAttr<AnnotateAttr>()) {
        reportCode(sema.Diags, attribute.getLoc(), Code::ModuleReopened,
                   "module '" + space->getNameAsString() + "' is closed already",
                   "put all kernels of a module in one block, or give this module another name");
        reportNote(sema.Diags, earlier->getLocation(), "its first block is here");
        session.refused.insert(space);
        return AttributeNotApplied;
      }
    space->addAttr(AnnotateAttr::Create(sema.Context, "gpuc.module", nullptr, 0, attribute.getRange()));
    // The parser stands at the first token behind '{', which the watcher has seen already.
    const Token& next = session.parser->getCurToken();
    if (next.is(tok::r_brace))
      closeModule(session, space, next.getLocation());
    else
      session.open.push_back({space, next.is(tok::l_brace) ? session.depth - 1 : session.depth});
    return AttributeApplied;
  }
};

struct ContractAttribute : ParsedAttrInfo {
  ContractAttribute() {
    OptArgs = 1;
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::launch_contract"},
                                             {ParsedAttr::AS_CXX11, "launch_contract"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    FunctionDecl* function = functionOf(sema, decl, attribute, "[[gpuc::launch_contract]]");
    if (!function) return AttributeNotApplied;
    KernelAttributes& kernel = Session::current->kernels[function];
    kernel.contractPlace = attribute.getLoc();
    if (attribute.getNumArgs() != 1) {
      reportCode(sema.Diags, attribute.getLoc(), Code::ContractConstant, "launch_contract takes one gpuc::contract",
                 "write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]");
      return AttributeNotApplied;
    }
    if (kernel.contract) return refuseSecond(sema, attribute, "contract");
    kernel.contract = argumentOf(sema, attribute, 0);
    return AttributeApplied;
  }
};

struct BoundsAttribute : ParsedAttrInfo {
  BoundsAttribute() {
    OptArgs = 2;
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::launch_bounds"},
                                             {ParsedAttr::AS_CXX11, "launch_bounds"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    FunctionDecl* function = functionOf(sema, decl, attribute, "[[gpuc::launch_bounds]]");
    if (!function) return AttributeNotApplied;
    unsigned count = attribute.getNumArgs();
    if (count == 0 || count > 2) {
      reportCode(sema.Diags, attribute.getLoc(), Code::ContractConstant,
                 "launch_bounds takes the largest number of threads per block and, if wanted, the least number of "
                 "blocks per multiprocessor",
                 "write: [[gpuc::launch_bounds(256)]]");
      return AttributeNotApplied;
    }
    KernelAttributes& kernel = Session::current->kernels[function];
    if (kernel.maxThreads) return refuseSecond(sema, attribute, "launch_bounds");
    kernel.maxThreads = argumentOf(sema, attribute, 0);
    kernel.minBlocks = argumentOf(sema, attribute, 1);
    kernel.boundsPlace = attribute.getLoc();
    return AttributeApplied;
  }
};

struct CooperativeAttribute : ParsedAttrInfo {
  CooperativeAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::cooperative"},
                                             {ParsedAttr::AS_CXX11, "cooperative"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    FunctionDecl* function = functionOf(sema, decl, attribute, "[[gpuc::cooperative]]");
    if (!function) return AttributeNotApplied;
    Session::current->kernels[function].cooperative = attribute.getLoc();
    return AttributeApplied;
  }
};

struct NoChecksAttribute : ParsedAttrInfo {
  NoChecksAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::no_kernel_checks"},
                                             {ParsedAttr::AS_CXX11, "no_kernel_checks"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    FunctionDecl* function = functionOf(sema, decl, attribute, "[[gpuc::no_kernel_checks]]");
    if (!function) return AttributeNotApplied;
    Session::current->kernels[function].noChecks = attribute.getLoc();
    return AttributeApplied;
  }
};

struct SharedAttribute : ParsedAttrInfo {
  SharedAttribute() {
    static constexpr Spelling spellings[] = {{ParsedAttr::AS_CXX11, "gpuc::shared"}, {ParsedAttr::AS_CXX11, "shared"}};
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
    auto* variable = dyn_cast<VarDecl>(decl);
    if (!variable || isa<ParmVarDecl>(variable) || !variable->getDeclContext()->isFunctionOrMethod()) {
      reportCode(sema.Diags, attribute.getLoc(), Code::AttributePlace,
                 "[[gpuc::shared]] belongs on a static variable inside a kernel or a function that kernels call",
                 "write inside the kernel: [[gpuc::shared]] static float tile[256];");
      return AttributeNotApplied;
    }
    if (variable->getStorageClass() != SC_Static) {
      reportCode(sema.Diags, variable->getLocation(), Code::SharedNotStatic,
                 "shared variable '" + variable->getNameAsString() +
                     "' must be static: the block has one, not each thread",
                 "write: [[gpuc::shared]] static ...");
      return AttributeNotApplied;
    }
    if (variable->getType()->isReferenceType()) {
      reportCode(sema.Diags, variable->getLocation(), Code::SharedInitialiser,
                 "shared variable '" + variable->getNameAsString() + "' is a reference, which needs an initialiser",
                 "share the object itself");
      return AttributeNotApplied;
    }
    variable->addAttr(SectionAttr::CreateImplicit(sema.Context, kSharedSection));
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<KernelAttribute> kernelAttribute("gpuc_kernel", "marks a GPU entry point");
ParsedAttrInfoRegistry::Add<TileKernelAttribute> tileKernelAttribute("gpuc_tile_kernel", "marks a kernel on tiles");
ParsedAttrInfoRegistry::Add<ModuleAttribute> moduleAttribute("gpuc_module", "marks a module of kernels");
ParsedAttrInfoRegistry::Add<ContractAttribute> contractAttribute("gpuc_launch_contract", "what every launch must fit");
ParsedAttrInfoRegistry::Add<BoundsAttribute> boundsAttribute("gpuc_launch_bounds", "the largest block");
ParsedAttrInfoRegistry::Add<CooperativeAttribute> cooperativeAttribute("gpuc_cooperative", "blocks run together");
ParsedAttrInfoRegistry::Add<NoChecksAttribute> noChecksAttribute("gpuc_no_kernel_checks", "all checks are proved");
ParsedAttrInfoRegistry::Add<SharedAttribute> sharedAttribute("gpuc_shared", "a variable of the block");

}  // namespace

void linkAttributes() {}

}  // namespace gpuc::tool

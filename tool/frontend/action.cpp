// The parse itself: a FrontendAction with the parse loop written out, so that our pragma, the token watcher and the
// checks on the finished AST stand in their places around it.
#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/frontend/attributes.h"
#include "tool/frontend/dependencies.h"
#include "tool/frontend/diagnostics.h"
#include "tool/frontend/entries.h"
#include "tool/frontend/injection.h"
#include "tool/frontend/invocation.h"
#include "tool/frontend/kernel_rules.h"
#include "tool/frontend/precompiled.h"
#include "tool/frontend/requirements.h"
#include "tool/frontend/source_walk.h"
#include "tool/frontend/tile_rules.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Type.h"

namespace gpuc::tool {

using namespace clang;

namespace {

struct ParseAction : EmitLLVMOnlyAction {
  ParseAction(llvm::LLVMContext& context, Session& session, FrontendResult& result)
      : EmitLLVMOnlyAction(&context), session(session), result(result) {}

  void ExecuteAction() override {
    CompilerInstance& ci = getCompilerInstance();
    if (!ci.hasPreprocessor()) return;
    if (!ci.hasSema()) ci.createSema(getTranslationUnitKind(), nullptr);
    Sema& sema = ci.getSema();
    installInjection(session);
    DependencyRecorder dependencies(session.request);
    dependencies.attach(ci);

    ASTConsumer& consumer = sema.getASTConsumer();
    Parser parser(ci.getPreprocessor(), sema, /*SkipFunctionBodies=*/false);
    session.parser = &parser;
    ci.getPreprocessor().EnterMainSourceFile();
    if (ExternalASTSource* external = sema.getASTContext().getExternalSource())
      external->StartTranslationUnit(&consumer);
    parser.Initialize();
    Parser::DeclGroupPtrTy group;
    Sema::ModuleImportState imports;
    for (bool end = parser.ParseFirstTopLevelDecl(group, imports); !end; end = parser.ParseTopLevelDecl(group, imports))
      if (group && !consumer.HandleTopLevelDecl(group.get())) return;
    for (Decl* decl : sema.WeakTopLevelDecls()) consumer.HandleTopLevelDecl(DeclGroupRef(decl));

    checkStrayKernels(session);
    checkRequirementPlaces(session);
    checkTileKernels(session);
    kernels = collectKernels(session);
    WalkResult walk = walkSource(session);
    result.hasMain = walk.hasMain;
    tries = std::move(walk.tries);
    result.dependencies = dependencies.collect(ci);
    for (auto it = ci.getPreprocessor().getHeaderSearchInfo().system_dir_begin();
         it != ci.getPreprocessor().getHeaderSearchInfo().system_dir_end(); ++it)
      result.systemDirectories.push_back(it->getName().str());

    consumer.HandleTranslationUnit(sema.getASTContext());
    if (CodeGenerator* generator = getCodeGenerator(); generator && generator->GetModule()) {
      result.kernels = nameKernels(session, std::move(kernels), *generator);
      markTries(*generator);
      markDeclared(*generator);
    }
    ci.getPreprocessor().setTokenWatcher(nullptr);
    session.parser = nullptr;
  }

  // `!gpuc.declared !{"file", line}` on each function that a file of the user's declares and this one does not define.
  void markDeclared(CodeGenerator& generator) {
    llvm::LLVMContext& context = generator.GetModule()->getContext();
    for (llvm::Function& function : *generator.GetModule()) {
      if (!function.isDeclaration() || function.isIntrinsic()) continue;
      const Decl* decl = generator.GetDeclForMangledName(function.getName());
      if (!decl || decl->getLocation().isInvalid() || session.sources().isInSystemHeader(decl->getLocation())) continue;
      Place place = placeOf(session, decl->getLocation());
      auto* line = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), place.line));
      function.setMetadata("gpuc.declared",
                           llvm::MDNode::get(context, {llvm::MDString::get(context, place.file), line}));
    }
  }

  // Constructors and destructors are emitted more than once: for whole objects, and for those of derived classes.
  static std::vector<GlobalDecl> variantsOf(const FunctionDecl& function) {
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(&function))
      return {GlobalDecl(constructor, Ctor_Complete), GlobalDecl(constructor, Ctor_Base)};
    if (const auto* destructor = dyn_cast<CXXDestructorDecl>(&function))
      return {GlobalDecl(destructor, Dtor_Complete), GlobalDecl(destructor, Dtor_Base)};
    return {GlobalDecl(&function)};
  }

  // `!gpuc.try !{"file", line, column}` on each function that has a try block.
  void markTries(CodeGenerator& generator) {
    llvm::LLVMContext& context = generator.GetModule()->getContext();
    auto number = [&](int value) {
      return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
    };
    for (const auto& [decl, place] : tries)
      for (GlobalDecl variant : variantsOf(*decl))
        if (llvm::Function* function = generator.GetModule()->getFunction(generator.GetMangledName(variant)))
          function->setMetadata("gpuc.try", llvm::MDNode::get(context, {llvm::MDString::get(context, place.file),
                                                                        number(place.line), number(place.column)}));
  }

  Session& session;
  FrontendResult& result;
  std::vector<ParsedKernel> kernels;
  std::map<const FunctionDecl*, Place> tries;
};

std::unique_ptr<CompilerInstance> makeInstance(const Request& request, const std::string& precompiled,
                                               DiagnosticConsumer& consumer) {
  std::vector<std::string> arguments = clangArguments(request, precompiled);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  auto files = llvm::vfs::getRealFileSystem();
  files->setCurrentWorkingDirectory(request.directory);
  DiagnosticOptions options;
  CreateInvocationOptions creation;
  creation.VFS = files;
  creation.Diags = CompilerInstance::createDiagnostics(*files, options, &consumer, /*ShouldOwnClient=*/false);
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(pointers, creation);
  if (!invocation) return nullptr;
  // Places for device diagnostics and reports, without the cost of debug information.
  if (invocation->getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    invocation->getCodeGenOpts().setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  // Kernels are named after code generation, from their declarations.
  invocation->getCodeGenOpts().ClearASTBeforeBackend = false;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ShowCarets = false;  // Clang would print a count of errors of its own
  auto instance = std::make_unique<CompilerInstance>(std::move(invocation));
  instance->setVirtualFileSystem(files);
  instance->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  return instance;
}

}  // namespace

FrontendResult compile(const Request& request, llvm::LLVMContext& context, const EmitLaunchers& emit) {
  linkAttributes();
  FrontendResult result;
  Session session{.request = request, .emit = emit};
  session.tag = "gpuc_" + hashText(hashBytes(request.unit));
  Session::current = &session;
  DiagnosticCollector collector(session, result.diagnostics);
  std::string precompiled = choosePrecompiled(request);
  std::unique_ptr<CompilerInstance> instance = makeInstance(request, precompiled, collector);
  if (instance) {
    session.ci = instance.get();
    ParseAction action(context, session, result);
    bool ran = instance->ExecuteAction(action);
    result.ok = ran && collector.getNumErrors() == 0;
    if (result.ok) result.module = action.takeModule();
    if (!precompiled.empty())
      if (auto state = readFile(precompiled + ".files"))
        result.dependencies.push_back({precompiled + ".files", hashBytes(*state), true});
    result.modules = std::move(session.modules);
  }
  Session::current = nullptr;
  return result;
}

std::vector<Diagnostic> precompile(const Request& request) {
  std::vector<Diagnostic> diagnostics;
  EmitLaunchers none = [](const LauncherModule&) { return std::string(); };
  Session session{.request = request, .emit = none};
  Session::current = &session;
  DiagnosticCollector collector(session, diagnostics);
  // The source is written beside the result and kept: the precompiled header names it.
  Request own = request;
  own.source = request.object + ".hpp";
  if (auto written = writeFile(own.source, precompiledSource()); !written) return {written.error()};
  if (std::unique_ptr<CompilerInstance> instance = makeInstance(own, {}, collector)) {
    session.ci = instance.get();
    instance->getFrontendOpts().OutputFile = request.object;
    struct Action : GeneratePCHAction {
      std::string output;
      void EndSourceFileAction() override {
        writePrecompiledList(output, getCompilerInstance());
        GeneratePCHAction::EndSourceFileAction();
      }
    } action;
    action.output = request.object;
    instance->ExecuteAction(action);
  }
  Session::current = nullptr;
  return diagnostics;
}

}  // namespace gpuc::tool

#include "tool/frontend/dependencies.h"

#include "tool/base/hash.h"
#include "tool/frontend/pch.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace gpuc::tool {

using namespace clang;

namespace {

std::string absolutePath(const Request& request, llvm::StringRef path) {
  llvm::SmallString<256> absolute(path);
  if (!llvm::sys::path::is_absolute(absolute)) absolute = request.directory + "/" + path.str();
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/false);
  return std::string(absolute);
}

}  // namespace

// A header that appears earlier in the search path, or that __has_include starts to find, changes the program
// although no recorded file did.
struct ProbeRecorder : PPCallbacks {
  DependencyRecorder& recorder;
  SourceManager& sources;
  ProbeRecorder(DependencyRecorder& recorder, SourceManager& sources) : recorder(recorder), sources(sources) {}

  void probe(SourceLocation at, llvm::StringRef name, bool angled, OptionalFileEntryRef found) {
    if (sources.isInSystemHeader(at) || llvm::sys::path::is_absolute(name)) return;
    std::vector<std::string> directories;
    if (!angled)
      if (OptionalFileEntryRef includer = sources.getFileEntryRefForID(sources.getFileID(at)))
        directories.push_back(includer->getDir().getName().str());
    for (const std::string& directory : recorder.request.includes) directories.push_back(directory);
    for (const std::string& directory : directories) {
      std::string candidate = absolutePath(recorder.request, directory + "/" + name.str());
      if (found && llvm::sys::fs::equivalent(candidate, found->getName())) return;
      if (!llvm::sys::fs::exists(candidate)) recorder.missing.insert(candidate);
    }
  }

  void InclusionDirective(SourceLocation at, const Token&, llvm::StringRef name, bool angled, CharSourceRange,
                          OptionalFileEntryRef found, llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          SrcMgr::CharacteristicKind) override {
    probe(at, name, angled, found);
  }
  void HasInclude(SourceLocation at, llvm::StringRef name, bool angled, OptionalFileEntryRef found,
                  SrcMgr::CharacteristicKind) override {
    probe(at, name, angled, found);
  }
};

void DependencyRecorder::attach(CompilerInstance& ci) {
  ci.getPreprocessor().addPPCallbacks(std::make_unique<ProbeRecorder>(*this, ci.getSourceManager()));
}

std::vector<Dependency> DependencyRecorder::collect(CompilerInstance& ci) const {
  std::vector<Dependency> dependencies;
  SourceManager& sources = ci.getSourceManager();
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    std::optional<llvm::MemoryBufferRef> buffer = it->second->getBufferIfLoaded();
    if (!buffer) continue;  // known through the precompiled header, which is a dependency of its own
    std::string path = absolutePath(request, it->first.getName());
    dependencies.push_back(
        {path, hashBytes(std::string_view(buffer->getBufferStart(), buffer->getBufferSize())), true});
  }
  for (const std::string& path : missing) dependencies.push_back({path, 0, false});
  return dependencies;
}

}  // namespace gpuc::tool

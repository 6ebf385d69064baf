#include "tool/frontend/session.h"

#include "llvm/Support/Path.h"

namespace gpuc::tool {

using namespace clang;

Session* Session::current = nullptr;

const FunctionDecl* Session::kernelDecl(const FunctionDecl* function) const {
  if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern()) function = pattern;
  const FunctionDecl* first = nullptr;
  for (const FunctionDecl* decl = function->getMostRecentDecl(); decl; decl = decl->getPreviousDecl())
    if (kernels.contains(decl)) first = decl;
  return first;
}

const KernelAttributes* Session::attributesOf(const FunctionDecl* function) const {
  const FunctionDecl* decl = kernelDecl(function);
  return decl ? &kernels.at(decl) : nullptr;
}

bool Session::isGenerated(SourceLocation location) const {
  FileID file = sources().getFileID(sources().getExpansionLoc(location));
  for (FileID ours : generated)
    if (ours == file) return true;
  return false;
}

DiagnosticBuilder reportCode(DiagnosticsEngine& engine, SourceLocation location, Code code, const std::string& message,
                             const std::string& help) {
  // The consumer takes code and help out of the text again; '%' is Clang's placeholder sign.
  std::string text = codeName(static_cast<int>(code)) + "|" + help + "|" + message;
  std::string escaped;
  for (char c : text) escaped += c == '%' ? "%%" : std::string(1, c);
  const CodeInfo* info = findCode(static_cast<int>(code));
  auto level = info && info->severity == Severity::Warning ? DiagnosticsEngine::Warning : DiagnosticsEngine::Error;
  return engine.Report(location,
                       engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(level), escaped));
}

void reportNote(DiagnosticsEngine& engine, SourceLocation location, const std::string& message) {
  std::string escaped;
  for (char c : message) escaped += c == '%' ? "%%" : std::string(1, c);
  engine.Report(location, engine.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Note, escaped));
}

std::string sourceText(const Session& session, const Expr& expression) {
  SourceManager& sources = session.sources();
  const LangOptions& language = session.ci->getLangOpts();
  // As an argument of a macro it has a place of its own; what a macro made is shown as the macro.
  CharSourceRange range = CharSourceRange::getTokenRange(expression.getSourceRange());
  CharSourceRange file = Lexer::makeFileCharRange(range, sources, language);
  if (file.isInvalid()) file = CharSourceRange::getTokenRange(sources.getExpansionRange(range).getAsRange());
  return Lexer::getSourceText(file, sources, language).str();
}

std::string displayPath(const Request& request, llvm::StringRef path) {
  llvm::SmallString<256> absolute(path);
  if (!llvm::sys::path::is_absolute(absolute)) absolute = request.directory + "/" + path.str();
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  llvm::StringRef text = absolute;
  if (text.consume_front(request.directory) && text.consume_front("/")) return text.str();
  return std::string(absolute);
}

Place placeOf(const Session& session, SourceLocation location) {
  Place place;
  SourceManager& sources = session.sources();
  location = sources.getExpansionLoc(location);
  PresumedLoc presumed = sources.getPresumedLoc(location);
  if (presumed.isInvalid()) return place;
  place.file = displayPath(session.request, presumed.getFilename());
  place.line = static_cast<int>(presumed.getLine());
  place.column = static_cast<int>(presumed.getColumn());
  place.length = static_cast<int>(Lexer::MeasureTokenLength(location, sources, session.ci->getLangOpts()));
  if (place.length < 1) place.length = 1;
  bool invalid = false;
  llvm::StringRef buffer = sources.getBufferData(sources.getFileID(location), &invalid);
  if (!invalid) {
    std::size_t offset = sources.getFileOffset(location);
    std::size_t begin = buffer.rfind('\n', offset == 0 ? 0 : offset - 1);
    if (offset == 0 || buffer[begin == llvm::StringRef::npos ? 0 : begin] != '\n') begin = llvm::StringRef::npos;
    begin = begin == llvm::StringRef::npos ? 0 : begin + 1;
    if (offset > 0 && buffer[offset - 1] == '\n') begin = offset;
    place.text = buffer.slice(begin, buffer.find('\n', offset)).rtrim('\r').str();
  }
  return place;
}

}  // namespace gpuc::tool
